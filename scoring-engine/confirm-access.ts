import { type Confirmation, ConfirmationKind } from "../proto/fraud/v1/fraud_pb.js";
import { confirmStep, revokeStep } from "./access-steps.ts";
import { guestHash } from "./baseline/event-prior.ts";
import type { ConfirmationType } from "./baseline/guest-baseline.ts";
import { StoreError } from "./baseline/store.ts";
import { EngineError, STATUS } from "./engine-error.ts";
import { requireId } from "./limits.ts";
import { errorFields } from "./log.ts";
import type { Services } from "./services.ts";

/** Timeout of the store for each step, milliseconds: a queue consumer has time. */
const STORE_TIMEOUT_MS = 1_500;

const CONFIRMATION_TYPES: Readonly<Record<ConfirmationKind, ConfirmationType | null>> = {
  [ConfirmationKind.UNSPECIFIED]: null,
  [ConfirmationKind.RSVP]: "rsvp",
  [ConfirmationKind.CHECK_IN]: "check_in",
  [ConfirmationKind.LEGITIMATE]: "legitimate",
  [ConfirmationKind.SUSPICIOUS]: "suspicious",
};

/**
 * Confirms or revokes an access by a message.
 * @returns whether it was applied; false as well when the store is unavailable, which is logged
 * @throws EngineError INVALID_ARGUMENT for a message without IDs or kind
 */
export async function confirmAccess(services: Services, message: Confirmation): Promise<boolean> {
  requireId("event_id", message.eventId);
  requireId("guest_id", message.guestId);
  requireId("access_log_id", message.accessLogId);
  const type = CONFIRMATION_TYPES[message.kind] ?? null;
  if (type === null) throw new EngineError(STATUS.invalidArgument, "kind is required");
  const { store, metrics, log } = services;
  try {
    const { applied, revokedNetwork } = await store.transact(
      confirmStep(message, type, services.now()),
      STORE_TIMEOUT_MS,
    );
    if (revokedNetwork !== null) {
      await store.transact(
        revokeStep(message.eventId, revokedNetwork, guestHash(message.guestId), services.now()),
        STORE_TIMEOUT_MS,
      );
    }
    return applied;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    metrics.storeError();
    log("warn", "confirmation lost", errorFields(error));
    return false;
  }
}
