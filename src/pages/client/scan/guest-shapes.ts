import type { Standing } from "../../../kernel/rsvp.ts";

/** A guest as the door sees them. */
export interface DoorGuest {
  id: string;
  name: string;
  table: string | null;
  tags: string[];
  /** The names of those who were announced with the guest. */
  companions: string[];
}

/** A check-in of the API. */
export interface CheckIn {
  id: string;
  guest: DoorGuest;
  checked_in_at: string;
  checked_in_by_name: string;
  /** Absent in a list or a scan that an earlier version of this page has stored. */
  door_device?: { name: string; kind: "named" | "scanner_ticket" } | null;
  arrival_count: number;
  /** Number of expected people who are not in yet. */
  remaining: number;
}

/** A guest of the list on the phone. */
export interface ListedGuest extends DoorGuest {
  standing: Standing;
  /** Absent in a list that an earlier version of this page has stored. */
  party_names?: string[];
  expected_party_size: number;
  reasons: string[];
  /** The hashes of the codes that are good. */
  codes: string[];
  check_in: {
    id: string;
    checked_in_at: string;
    arrival_count: number;
    by: string;
    door: string | null;
  } | null;
}

/** The named device that scanned. Null: a member's own phone. */
export function doorOf({ door_device: device }: CheckIn): string | null {
  return device?.kind === "named" ? device.name : null;
}
