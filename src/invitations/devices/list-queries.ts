/** A guest of an event. */
export interface GuestKey {
  eventId: string;
  guestId: string;
}
