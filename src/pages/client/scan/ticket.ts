const KEY = "usher.ticket";

/** What the scanner works with. */
export interface Ticket {
  value: string;
  eventId: string;
}

/**
 * The ticket out of the address's fragment, which is taken away from the address bar; after that, and after a reload,
 * out of this tab's own storage. Its signature is the server's to check: here it only says which event it is for.
 */
export function takeTicket(): Ticket | null {
  const fragment = location.hash.slice(1);
  if (fragment !== "") {
    sessionStorage.setItem(KEY, fragment);
    history.replaceState(null, "", location.pathname);
  }
  const value = sessionStorage.getItem(KEY);
  const eventId = value === null ? null : eventOf(value);
  return value === null || eventId === null ? null : { value, eventId };
}

function eventOf(jwt: string): string | null {
  try {
    const payload = (jwt.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { event_id: eventId } = JSON.parse(atob(payload));
    return typeof eventId === "string" ? eventId : null;
  } catch {
    return null;
  }
}
