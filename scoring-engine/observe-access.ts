import { Risk } from "../proto/fraud/v1/fraud_pb.js";
import type { Access } from "./access.ts";
import { NEEDS_OVERFLOW, observeStep, scoreWithoutHistory } from "./access-steps.ts";
import type { AccessRecord } from "./baseline/guest-baseline.ts";
import { StoreError } from "./baseline/store.ts";
import { isAutomated } from "./fraud-scored.ts";
import { errorFields } from "./log.ts";
import type { BandName } from "./metrics.ts";
import { bandOf } from "./score.ts";
import type { Services } from "./services.ts";

/** Timeouts of the store by method, milliseconds: a guest has 250 ms in all, a queue consumer has time. */
const STORE_TIMEOUT_MS = { score: 110, handle: 1_500 } as const;

const BAND_NAMES: Readonly<Record<Risk, BandName>> = {
  [Risk.UNSPECIFIED]: "low",
  [Risk.LOW]: "low",
  [Risk.MEDIUM]: "medium",
  [Risk.HIGH]: "high",
  [Risk.BLOCK]: "block",
};

/** `isStored`: the step was carried out, though perhaps not flushed yet; false without the store. */
export interface Scored {
  readonly record: AccessRecord;
  readonly isStored: boolean;
}

/** Scores and stores an access; without the store it scores without history, which is less precise. */
export async function observeAccess(
  services: Services,
  access: Access,
  verb: keyof typeof STORE_TIMEOUT_MS,
): Promise<Scored> {
  const { store, metrics, log } = services;
  const now = services.now();
  const timeoutMs = STORE_TIMEOUT_MS[verb];
  let record: AccessRecord;
  let isStored = true;
  try {
    const first = await store.transact(observeStep(access, now), timeoutMs);
    const observed = first === NEEDS_OVERFLOW ? await store.transact(observeStep(access, now, true), timeoutMs) : first;
    if (observed === NEEDS_OVERFLOW) throw new StoreError("step needs the overflow document that it has read");
    record = observed.record;
    if (observed.isDuplicate) {
      metrics.duplicate();
      return { record, isStored };
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    metrics.storeError();
    log("warn", "scored without history", errorFields(error));
    record = scoreWithoutHistory(access, now);
    isStored = false;
  }
  metrics.scored(BAND_NAMES[bandOf(record.score)], isAutomated(record));
  return { record, isStored };
}
