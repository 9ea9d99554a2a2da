const DATABASE = "usher.door";
const VERSION = 1;

/** The stored data of an event, except its guests. */
export interface StoredVault {
  eventId: string;
  /** Random and not secret: the service derives the encryption keys from it. */
  vault: string;
  /** The keys, encrypted with the ticket's key. Null: the phone may not have them. */
  sealedKeys: Uint8Array<ArrayBuffer> | null;
  /** Epoch milliseconds. */
  validUntil: number;
  savedAt: number;
}

/** Encrypted guests whose IDs have the same ending. */
export interface StoredBucket {
  eventId: string;
  bucket: string;
  digest: string;
  sealed: Uint8Array<ArrayBuffer>;
}

/** The guest lists in this phone's IndexedDB. Nothing in it can be read without a ticket. */
export class ListStore {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** @throws DOMException where the browser keeps no databases, as in some private windows */
  static async open(): Promise<ListStore> {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("vaults", { keyPath: "eventId" });
      request.result.createObjectStore("buckets", { keyPath: ["eventId", "bucket"] });
    };
    return new ListStore(await done(request));
  }

  vaults(): Promise<StoredVault[]> {
    return done(this.#database.transaction("vaults").objectStore("vaults").getAll());
  }

  buckets(eventId: string): Promise<StoredBucket[]> {
    return done(this.#database.transaction("buckets").objectStore("buckets").getAll(rangeOf(eventId)));
  }

  /** Stores what changed, in one transaction. */
  async save(vault: StoredVault, buckets: readonly StoredBucket[]): Promise<void> {
    const transaction = this.#database.transaction(["vaults", "buckets"], "readwrite");
    transaction.objectStore("vaults").put(vault);
    for (const bucket of buckets) transaction.objectStore("buckets").put(bucket);
    await ended(transaction);
  }

  /** Deletes the list of an event and the keys of what else is stored; a new ticket gets them again. */
  async deleteList(vault: StoredVault): Promise<void> {
    const transaction = this.#database.transaction(["vaults", "buckets"], "readwrite");
    transaction.objectStore("vaults").put({ ...vault, sealedKeys: null });
    transaction.objectStore("buckets").delete(rangeOf(vault.eventId));
    await ended(transaction);
  }
}

function rangeOf(eventId: string): IDBKeyRange {
  return IDBKeyRange.bound([eventId], [eventId, []]);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}
