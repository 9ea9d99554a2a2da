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
  arrival_count: number;
  /** Number of expected people who are not in yet. */
  remaining: number;
}

/** A guest of the list on the phone. */
export interface ListedGuest extends DoorGuest {
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
