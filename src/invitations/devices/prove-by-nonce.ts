import type { RequestContext } from "../../context.ts";
import { type EventTimes, eventWindow } from "../../kernel/event-window.ts";
import { flushAfterResponse, pending } from "../../platform/flush-after-response/flush-after-response.ts";
import type { EffectKind } from "../../platform/flush-after-response/flush-queue.ts";
import { deviceExpiry, type KnownDevice } from "./guest-device.ts";
import { type NonceUse, proveDevicesByNonce } from "./queries.ts";

const PROVED: EffectKind<NonceUse> = { statements: (db, uses) => [proveDevicesByNonce(db, uses)] };

/** What was read for a request on a guest's link. */
interface Opened {
  event: EventTimes;
  device: KnownDevice;
  /** Hash of the request's edit nonce, if that is valid. */
  nonceHash: string | null;
}

/**
 * Verifies, after the response, the device of a request that carried a valid edit nonce, as entering a code does. Call it for a
 * request that was neither automated nor refused. Does nothing for a client without a device ID, which repeats the nonce.
 */
export function proveByNonce(ctx: RequestContext, { event, device, nonceHash }: Opened): void {
  if (nonceHash === null || device.isProved || !device.isEvidence) return;
  const at = ctx.clock.now();
  const use = { nonceHash, device: device.hash, at, expiresAt: deviceExpiry(eventWindow(event).endsAt, at) };
  flushAfterResponse(ctx, { outboxRows: [], effects: [pending(PROVED, use)] });
}
