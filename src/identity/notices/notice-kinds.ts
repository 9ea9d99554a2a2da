import type { BusBody } from "../../../proto/bus/messages.ts";

type Notice = BusBody<"account.notice">;

/** Kinds of notices to accounts. */
export type NoticeKind = Notice["kind"];

/** Variant of a kind. */
export type NoticeDetail = NonNullable<Notice["detail"]>;
