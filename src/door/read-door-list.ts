import { and, eq, isNull } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST, LINK_OF_GUEST } from "../db/joins.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { doorDevices } from "../db/schema/door-devices.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { standingSql } from "../db/standing.ts";
import { findEvent } from "../events/queries.ts";
import { signShortCode } from "../invitations/door-code/short-code.ts";
import { toBase64Url, utf8 } from "../kernel/bytes.ts";
import { notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import type { PurposeKeys } from "../kernel/keyring.ts";
import { authorizeAtDoor } from "./devices/authorize-at-door.ts";
import type { DoorCaller } from "./devices/door-caller.ts";
import { EXPECTED_PARTY } from "./queries.ts";
import { eventCancelled } from "./read-door-guest.ts";

const HASH_BYTES = 16;

/** Hex digits at the end of a guest's ID that name the bucket: 256 buckets, so that a check-in changes little. */
const BUCKET_DIGITS = 2;

/** 36 bits: enough to see a change of one bucket. */
const DIGEST_LENGTH = 6;

/** Guests whose IDs end alike. `digest` changes with anything in it. */
export interface Bucket {
  bucket: string;
  digest: string;
  guests: { guest: ListedGuest; codes: string[] }[];
}

/** The guest list for one phone. `keys` are AES keys, newest first; `closesAt` is in epoch milliseconds. */
export interface DoorList {
  keys: string[];
  closesAt: number;
  buckets: Bucket[];
}

/**
 * Returns the data that a scanner needs to decide without a network. One database call reads all guests. Only buckets
 * that the phone lacks are sent, and codes are computed only for them.
 * @param vault the phone's own random text. Its keys are equal for each device of the event, so that a new scanner link
 *   can decrypt the data of the previous one
 * @param have the buckets that the phone has, each two digits and its digest
 * @throws AppError 404, 409 `event_cancelled`; errors of `authorizeAtDoor`
 */
export async function readDoorList(
  ctx: RequestContext,
  caller: DoorCaller,
  { vault, have }: { vault: string; have: string },
): Promise<DoorList> {
  const { db, keyring } = ctx;
  const { eventId } = caller;
  const { event, guests } = await authorizeAtDoor(ctx, caller, {
    event: one(findEvent(db, eventId)),
    guests: listDoorGuests(db, eventId, ctx.clock.now()),
  });
  if (event === undefined) throw notFound();
  if (event.cancelledAt !== null) throw eventCancelled();
  const codeKeys = await keyring.keysFor("door_code");
  const changed = await changedBuckets(guests, have, await epochOf(codeKeys, eventId));
  const buckets = changed.map(async ({ rows, ...bucket }) => ({
    ...bucket,
    guests: await Promise.all(rows.map(async (guest) => ({ guest, codes: await codesOf(codeKeys, eventId, guest) }))),
  }));
  const label = utf8(`door list\0${eventId}\0${vault}`);
  const keys = (await keyring.keysFor("door_list")).map((key) => crypto.subtle.sign("HMAC", key, label));
  return {
    keys: (await Promise.all(keys)).map((key) => toBase64Url(new Uint8Array(key))),
    closesAt: eventWindow(event).closesAt,
    buckets: await Promise.all(buckets),
  };
}

async function codesOf(keys: PurposeKeys, eventId: string, { id, tokenId }: ListedGuest): Promise<string[]> {
  return tokenId === null ? [] : codeHashesOf(keys, { eventId, guestId: id, tokenId });
}

/** A text that changes when the keys of door codes do, and with them every bucket. */
async function epochOf(keys: PurposeKeys, eventId: string): Promise<string> {
  return (await codeHashesOf(keys, { eventId, guestId: eventId, tokenId: eventId })).join();
}

/** Returns the buckets whose digest differs from the phone's, including buckets that are now empty. */
async function changedBuckets(guests: readonly ListedGuest[], have: string, epoch: string) {
  const known = new Map(
    Array.from(have.matchAll(new RegExp(`(.{${BUCKET_DIGITS}})(.{${DIGEST_LENGTH}})`, "g")), ([, bucket, digest]) => [
      bucket ?? "",
      digest,
    ]),
  );
  const rowsOf = new Map([...known.keys()].map((bucket): [string, ListedGuest[]] => [bucket, []]));
  for (const guest of guests) {
    const bucket = guest.id.slice(-BUCKET_DIGITS);
    const rows = rowsOf.get(bucket);
    if (rows === undefined) rowsOf.set(bucket, [guest]);
    else rows.push(guest);
  }
  const buckets = await Promise.all(
    Array.from(rowsOf, async ([bucket, rows]) => {
      const hash = await crypto.subtle.digest("SHA-256", utf8(epoch + JSON.stringify(rows)));
      return { bucket, rows, digest: toBase64Url(new Uint8Array(hash)).slice(0, DIGEST_LENGTH) };
    }),
  );
  return buckets.filter(({ bucket, digest }) => known.get(bucket) !== digest);
}

/**
 * Returns hashes by which a scanner recognises a guest's short codes without having them: the first 16 bytes of
 * SHA-256("door code" ‖ 0 ‖ code), one per key that verifies codes. A JWT has the short code in `jti`.
 */
function codeHashesOf(
  keys: PurposeKeys,
  names: { eventId: string; guestId: string; tokenId: string },
): Promise<string[]> {
  return Promise.all(
    keys.map(async (key) => {
      const code = await signShortCode([key], names);
      const digest = await crypto.subtle.digest("SHA-256", utf8(`door code\0${code}`));
      return toBase64Url(new Uint8Array(digest).subarray(0, HASH_BYTES));
    }),
  );
}

type ListedGuest = Awaited<ReturnType<typeof listDoorGuests>>[number];

/** All guests of an event as a scanner needs them without a network: standing, current link and check-in. */
function listDoorGuests(db: Database, eventId: string, now: number) {
  return db
    .select({
      id: aliased(guests.id, "guest.id"),
      name: aliased(guests.name, "guest.name"),
      table: guests.table,
      tags: guests.tags,
      companions: rsvps.companions,
      invitedCompanions: aliased(guests.companions, "guest.companions"),
      standing: standingSql(now, checkIns.walkIn).as("standing"),
      expectedParty: EXPECTED_PARTY.as("expected_party"),
      tokenId: aliased(accessTokens.id, "token.id"),
      checkInId: aliased(checkIns.id, "check_in.id"),
      checkedInAt: checkIns.checkedInAt,
      arrivalCount: checkIns.arrivalCount,
      byName: aliased(users.name, "by.name"),
      door: aliased(doorDevices.name, "door.name"),
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(accessTokens, LINK_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .leftJoin(users, eq(users.id, checkIns.checkedInBy))
    .leftJoin(doorDevices, isDoorOf())
    .where(eq(guests.eventId, eventId))
    .orderBy(guests.id);
}

/** Condition: the named device recorded the check-in. */
function isDoorOf() {
  return and(
    eq(doorDevices.eventId, checkIns.eventId),
    eq(doorDevices.id, checkIns.deviceId),
    isNull(doorDevices.expiresAt),
  );
}
