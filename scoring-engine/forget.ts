import { guestMark } from "./baseline/event-prior.ts";
import { erasingAll, forgetting, forgettingEvent } from "./baseline/forget.ts";
import { KEYS } from "./baseline/keys.ts";
import { type Store, StoreError } from "./baseline/store.ts";

/** Documents erased in one step: the engine's thread scores guests between two. */
const ERASED_AT_ONCE = 50;
/** Documents that one call erases: less than a second of work. A larger event takes several calls. */
const ERASED_IN_CALL = 2_000;
/** A guest's networks are looked up and then looked at; more often only while the guest is being scored elsewhere. */
const MAX_LOOKS = 5;
const PATIENCE_MS = 1_500;

/** How many documents a call has erased, and whether that was all. */
export interface Forgotten {
  readonly erased: number;
  readonly complete: boolean;
}

/**
 * Erases a guest. Resolves when nothing of it is kept any more.
 * @throws StoreError when the store is lost: unlike a score, this must be asked for again
 */
export async function forgetGuest(store: Store, eventId: string, guestId: string, nowMs: number): Promise<Forgotten> {
  let networks: readonly string[] = [];
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const step = forgetting({ eventId, guestId }, guestMark(guestId), networks, nowMs);
    const found = await store.transact(step, PATIENCE_MS);
    if ("erased" in found) {
      await store.settled();
      return { erased: found.erased, complete: true };
    }
    networks = found.networks;
  }
  throw new StoreError("the guest is being scored");
}

/** Erases all of an event's guests and what they had in common, a bounded part of it in each call. @throws as `forgetGuest` */
export async function forgetEvent(store: Store, eventId: string, nowMs: number): Promise<Forgotten> {
  await store.transact(forgettingEvent(eventId, nowMs), PATIENCE_MS);
  for (let erased = 0; ; ) {
    await store.settled();
    const owned = await store.listOwned(eventId, ERASED_AT_ONCE);
    const left = owned.filter((key) => key !== KEYS.population(eventId));
    if (left.length === 0) return { erased, complete: true };
    if (erased >= ERASED_IN_CALL) return { erased, complete: false };
    await store.transact(erasingAll(left), PATIENCE_MS);
    erased += left.length;
  }
}
