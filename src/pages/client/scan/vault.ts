import { fromBase64Url, toBase64Url } from "../../../kernel/browser-base64url.ts";
import { ListStore, type StoredBucket, type StoredVault } from "./list-store.ts";
import { aesKey, keyOfTicket, seal, unseal } from "./sealing.ts";
import type { Ticket } from "./ticket.ts";

const VAULT_BYTES = 16;

/**
 * The keys of what this phone stores of an event. The service derives them from a random text of the phone, the same for
 * each ticket of the event; on the phone they are sealed with the ticket, which only the tab has.
 */
export class Vault {
  readonly #ticketKey: CryptoKey;
  /** Null where the browser keeps no databases: then nothing but scans is stored, sealed with the ticket. */
  readonly #store: ListStore | null;
  #record: StoredVault;
  #keys: readonly CryptoKey[] = [];
  /** The same keys, base64url. */
  #raw: readonly string[] = [];

  private constructor(ticketKey: CryptoKey, store: ListStore | null, record: StoredVault) {
    this.#ticketKey = ticketKey;
    this.#store = store;
    this.#record = record;
  }

  /** Opens what is stored of the ticket's event, and deletes the lists of doors that have closed. */
  static async open({ value, eventId, expiresAt }: Ticket): Promise<Vault> {
    const ticketKey = await keyOfTicket(value);
    const store = await ListStore.open().catch(() => null);
    const stored = (await store?.vaults().catch(() => [])) ?? [];
    const closed = stored.filter(({ validUntil }) => validUntil <= Date.now());
    await Promise.all(closed.map((vault) => store?.deleteList(vault).catch(() => undefined)));
    const own = stored.find((vault) => vault.eventId === eventId);
    const vault = toBase64Url(crypto.getRandomValues(new Uint8Array(VAULT_BYTES)));
    const opened = new Vault(ticketKey, store, own ?? { eventId, vault, sealedKeys: null, validUntil: 0, savedAt: 0 });
    if (expiresAt <= Date.now()) await opened.deleteList();
    else if (own?.sealedKeys && own.validUntil > Date.now()) await opened.#unsealKeys(own.sealedKeys);
    return opened;
  }

  /** What the service derives the keys from. */
  get id(): string {
    return this.#record.vault;
  }

  /** When the door closes; epoch milliseconds. */
  get validUntil(): number {
    return this.#record.validUntil;
  }

  /** When the list was last the service's; epoch milliseconds. */
  get savedAt(): number {
    return this.#record.savedAt;
  }

  async #unsealKeys(sealed: Uint8Array<ArrayBuffer>): Promise<void> {
    const raw = await unseal<string[]>([this.#ticketKey], sealed);
    if (raw !== undefined) await this.#useKeys(raw);
  }

  async #useKeys(raw: readonly string[]): Promise<void> {
    this.#keys = await Promise.all(raw.map((key) => aesKey(fromBase64Url(key))));
    this.#raw = raw;
  }

  /** Takes the keys from the service; earlier ones still open what they have sealed. @param keys base64url, newest first */
  async takeKeys(keys: readonly string[], validUntil: number): Promise<void> {
    const raw = [...keys, ...this.#raw.filter((known) => !keys.includes(known))];
    const sealedKeys = await seal(this.#ticketKey, raw);
    await this.#useKeys(raw);
    this.#record = { ...this.#record, sealedKeys, validUntil, savedAt: Date.now() };
  }

  /** The stored buckets that its keys open. */
  async buckets<T>(): Promise<{ bucket: string; digest: string; content: T }[]> {
    const stored = (await this.#store?.buckets(this.#record.eventId).catch(() => [])) ?? [];
    const opened = await Promise.all(
      stored.map(async ({ bucket, digest, sealed }) => {
        const content = await unseal<T>(this.#keys, sealed);
        return content === undefined ? [] : [{ bucket, digest, content }];
      }),
    );
    return opened.flat();
  }

  /** Stores buckets, and what `takeKeys` has taken. A full phone stores nothing: the list is in memory still. */
  async save(buckets: readonly { bucket: string; digest: string; content: unknown }[]): Promise<void> {
    const { eventId } = this.#record;
    const [key] = this.#keys;
    if (key === undefined) return;
    const sealed = buckets.map(
      async ({ bucket, digest, content }): Promise<StoredBucket> => ({
        ...{ eventId, bucket, digest },
        sealed: await seal(key, content),
      }),
    );
    await this.#store?.save(this.#record, await Promise.all(sealed)).catch(() => undefined);
  }

  /** Deletes the list, and the keys from storage. */
  async deleteList(): Promise<void> {
    this.#record = { ...this.#record, sealedKeys: null, validUntil: 0 };
    await this.#store?.deleteList(this.#record).catch(() => undefined);
  }

  /** Seals what is stored elsewhere. */
  async seal(value: unknown): Promise<string> {
    return toBase64Url(await seal(this.#keys[0] ?? this.#ticketKey, value));
  }

  /** What `seal` has sealed, or undefined when it was with another ticket and the keys are not there yet. */
  async unseal<T>(sealed: string): Promise<T | undefined> {
    try {
      return await unseal<T>([...this.#keys, this.#ticketKey], fromBase64Url(sealed));
    } catch {
      return undefined;
    }
  }
}
