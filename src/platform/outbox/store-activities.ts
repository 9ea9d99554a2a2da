import { type SQL, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import type { Database, Statement } from "../../db/client.ts";
import { outbox } from "../../db/schema/messages.ts";
import { monitorOf } from "../activities/monitors.ts";
import { busMessage, enqueue } from "./enqueue.ts";
import { deletePublished } from "./queries.ts";

/** An activity of an event, in the form that its monitor accepts. */
export type LiveActivity = Parameters<ReturnType<typeof monitorOf>["publish"]>[1];

/** Maximum activities in one call of the monitor. */
const MAX_EVENTS_PER_CALL = 500;

type ActivityMessage = Extract<BusMessage, { type: "activity.publish" }>;

/** The message that has an activity numbered; see `storeActivities`. */
export function activityMessage(
  ctx: Pick<RequestContext, "clock">,
  eventId: string,
  event: LiveActivity,
): ActivityMessage {
  const guest = "guest" in event ? { guest_id: event.guest.id } : {};
  return busMessage(ctx, "activity.publish", { event_id: eventId, ...guest, activity: event });
}

/** Activities in the outbox. */
export interface StoredActivities {
  /** For the batch of the change that causes them. */
  statements: Statement[];
  /**
   * Call after the commit: sends them to the event's monitor, which numbers them, and takes them from the outbox.
   * @param events the activities, where they were not known before the change
   */
  publishAfterResponse(events?: readonly LiveActivity[]): void;
  /** Publishes the stored activities. For a change that does not return whether its write condition was true. */
  publishStoredAfterResponse(): void;
}

/**
 * Stores activities in the outbox, in the D1 batch of the change that causes them. If the Worker dies, the relay has
 * them numbered.
 * @param events null if only the change tells what they are; the relay reads them from the database then
 * @param guard the write condition of the change; put the statements before the change
 */
export function storeActivities(
  ctx: RequestContext,
  eventId: string,
  events: readonly LiveActivity[] | null,
  guard?: SQL,
): StoredActivities {
  const messages = events?.map((event) => activityMessage(ctx, eventId, event)) ?? [
    busMessage(ctx, "activity.publish", { event_id: eventId }),
  ];
  const { statements, rows } = enqueue(ctx, messages, guard);
  const ids = rows.map(({ id }) => id);
  const publishAll = async (known: readonly LiveActivity[]): Promise<void> => {
    await publishInOrder(ctx, eventId, known);
    await deletePublished(ctx.db, ids);
  };
  return {
    statements,
    publishAfterResponse(known = events ?? []) {
      if (ids.length > 0) ctx.defer(() => publishAll(known));
    },
    publishStoredAfterResponse() {
      if (ids.length === 0) return;
      ctx.defer(async () => {
        const [stored] = await findStored(ctx.db, ids);
        if (stored !== undefined) await publishAll(events ?? []);
      });
    },
  };
}

/**
 * Publishes activities before their change is committed. Use it only if the change is retried on failure, as email
 * sending is.
 * @returns statements that store the activities in the outbox, for the batch of the change, if the monitor was not reached
 */
export async function publishFirst(
  ctx: RequestContext,
  eventId: string,
  events: readonly LiveActivity[],
): Promise<Statement[]> {
  try {
    await publishInOrder(ctx, eventId, events);
    return [];
  } catch {
    return storeActivities(ctx, eventId, events).statements;
  }
}

/** Sends any number of activities of one event to its monitor, in their order. */
export async function publishInOrder(
  ctx: Pick<RequestContext, "shared">,
  eventId: string,
  events: readonly LiveActivity[],
): Promise<void> {
  for (let from = 0; from < events.length; from += MAX_EVENTS_PER_CALL) {
    await monitorOf(ctx, eventId).publish(eventId, ...events.slice(from, from + MAX_EVENTS_PER_CALL));
  }
}

/** One of these rows, if any is stored. */
function findStored(db: Database, ids: readonly string[]) {
  const isAny = sql`${outbox.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  return db.select({ id: outbox.id }).from(outbox).where(isAny).limit(1);
}
