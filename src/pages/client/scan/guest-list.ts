import { NameIndex, searchNames } from "../../../kernel/name-search.ts";
import type { DoorApi, Match } from "./door-api.ts";
import { hashOfCode, readCode } from "./door-code.ts";
import { type CheckIn, doorOf, type ListedGuest } from "./guest-shapes.ts";
import { decideOffline, type OfflineDecision } from "./offline-decision.ts";
import { isWalkIn, type Scan } from "./scan-key.ts";
import type { Vault } from "./vault.ts";

const MAX_MATCHES = 20;

interface Bucket {
  bucket: string;
  digest: string;
  guests: ListedGuest[];
}

/** The response of `GET /events/{id}/door-list`. */
interface Received {
  keys: string[];
  valid_until: string;
  buckets: Bucket[];
}

/** The event's guest list on this phone: in memory, and encrypted in its storage. */
export class GuestList {
  readonly #vault: Vault;
  readonly #api: DoorApi;
  readonly #eventId: string;
  readonly #buckets = new Map<string, Bucket>();
  #guests = new Map<string, ListedGuest>();
  #refreshing: Promise<void> | null = null;

  constructor(vault: Vault, api: DoorApi, eventId: string) {
    this.#vault = vault;
    this.#api = api;
    this.#eventId = eventId;
  }

  /** Reads what the phone has stored. */
  async load(): Promise<void> {
    for (const { bucket, digest, content } of await this.#vault.buckets<ListedGuest[]>()) {
      this.#buckets.set(bucket, { bucket, digest, guests: content });
    }
    this.#index();
  }

  /** Number of guests; 0 without a list. */
  get size(): number {
    return this.#guests.size;
  }

  /** Time of the list's last update from the service, ISO 8601. */
  get savedAt(): string {
    return new Date(this.#vault.savedAt).toISOString();
  }

  /** Gets what changed since the last time. A list that this phone may not have any more is deleted. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const have = [...this.#buckets.values()].map(({ bucket, digest }) => bucket + digest).join("");
    const reply = await this.#api.get<Received>(`door-list?vault=${this.#vault.id}&have=${have}`);
    if (reply.state === "refused") return this.delete();
    if (reply.state === "unavailable") return;
    const { keys, valid_until, buckets } = reply.body;
    await this.#vault.takeKeys(keys, Date.parse(valid_until));
    await this.#replace(buckets);
    if (Date.parse(valid_until) <= Date.now()) await this.delete();
  }

  /** Deletes the list from memory and storage. */
  async delete(): Promise<void> {
    this.#buckets.clear();
    this.#index();
    await this.#vault.deleteList();
  }

  async #replace(buckets: readonly Bucket[]): Promise<void> {
    for (const bucket of buckets) this.#buckets.set(bucket.bucket, bucket);
    this.#index();
    await this.#vault.save(buckets.map(({ guests, ...bucket }) => ({ ...bucket, content: guests })));
  }

  #index(): void {
    this.#guests = new Map(
      [...this.#buckets.values()].flatMap(({ guests }) => guests).map((guest) => [guest.id, guest]),
    );
  }

  /** Stores a check-in of this phone (null: undone) until the next refresh contains it. */
  async note(guestId: string, checkIn: CheckIn | null): Promise<void> {
    const bucket = this.#buckets.get(guestId.slice(-2));
    if (bucket === undefined) return;
    const check_in =
      checkIn === null
        ? null
        : {
            id: checkIn.id,
            checked_in_at: checkIn.checked_in_at,
            arrival_count: checkIn.arrival_count,
            by: checkIn.checked_in_by_name,
            door: doorOf(checkIn),
          };
    const guests = bucket.guests.map((guest) => (guest.id === guestId ? { ...guest, check_in } : guest));
    await this.#replace([{ ...bucket, guests }]);
  }

  /** The guest of a scan, where the list knows them. */
  guestOf(scan: Scan): ListedGuest | undefined {
    const { key } = scan;
    if (isWalkIn(key)) return undefined;
    const id = "guest_id" in key ? key.guest_id : readCode(key.qr_token, this.#eventId)?.guestId;
    return this.#guests.get(id ?? "");
  }

  /** Decides a scan without a network. Returns null for a walk-in, and if the phone has no list. */
  async decide(scan: Scan): Promise<OfflineDecision | null> {
    const { key } = scan;
    if (this.size === 0 || isWalkIn(key)) return null;
    const guest = this.guestOf(scan);
    const isClosed = this.#vault.validUntil <= Date.now();
    const common = { guest, isOverride: scan.override === true, isClosed };
    if ("guest_id" in key) return decideOffline({ ...common, isCodeCurrent: true });
    const code = readCode(key.qr_token, this.#eventId);
    const isCodeCurrent = code !== null && guest?.codes.includes(await hashOfCode(code.shortCode)) === true;
    return decideOffline({ ...common, code, isCodeCurrent });
  }

  /** Parties by the names of their people, nearest first, as the service finds them. */
  search(query: string): Match[] {
    const found = searchNames(this.#guests.values(), namesOf, query, MAX_MATCHES);
    return found.map(({ item, companion }) => matchOf(item, companion));
  }

  /** Parties in which someone has the name, as the service finds them for a walk-in. */
  named(name: string): Match[] {
    const index = new NameIndex<{ guest: ListedGuest; companion: string | null }>();
    for (const guest of this.#guests.values()) index.add(guest.name, { guest, companion: null });
    for (const guest of this.#guests.values()) {
      for (const companion of guest.party_names ?? []) index.add(companion, { guest, companion });
    }
    return index.find(name).map(({ guest, companion }) => matchOf(guest, companion));
  }
}

function namesOf({ name, party_names = [] }: ListedGuest): [string, ...string[]] {
  return [name, ...party_names];
}

function matchOf(guest: ListedGuest, companion: string | null): Match {
  return {
    guest,
    matched_companion: companion,
    standing: guest.standing,
    expected_party_size: guest.expected_party_size,
    checked_in_at: guest.check_in?.checked_in_at ?? null,
  };
}
