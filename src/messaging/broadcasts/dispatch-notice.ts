import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { noticeOf } from "../../events/notices/notice-of.ts";
import { noticeSubject } from "../../events/notices/notice-subject.ts";
import { log } from "../../kernel/log.ts";
import {
  claimMessage,
  type DueMessage,
  dropNotice,
  findNoticed,
  insertBatches,
  insertNoticed,
} from "./dispatch-queries.ts";
import { BATCH_SIZE, enqueueBatches } from "./enqueue-batches.ts";

/**
 * Claims a notice that is due, with its recipients, and enqueues its batches; one of changes that were all taken back is
 * dropped. It is not counted for the host's budget of mails, so that a cancelling is never put off for a newsletter:
 * `requireNotice` is its own.
 */
export async function dispatchNotice(ctx: RequestContext, due: DueMessage): Promise<null> {
  const { db, clock } = ctx;
  const [found] = await findNoticed(db, due);
  if (found === undefined) return null;
  const now = clock.now();
  const notice = found.event.deletedAt === null ? noticeOf(found.changedFrom ?? {}, found.event) : null;
  if (notice === null) {
    log("info", "notice_dropped", { message_id: due.id });
    await dropNotice(db, due, found.updatedAt, now);
    return null;
  }
  const content = { notice: notice.kind, subject: noticeSubject(notice.kind, found.event.name) };
  const { batches, claimed } = await runBatch(db, {
    recipients: insertNoticed(db, due, now),
    batches: insertBatches(db, due, BATCH_SIZE, now),
    claimed: claimMessage(db, due, now, content),
  });
  if (claimed.length === 0) return null;
  log("info", "message_dispatched", { message_id: due.id, batches: batches.length });
  await enqueueBatches(ctx, due, batches);
  return null;
}
