import { eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { BatchResults, NamedStatements } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { type Placeholders, prepared } from "../../db/prepared-statement.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { events } from "../../db/schema/events.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { AppError, rateLimited } from "../../kernel/errors.ts";
import { authorizeMember, type Member } from "../../platform/authorization/authorize-member.ts";
import { type DeviceFacts, deviceState, deviceVerdict, deviceWindow, type UseWindow } from "./device-state.ts";
import type { DoorCaller, PresentedDevice } from "./door-caller.ts";
import { countUse, isKey, recordUse, type Use } from "./queries.ts";

/**
 * Runs named statements on an event in the batch that checks the caller's role. For a door device, the batch also
 * checks that it works and is within its limit, and counts its use. Use it for reads, because a write belongs in a
 * second batch.
 * @returns the member (for a device, its maker) and each statement's result under its name
 * @throws AppError errors of `authorizeMember`; 401 `door_device_ended`, 403 `door_not_open`, 429 `rate_limited`
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
  const use = { eventId, deviceId: device.id, now, network: device.network || null };
  const { doorDevice, doorUse, ...found } = await authorizeMember(ctx, caller, {
    doorDevice: findDeviceFacts(db, eventId, device.id),
    doorUse: useOf(db, use, device),
    ...statements,
  });
  // The names of T are among those of the batch. The compiler cannot infer this through the generic spread.
  const [facts] = doorDevice as DeviceFacts[];
  requireActive(facts, now);
  const [, before] = doorUse as UseWindow[][];
  requireWithinLimit(device, before?.[0], now);
  return found as { member: Member } & BatchResults<T>;
}

/** The statements that store the use of a device: counted against its limit once, otherwise at most once per minute. */
function useOf(db: Database, use: Use, { counted, verdict }: PresentedDevice) {
  return counted === null || verdict !== null ? [recordUse(db, use)] : countUse(db, counted, use);
}

/** @throws AppError 401 for a device that has ended or never was, 403 for one that is too early */
function requireActive(facts: DeviceFacts | undefined, now: number): asserts facts is DeviceFacts {
  const state = facts === undefined ? "ended" : deviceState(facts, now);
  if (facts === undefined || state === "ended") throw new AppError("door_device_ended");
  if (state === "active") return;
  const validFrom = toIsoTime(deviceWindow(facts).opensAt);
  throw new AppError("door_not_open", { valid_from: validFrom }, `This scanner link works from ${validFrom} on.`);
}

/** @throws AppError 429 `rate_limited` */
function requireWithinLimit(device: PresentedDevice, before: UseWindow | undefined, now: number): void {
  const { counted } = device;
  if (counted === null) return;
  device.verdict ??= deviceVerdict(counted, before, now);
  if (!device.verdict.allowed) throw rateLimited(device.verdict.resetSeconds);
}

/** A device, with the times of its event, for the decision whether it works. */
function findDeviceFacts(db: Database, eventId: string, deviceId: string) {
  return DEVICE_FACTS(db, { eventId, deviceId });
}

const DEVICE_FACTS = prepared((db, { eventId, deviceId }: Placeholders<{ eventId: string; deviceId: string }>) =>
  db
    .select({
      createdAt: doorDevices.createdAt,
      expiresAt: doorDevices.expiresAt,
      revokedAt: doorDevices.revokedAt,
      eventDate: events.eventDate,
      endTime: events.endTime,
    })
    .from(doorDevices)
    .innerJoin(events, eq(events.id, doorDevices.eventId))
    .where(isKey({ eventId, deviceId }))
    .limit(1),
);
