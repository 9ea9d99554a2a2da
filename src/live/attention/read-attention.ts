import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { eventEndsAt } from "../../db/event-window.ts";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../../db/joins.ts";
import { one } from "../../db/one.ts";
import { accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { checkIns } from "../../db/schema/check-ins.ts";
import { eventCollaborators, eventSeats, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { replyNetworks } from "../../db/schema/reply-networks.ts";
import { passedOver, rsvps } from "../../db/schema/rsvps.ts";
import { hasStanding } from "../../db/standing.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Standing } from "../../kernel/rsvp.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { HAS_FACTOR } from "../../platform/authorization/queries.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { otherShardsOf, selectUserShards } from "../../platform/shards/shards-of.ts";
import { isAskingHost } from "../../risk/challenges/queries.ts";
import { UNOPENED_DAYS } from "./schemas.ts";

/** Returns the counts of one event that need attention. */
export async function readAttention(ctx: RequestContext, caller: EventCaller): Promise<AttentionRow> {
  const { attention } = await authorizeMember(ctx, caller, {
    attention: one(findAttention(ctx.db, caller.eventId, ctx.clock.now())),
  });
  if (attention === undefined) throw notFound();
  return attention;
}

/**
 * Returns the counts of upcoming events that need the caller's attention. One round trip, as `readEvents`, and a second
 * one for other shards.
 */
export async function readAllAttention(ctx: RequestContext, caller: Caller): Promise<AttentionRow[]> {
  const { userId } = caller;
  const now = ctx.clock.now();
  const ownShard = onShardOf(ctx, userId);
  const { rows, shards } = await authorizeUser(
    ownShard,
    caller,
    { rows: listAttention(ownShard.db, userId, now) },
    { shards: selectUserShards(ctx, userId) },
  );
  const others = await Promise.all(otherShardsOf(ctx, userId, shards).map(({ db }) => listAttention(db, userId, now)));
  const only = caller.apiKey?.eventIds ?? null;
  return [...rows, ...others.flat()].filter((row) => needsHost(row) && (only === null || only.includes(row.eventId)));
}

function needsHost({ eventId: _, ...counts }: AttentionRow): boolean {
  return Object.values(counts).some((count) => count > 0);
}

type AttentionRow = Awaited<ReturnType<typeof findAttention>>[number];

/** Counts what needs attention at an event. Reads each of its guests, RSVPs and check-ins once. */
function findAttention(db: Database, eventId: string, now: number) {
  return counted(db, eq(events.id, eventId), now);
}

/**
 * Selects the counts of each future event on which a user has a role. Omits cancelled events, and events that require a
 * second factor if the user has none.
 */
function listAttention(db: Database, userId: string, now: number) {
  const isMine = sql`${events.id} in (
    select ${eventCollaborators.eventId} from ${eventCollaborators} where ${eventCollaborators.userId} = ${userId})
    and exists (select 1 from ${users} where ${users.id} = ${userId} and ${HAS_FACTOR})`;
  const isToCome = sql`${eventEndsAt()} > ${now}`;
  return counted(db, sql`${isMine} and ${isToCome} and ${events.cancelledAt} is null`, now);
}

function counted(db: Database, isAsked: SQL, now: number) {
  const is = (standing: Standing) => hasStanding([standing], now, checkIns.walkIn);
  const isUndelivered = sql`coalesce(${guests.deliveryStatus}, '') in ('bounced', 'complained', 'suppressed', 'failed')`;
  // By the age of the link. The standing is asked with it.
  const isUnopened = sql`${guests.openedAt} is null and ${guests.invitedAt} <= ${now - UNOPENED_DAYS * DAY_MS}`;
  const number = (value: SQL) => sql<number>`coalesce(${value}, 0)`;
  const count = (condition: SQL) => number(sql`sum(${condition})`);
  return db
    .select({
      eventId: events.id,
      undelivered: count(sql`${is("silent")} and ${isUndelivered}`).as("undelivered"),
      unopened: count(sql`${is("silent")} and not ${isUndelivered} and ${isUnopened}`).as("unopened"),
      offered: count(is("offered")).as("offered"),
      waitlisted: count(is("waitlisted")).as("waitlisted"),
      passedOver: sql<number>`(
        select count(*) from ${passedOver} where ${passedOver.eventId} = ${events.id} and ${passedOver.ended} = 0
      )`.as("passed_over"),
      blocked: sql<number>`(
        select count(distinct ${accessLogs.guestId}) from ${accessLogs}
        where ${accessLogs.eventId} = ${events.id} and ${accessLogs.risk} = 'block' and ${accessLogs.automated} = 0
          and not exists (select 1 from ${fraudFeedback} where ${fraudFeedback.accessLogId} = ${accessLogs.id})
      )`.as("blocked"),
      asked: sql<number>`(
        select count(distinct ${accessLogs.guestId}) from ${accessLogs}
        where ${accessLogs.eventId} = ${events.id} and ${isAskingHost()}
      )`.as("asked"),
      replyNetworks: sql<number>`(
        select count(*) from ${replyNetworks} where ${replyNetworks.eventId} = ${events.id} and ${replyNetworks.status} = 'open'
      )`.as("reply_networks"),
      overCapacity: number(
        sql`(select max(0, ${eventSeats.held} - ${events.capacity}) from ${eventSeats} where ${eventSeats.eventId} = ${events.id})`,
      ).as("over_capacity"),
    })
    .from(events)
    .leftJoin(guests, eq(guests.eventId, events.id))
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .leftJoin(checkIns, CHECK_IN_OF_GUEST)
    .where(and(isAsked, isNull(events.deletedAt)))
    .groupBy(events.id);
}
