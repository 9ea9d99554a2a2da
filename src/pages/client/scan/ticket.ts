const KEY = "usher.ticket";

/** A scanner ticket, with the event that it names. */
export interface Ticket {
  value: string;
  eventId: string;
}

/**
 * Moves the ticket from the fragment of the address to this tab's session storage, and reads it from there after a
 * reload. The signature is verified by the service; here only the event's id is decoded.
 */
export function readTicket(): Ticket | null {
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
