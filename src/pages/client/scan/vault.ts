import { fromBase64Url, toBase64Url } from "../../../kernel/browser-base64url.ts";
import { ListStore, type StoredBucket, type StoredVault } from "./list-store.ts";
import type { Ticket } from "./ticket.ts";

const IV_BYTES = 12;

const encoder = new TextEncoder();

/** Encrypts a value as JSON with AES-GCM. @returns iv ‖ ciphertext */
async function seal(key: CryptoKey, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = encoder.encode(JSON.stringify(value));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text));
  const joined = new Uint8Array(IV_BYTES + sealed.length);
  joined.set(iv);
  joined.set(sealed, IV_BYTES);
  return joined;
}

/** Decrypts a value with the first key that fits, or returns undefined. The caller knows the value's type. */
async function unseal<T>(keys: readonly CryptoKey[], sealed: Uint8Array<ArrayBuffer>): Promise<T | undefined> {
  const iv = sealed.subarray(0, IV_BYTES);
  for (const key of keys) {
    try {
      const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed.subarray(IV_BYTES));
      return JSON.parse(new TextDecoder().decode(text));
    } catch {
      // Encrypted with another key, or damaged.
    }
  }
  return undefined;
}

/** Imports an AES-GCM key as not extractable. */
function aesKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** A key that only the holder of the scanner's ticket can derive (HKDF-SHA-256). */
async function keyOfTicket(ticket: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(ticket), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: encoder.encode("usher scanner"), info: new Uint8Array() };
  return crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const VAULT_BYTES = 16;

/**
 * Encryption keys for the data of an event on this phone. The service derives the keys from a random text of the phone,
 * so each ticket of the event gets the same keys. The phone stores them encrypted with the ticket, which only the tab
 * has.
 */
export class Vault {
  readonly #ticketKey: CryptoKey;
  /** Null if the browser has no IndexedDB: then only scans are stored, encrypted with the ticket. */
  readonly #store: ListStore | null;
  #record: StoredVault;
  #keys: readonly CryptoKey[] = [];
  /** The keys of `#keys` as base64url. */
  #raw: readonly string[] = [];

  private constructor(ticketKey: CryptoKey, store: ListStore | null, record: StoredVault) {
    this.#ticketKey = ticketKey;
    this.#store = store;
    this.#record = record;
  }

  /** Opens the stored data of the ticket's event, and deletes the lists of events whose door has closed. */
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

  /** The random text from which the service derives the keys. */
  get id(): string {
    return this.#record.vault;
  }

  /** Time at which the door closes, epoch milliseconds. */
  get validUntil(): number {
    return this.#record.validUntil;
  }

  /** Time of the list's last update from the service, epoch milliseconds. */
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

  /** Stores keys from the service. Earlier keys still decrypt older data. @param keys base64url, newest first */
  async takeKeys(keys: readonly string[], validUntil: number): Promise<void> {
    const raw = [...keys, ...this.#raw.filter((known) => !keys.includes(known))];
    const sealedKeys = await seal(this.#ticketKey, raw);
    await this.#useKeys(raw);
    this.#record = { ...this.#record, sealedKeys, validUntil, savedAt: Date.now() };
  }

  /** Returns the stored buckets that the keys decrypt. */
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

  /** Stores buckets and the keys of `takeKeys`. Ignores a full storage, because the list is also in memory. */
  async save(buckets: readonly { bucket: string; digest: string; content: unknown }[]): Promise<void> {
    const { eventId } = this.#record;
    const [key] = this.#keys;
    if (key === undefined) return;
    const sealed = buckets.map(
      async ({ bucket, digest, content }): Promise<StoredBucket> => ({
        eventId,
        bucket,
        digest,
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

  /** Encrypts a value that is stored elsewhere. */
  async seal(value: unknown): Promise<string> {
    return toBase64Url(await seal(this.#keys[0] ?? this.#ticketKey, value));
  }

  /** Decrypts a value of `seal`. Returns undefined if another ticket encrypted it and the keys are not loaded yet. */
  async unseal<T>(sealed: string): Promise<T | undefined> {
    try {
      return await unseal<T>([...this.#keys, this.#ticketKey], fromBase64Url(sealed));
    } catch {
      return undefined;
    }
  }
}
