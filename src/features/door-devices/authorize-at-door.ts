import type { BatchResults, NamedStatements } from "../../db/batch.ts";
import { toWire } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type Member } from "../members/authorize-member.ts";
import { type DeviceFacts, deviceState, deviceWindow } from "./device-state.ts";
import type { DoorCaller } from "./door-caller.ts";
import { findDeviceFacts, recordUse } from "./queries.ts";

/**
 * Runs named statements on an event in the same batch that checks the caller's role and, for a door device, that the
 * device still works; its use is written down there, too. For reads: a write belongs in a second batch.
 * @returns the member, who for a device is the one who made it, and each statement's result under its name
 * @throws AppError what `authorizeMember` throws; 401 `door_device_ended`, 403 `door_not_open`
 */
export async function authorizeAtDoor<const T extends NamedStatements & { member?: never }>(
  ctx: RequestContext,
  caller: DoorCaller,
  statements: T,
): Promise<{ member: Member } & BatchResults<T>> {
  const { db, clock } = ctx;
  const { device, eventId } = caller;
  if (device === null) return authorizeMember(ctx, caller, statements);
  const now = clock.now();
  const { doorDevice, ...found } = await authorizeMember(ctx, caller, {
    doorDevice: findDeviceFacts(db, eventId, device.id),
    doorUse: useOf(ctx, caller),
    ...statements,
  });
  // The names of T are among those of the batch; the compiler does not see through the generic spread.
  const [facts] = doorDevice as DeviceFacts[];
  requireActive(facts, now);
  return found as { member: Member } & BatchResults<T>;
}

/** The statement that writes down the use of the caller's device, at most once a minute; none for a member. */
export function useOf({ db, clock }: Pick<RequestContext, "db" | "clock">, { device, eventId }: DoorCaller) {
  if (device === null) return [];
  return [recordUse(db, { eventId, deviceId: device.id, now: clock.now(), network: device.network || null })];
}

/** @throws AppError 401 for a device that has ended or never was, 403 for one that is too early */
function requireActive(facts: DeviceFacts | undefined, now: number): void {
  const state = facts === undefined ? "ended" : deviceState(facts, now);
  if (facts === undefined || state === "ended") throw new AppError("door_device_ended");
  if (state === "active") return;
  const validFrom = toWire(deviceWindow(facts).opensAt);
  throw new AppError("door_not_open", { valid_from: validFrom }, `This scanner link works from ${validFrom} on.`);
}
