import { runBatch } from "../../db/batch.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { refreshFlags, requireEnabled } from "../../platform/flags/is-enabled.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { requireFeature } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { findEvent } from "../events/queries.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { deviceWindow } from "./device-state.ts";
import { signDeviceTicket } from "./device-ticket.ts";
import { type DoorDeviceRow, hasRoomForDevice, insertDoorDevice, isDevice } from "./queries.ts";
import { DOOR_RIGHTS, type DoorRight } from "./rights.ts";

/** Named devices of an event that were not ended: more than a festival has doors. */
export const MAX_DOOR_DEVICES = 100;
/** Longer than guests arrive at one event. */
const SCANNER_TICKET_MS = 12 * HOUR_MS;
/** `exp` of a named device's ticket, after its event's door closes: the event may be moved, and the row decides. */
const MOVABLE_MS = 366 * DAY_MS;
const SCANNER_TICKET_NAME = "Scanner link";

/** What a device is made with. */
interface NewDevice {
  name: string;
  rights: readonly DoorRight[];
  /** A scanner ticket ends with the session and 12 h after it was made; a named device with its event. */
  isTicket: boolean;
}

/** A device as it was made, without its ticket: an idempotency record holds no secret. Times are epoch milliseconds. */
interface MadeDevice {
  id: string;
  userId: string;
  sessionId: string | null;
  name: string;
  rights: readonly DoorRight[];
  createdAt: number;
  opensAt: number;
  closesAt: number;
  ticketExpiresAt: number;
}

/** A new device, with what the phone at the door opens. In `url` the ticket follows the `#`, which browsers do not send. */
export type DeviceWithTicket = MadeDevice & { ticket: string; url: string };

/**
 * Makes a named door device of an event.
 * @throws AppError 403 `feature_disabled`, 402 `feature_not_in_tier`, 409 `door_devices_full`
 */
export function createDoorDevice(
  ctx: RequestContext,
  caller: EventCaller,
  input: { name: string; rights: readonly DoorRight[] },
): Promise<DeviceWithTicket> {
  return makeWithTicket(ctx, caller, { ...input, isTicket: false });
}

/** Makes a device with every right that ends with the caller's session: a link for the host's own phone. */
export function createScannerTicket(ctx: RequestContext, caller: EventCaller): Promise<DeviceWithTicket> {
  return makeWithTicket(ctx, caller, { name: SCANNER_TICKET_NAME, rights: DOOR_RIGHTS, isTicket: true });
}

async function makeWithTicket(ctx: RequestContext, caller: EventCaller, input: NewDevice): Promise<DeviceWithTicket> {
  const made = await makeDevice(ctx, caller, input);
  const ticket = await signDeviceTicket(ctx, {
    deviceId: made.id,
    eventId: caller.eventId,
    session: { userId: made.userId, issuedAt: made.createdAt, sessionId: made.sessionId },
    rights: made.rights,
    expiresAt: made.ticketExpiresAt,
  });
  return { ...made, ticket, url: `${ctx.config.PUBLIC_URL}/scan#${ticket}` };
}

const makeDevice = idempotent(authorizeMember, make);

async function make(ctx: RequestContext, caller: EventCaller, input: NewDevice): Promise<MadeDevice> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const [
    {
      member,
      granted,
      event: [event],
    },
  ] = await Promise.all([
    authorizeMember(ctx, caller, { granted: tierOfEvent(ctx, eventId), event: findEvent(db, eventId) }),
    refreshFlags(ctx),
  ]);
  if (event === undefined) throw notFound();
  await requireEnabled(ctx, "scanner", member.hostId);
  requireFeature(config.PUBLIC_URL, tierIn(granted), "scanner");

  const now = clock.now();
  const row = deviceRow(member, input, now);
  const window = deviceWindow({ ...event, ...row });
  const ticketExpiresAt = row.expiresAt ?? Math.max(window.closesAt, now) + MOVABLE_MS;
  const { name, rights } = input;
  const made = {
    id: row.id,
    userId: member.userId,
    sessionId: row.sessionId,
    name,
    rights,
    createdAt: now,
    ticketExpiresAt,
    ...window,
  };
  const record = {
    eventId,
    actorId: member.userId,
    action: "door_device.created" as const,
    target: row.id,
    before: null,
    after: { name, rights: rights.join(" ") },
    at: now,
  };
  const isMade = isDevice(db, eventId, row.id);
  const mayMake = hasRole(db, member);
  const { created } = await runBatch(db, {
    created: insertDoorDevice(db, row, mayMake, input.isTicket ? null : hasRoomForDevice(eventId, MAX_DOOR_DEVICES)),
    audit: recordAudit(db, record, isMade),
    result: recordResult(ctx, caller, made, isMade),
  });
  if (created.length > 0) return made;
  await authorizeMember(ctx, caller, {});
  throw new AppError("door_devices_full");
}

function deviceRow(member: Member, { name, rights, isTicket }: NewDevice, now: number): DoorDeviceRow {
  return {
    eventId: member.eventId,
    id: newId(now),
    name,
    canScan: rights.includes("scan"),
    canWalkIn: rights.includes("walk_in"),
    canOverride: rights.includes("override"),
    madeBy: member.userId,
    sessionId: isTicket ? member.session.sessionId : null,
    createdAt: now,
    expiresAt: isTicket ? now + SCANNER_TICKET_MS : null,
    revokedAt: null,
    lastUsedAt: null,
    lastNetwork: null,
  };
}
