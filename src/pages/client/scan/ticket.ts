const KEY = "usher.ticket";
/** Rights of a ticket that names none. The service rejects requests without a right. */
const EVERY_RIGHT = ["scan", "walk_in", "override"];

/** A scanner ticket, with the event that it names. */
export interface Ticket {
  value: string;
  eventId: string;
  /** Rights of this phone: `scan`, `walk_in`, `override`. */
  rights: readonly string[];
  /** Epoch milliseconds. */
  expiresAt: number;
}

/**
 * Moves the ticket from the URL's fragment to this tab's session storage, and reads it from there after a reload.
 * Decodes the event's ID, the rights and the expiry. Only the service verifies the signature.
 */
export function readTicket(): Ticket | null {
  const fragment = location.hash.slice(1);
  if (fragment !== "") {
    sessionStorage.setItem(KEY, fragment);
    history.replaceState(null, "", location.pathname);
  }
  const value = sessionStorage.getItem(KEY);
  const claims = value === null ? null : claimsOf(value);
  return value === null || claims === null ? null : { value, ...claims };
}

function claimsOf(jwt: string): Omit<Ticket, "value"> | null {
  try {
    const payload = (jwt.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { eventId, rights, exp } = JSON.parse(atob(payload));
    if (typeof eventId !== "string") return null;
    const expiresAt = typeof exp === "number" ? exp * 1000 : Number.POSITIVE_INFINITY;
    return { eventId, rights: Array.isArray(rights) ? rights : EVERY_RIGHT, expiresAt };
  } catch {
    return null;
  }
}
