import type { RequestContext } from "../context.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import type { Role } from "../platform/authorization/roles.ts";
import { readNotices } from "./notices/gather-notices.ts";
import { requireNotice } from "./notices/require-notice.ts";
import { type EventRow, findEvent } from "./queries.ts";
import { type Decision, noticeKindOf, writeCancellation } from "./write-cancellation.ts";

/** Attempts to write while parallel requests change the event. */
const MAX_ATTEMPTS = 5;

/** The event afterwards, and the caller's role on it. */
interface Outcome {
  event: EventRow;
  role: Role;
}

/**
 * Cancels an event: reminders and scheduled messages are skipped, guests are told with `notify`, and their calendar files
 * take it out. One that is cancelled already stays as it is.
 * @throws AppError 429 `notice_limit`, 409 `event_changed` when parallel changes win every attempt
 */
export function cancelEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { message = null, notify = true }: { message?: string | null | undefined; notify?: boolean | undefined },
): Promise<Outcome> {
  return change(ctx, caller, { isCancelled: true, message }, notify);
}

/**
 * Takes the cancelling of an event back: what was skipped with it and is still to come is scheduled again, and
 * who waits is offered what became free meanwhile. One that takes place stays as it is.
 * @throws as `cancelEvent`
 */
export function reinstateEvent(
  ctx: RequestContext,
  caller: EventCaller,
  { notify = true }: { notify?: boolean | undefined },
): Promise<Outcome> {
  return change(ctx, caller, { isCancelled: false }, notify);
}

async function change(
  ctx: RequestContext,
  caller: EventCaller,
  decision: Decision,
  isNotified: boolean,
): Promise<Outcome> {
  const { db, clock } = ctx;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      before: [before],
      notices,
    } = await authorizeMember(ctx, caller, {
      before: findEvent(db, caller.eventId),
      ...readNotices(ctx, caller, isNotified),
    });
    if (before === undefined) throw notFound();
    if ((before.cancelledAt !== null) === decision.isCancelled) return { event: before, role: member.role };
    if (isNotified) requireNotice(noticeKindOf(decision), notices.flat(), clock.now());
    const event = await writeCancellation(ctx, member, before, decision, isNotified);
    if (event) return { event, role: member.role };
  }
  throw new AppError("event_changed");
}
