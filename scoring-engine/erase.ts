import { eraseDocumentsStep, eraseGuestStep, markEventErasedStep } from "./baseline/erase-steps.ts";
import { guestHash } from "./baseline/event-prior.ts";
import { KEYS } from "./baseline/keys.ts";
import { type Store, StoreError } from "./baseline/store.ts";

/** Documents deleted in one step; accesses are scored between steps. */
const DOCUMENTS_PER_STEP = 50;
/** Documents deleted in one call, less than a second of work. A larger event takes several calls. */
const MAX_DOCUMENTS_PER_CALL = 2_000;
/** The first attempt lists a guest's networks, the second reads them; more are needed only after concurrent scores. */
const MAX_ATTEMPTS = 5;
const STORE_TIMEOUT_MS = 1_500;

/** Number of documents that a call deleted, and whether none are left. */
export interface Erasure {
  readonly erased: number;
  readonly complete: boolean;
}

/**
 * Erases a guest. Resolves when that is durable.
 * @throws StoreError when the store is unavailable: the caller must try again
 */
export async function eraseGuest(store: Store, eventId: string, guestId: string, nowMs: number): Promise<Erasure> {
  let networks: readonly string[] = [];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const step = eraseGuestStep({ eventId, guestId }, guestHash(guestId), networks, nowMs);
    const result = await store.transact(step, STORE_TIMEOUT_MS);
    if ("erased" in result) {
      await store.flushed();
      return { erased: result.erased, complete: true };
    }
    networks = result.networks;
  }
  throw new StoreError("concurrent writes to the guest's documents");
}

/** Erases all documents of an event, a bounded number per call. @throws StoreError as `eraseGuest` */
export async function eraseEvent(store: Store, eventId: string, nowMs: number): Promise<Erasure> {
  await store.transact(markEventErasedStep(eventId, nowMs), STORE_TIMEOUT_MS);
  for (let erased = 0; ; ) {
    await store.flushed();
    const owned = await store.listOwned(eventId, DOCUMENTS_PER_STEP);
    const left = owned.filter((key) => key !== KEYS.population(eventId));
    if (left.length === 0) return { erased, complete: true };
    if (erased >= MAX_DOCUMENTS_PER_CALL) return { erased, complete: false };
    await store.transact(eraseDocumentsStep(left), STORE_TIMEOUT_MS);
    erased += left.length;
  }
}
