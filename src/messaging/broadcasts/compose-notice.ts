import { type Notice, noticeOf } from "../../events/notices/notice-of.ts";
import type { Broadcast } from "./delivery-queries.ts";

/** What a notice has to tell now, null when that was taken back since; of another message undefined. */
export function noticeIn({ message, event }: Broadcast): Notice | null | undefined {
  return message.notice === null ? undefined : noticeOf(message.changedFrom ?? {}, event);
}
