import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { findEvent } from "../../events/queries.ts";
import { logLate } from "../../identity/accounts/log-change.ts";
import { credentialNotices } from "../../identity/notices/account-notices.ts";
import { findAuthentication } from "../../identity/second-factors/queries.ts";
import { requireStepUpFor } from "../../identity/second-factors/require-step-up.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { EventTimes } from "../../kernel/event-window.ts";
import { newId } from "../../kernel/ids.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { refreshFlags, requireEnabled } from "../../platform/flags/flags.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { requireFeature } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../../platform/tiers/tier-of.ts";
import { deviceState, deviceWindow } from "./device-state.ts";
import { TICKET, type TicketClaims } from "./device-ticket.ts";
import { DOOR_RIGHTS, type DoorRight } from "./door-caller.ts";
import { findDoorDevice, isKey, listDoorDevices, type NamedDevice } from "./queries.ts";

const SCANNER_TICKET_NAME = "Scanner link";

/** Longer than guests arrive at one event. */
const SCANNER_TICKET_MS = 12 * HOUR_MS;

/** `exp` of a named device's ticket, after its event's door closes: the event may be moved, and the row decides. */
const TICKET_EXPIRY_MARGIN_MS = 366 * DAY_MS;

/** Named devices of an event that were not ended: more than a festival has doors. */
const MAX_DOOR_DEVICES = 100;

/** A new device, with what the phone at the door opens. In `url` the ticket follows the `#`, which browsers do not send. */
type DeviceWithTicket = MadeDevice & { ticket: string; url: string };

/**
 * Makes a named door device of an event.
 * @throws AppError 403 `step_up_required`, 403 `feature_disabled`, 402 `feature_not_in_tier`, 409 `door_devices_full`
 */
export function createDoorDevice(
  ctx: RequestContext,
  caller: EventCaller,
  input: { name: string; rights: readonly DoorRight[] },
): Promise<DeviceWithTicket> {
  return makeWithTicket(ctx, caller, { ...input, isTicket: false });
}

/**
 * Issues a scanner ticket: the ticket of a door device with every right, which ends with the caller's session.
 * @throws AppError 403 `feature_disabled`, 402 `feature_not_in_tier`
 */
export async function issueScannerTicket(ctx: RequestContext, caller: EventCaller) {
  const device = { name: SCANNER_TICKET_NAME, rights: DOOR_RIGHTS, isTicket: true };
  const { ticket, url, closesAt } = await makeWithTicket(ctx, caller, device);
  return { ticket, url, expiresAt: closesAt };
}

async function makeWithTicket(ctx: RequestContext, caller: EventCaller, input: NewDevice): Promise<DeviceWithTicket> {
  const made = await makeDevice(ctx, caller, input);
  const ticket = await signDeviceTicket(ctx, {
    deviceId: made.id,
    eventId: caller.eventId,
    // A named device is ended by its row: a reset may keep it.
    session:
      made.sessionId === null
        ? { userId: made.userId, issuedAt: Number.MAX_SAFE_INTEGER, sessionId: made.id }
        : { userId: made.userId, issuedAt: made.createdAt, sessionId: made.sessionId },
    rights: made.rights,
    expiresAt: made.ticketExpiresAt,
  });
  return { ...made, ticket, url: `${ctx.config.PUBLIC_URL}/scan#${ticket}` };
}

const makeDevice = idempotent(authorizeMember, make);

async function make(ctx: RequestContext, caller: EventCaller, input: NewDevice): Promise<MadeDevice> {
  const { db, clock, config } = ctx;
  const { eventId } = caller;
  const [{ member, granted, event, authentication }] = await Promise.all([
    authorizeMember(
      ctx,
      caller,
      { granted: tierOfEvent(ctx, eventId), event: one(findEvent(db, eventId)) },
      { authentication: findAuthentication(ctx.accountsDb, caller.session) },
    ),
    refreshFlags(ctx),
  ]);
  await requireStepUpFor(input.isTicket ? "scanner_ticket" : "door_device", ctx, caller.session, authentication);
  if (event === undefined) throw notFound();
  await requireEnabled(ctx, "scanner", member.hostId);
  requireFeature(config.PUBLIC_URL, tierIn(granted), "scanner");
  const { sessionId, apiKey } = member.session;
  const maker = { eventId, userId: member.userId, sessionId, endsAt: apiKey?.expiresAt ?? null };
  const row = newDeviceRow(maker, input, clock.now());
  const made = madeDevice(row, input, event);
  await write(ctx, member, row, made);
  return made;
}

async function write(ctx: RequestContext, member: Member, row: DoorDeviceRow, made: MadeDevice): Promise<void> {
  const { eventId, id } = row;
  const kind = row.sessionId === null ? "door_device" : "scanner_ticket";
  const facts = { eventId, actorId: member.userId, detail: "door_device" as const };
  await commit(ctx, {
    by: member,
    guard: [row.expiresAt === null && hasRoomForDevice(eventId, MAX_DOOR_DEVICES)],
    changes: { created: ctx.db.insert(doorDevices).values(row) },
    audit: {
      action: "door_device.created",
      target: id,
      before: null,
      after: { name: row.name, rights: made.rights.join(" ") },
    },
    messages: credentialNotices(ctx, kind, [member.userId, member.hostId], facts),
    result: { value: made },
    at: row.createdAt,
    lost: deniedOr(ctx, member, "door_devices_full"),
  });
  logLate(ctx, member.userId, `${kind}_created`, id);
}

