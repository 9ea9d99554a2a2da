/** A guest of the list, by door code or by id. */
export type GuestKey = { qr_token: string } | { guest_id: string };

/** The name of a guest who is not on the list. */
export type WalkIn = { walk_in: string };

/** A check-in to be sent. The nonce makes it one check-in, however often it is sent. */
export interface Scan<Key = GuestKey | WalkIn> {
  nonce: string;
  key: Key;
  /** ISO 8601. */
  scannedAt: string;
  arrivalCount?: number;
  override?: true;
  /** A walk-in about whom the service asks if someone on the list has the name, unless `override`. */
  asks?: true;
  /** The name to show until the service returns one. */
  name?: string;
  /** The guest, where the list on the phone knows them: the same for their code and for their name. */
  guestId?: string;
}

export function isWalkIn(key: Scan["key"]): key is WalkIn {
  return "walk_in" in key;
}

/** True if two scans are of one guest. */
export function isSameGuest(a: Scan, b: Scan): boolean {
  if (a.guestId !== undefined && a.guestId === b.guestId) return true;
  return JSON.stringify(a.key) === JSON.stringify(b.key);
}