/** A page of an event's door devices, the newest first, ended ones included until they are deleted. */
export async function readDoorDevices(ctx: RequestContext, caller: EventCaller, query: PageQuery) {
  const page = pagerById(`door-devices ${caller.eventId}`, query);
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listDoorDevices(ctx.db, caller.eventId, page.after, page.limit),
  });
  const { rows: shown, nextCursor } = page.of(rows, ({ device }) => device.id);
  const now = ctx.clock.now();
  return { rows: shown.map((row) => listedDevice(row, now)), nextCursor };
}

/** A device in the list, at a time (epoch milliseconds). */
function listedDevice(found: NamedDevice, now: number) {
  const { device, makerName, isMakerActive, ...event } = found;
  const facts = { ...event, ...device };
  const { opensAt, closesAt } = deviceWindow(facts);
  return {
    ...device,
    rights: rightsOf(found),
    kind: device.expiresAt === null ? ("named" as const) : ("scanner_ticket" as const),
    state: isMakerActive ? deviceState(facts, now) : ("ended" as const),
    madeBy: { id: device.madeBy, name: makerName },
    validFrom: opensAt,
    validUntil: closesAt,
  };
}

function rightsOf({ device: { canScan, canWalkIn, canOverride } }: NamedDevice): DoorRight[] {
  const held = { scan: canScan, walk_in: canWalkIn, override: canOverride };
  return DOOR_RIGHTS.filter((right) => held[right]);
}

/** Revokes a door device, so its next request is rejected. @throws AppError 404 also for a revoked device */
export async function revokeDoorDevice(ctx: RequestContext, caller: EventCaller, deviceId: string): Promise<void> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { member, device } = await authorizeMember(ctx, caller, { device: one(findDoorDevice(db, eventId, deviceId)) });
  if (device === undefined) throw notFound();
  const now = clock.now();
  await commit(ctx, {
    by: member,
    guard: [isUsable(eventId, deviceId)],
    changes: { revoked: markRevoked(db, eventId, deviceId, now) },
    audit: { action: "door_device.revoked", target: deviceId, before: { name: device.name }, after: null },
    at: now,
    lost: deniedOr(ctx, member, "not_found"),
  });
}

/** Signs a ticket, a JWT of the audience `scanner`. The same claims, the same text. */
function signDeviceTicket(
  ctx: Pick<RequestContext, "keyring" | "clock">,
  { deviceId, eventId, session: { userId, sessionId, issuedAt }, rights, expiresAt }: TicketClaims,
): Promise<string> {
  return TICKET.sign(ctx, { deviceId, eventId, session: { userId, sessionId, issuedAt }, rights }, expiresAt);
}

/** The values of a new device. */
interface NewDevice {
  name: string;
  rights: readonly DoorRight[];
  /** A scanner ticket expires with the session and 12 h after it was issued, a named device with its event. */
  isTicket: boolean;
}

/**
 * A new device without its ticket, because an idempotency record must not contain a secret. Times are epoch
 * milliseconds.
 */
interface MadeDevice {
  id: string;
  userId: string;
  /** The session whose end revokes a scanner ticket. Null for a named device. */
  sessionId: string | null;
  name: string;
  rights: readonly DoorRight[];
  createdAt: number;
  opensAt: number;
  closesAt: number;
  ticketExpiresAt: number;
}

/**
 * The row of a new device.
 * @param maker the member, and the session that asks for it; `endsAt` when that is an API key that expires, epoch milliseconds
 */
function newDeviceRow(
  maker: { eventId: string; userId: string; sessionId: string; endsAt: number | null },
  { name, rights, isTicket }: NewDevice,
  now: number,
): DoorDeviceRow {
  return {
    eventId: maker.eventId,
    id: newId(now),
    name,
    canScan: rights.includes("scan"),
    canWalkIn: rights.includes("walk_in"),
    canOverride: rights.includes("override"),
    madeBy: maker.userId,
    sessionId: isTicket ? maker.sessionId : null,
    createdAt: now,
    expiresAt: isTicket ? Math.min(now + SCANNER_TICKET_MS, maker.endsAt ?? Number.POSITIVE_INFINITY) : null,
    revokedAt: null,
    lastUsedAt: null,
    lastNetwork: null,
  };
}

/** Returns a new device for the caller, with the values that its ticket is signed from. */
function madeDevice(row: DoorDeviceRow, { rights }: NewDevice, event: EventTimes): MadeDevice {
  const { id, name, sessionId, createdAt, expiresAt } = row;
  const window = deviceWindow({ ...row, ...event });
  const ticketExpiresAt = expiresAt ?? Math.max(window.closesAt, createdAt) + TICKET_EXPIRY_MARGIN_MS;
  return { id, userId: row.madeBy, sessionId, name, rights, createdAt, ticketExpiresAt, ...window };
}

type DoorDeviceRow = typeof doorDevices.$inferSelect;

/** Condition: the event has fewer than `most` named devices that were not ended. */
function hasRoomForDevice(eventId: string, most: number): SQL {
  const named = and(eq(doorDevices.eventId, eventId), isNull(doorDevices.expiresAt), isNull(doorDevices.revokedAt));
  return sql`(select count(*) from ${doorDevices} where ${named}) < ${most}`;
}

/** Condition: the device is there and was not ended. */
function isUsable(eventId: string, deviceId: string): SQL {
  const isRow = and(isKey({ eventId, deviceId }), isNull(doorDevices.revokedAt));
  return sql`exists (select 1 from ${doorDevices} where ${isRow})`;
}

function markRevoked(db: Database, eventId: string, deviceId: string, now: number) {
  return db.update(doorDevices).set({ revokedAt: now }).where(isKey({ eventId, deviceId }));
}
