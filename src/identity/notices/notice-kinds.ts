import type { BusBody } from "../../../proto/bus/messages.ts";

type Notice = BusBody<"account.notice">;

/** What an account is told of. */
export type NoticeKind = Notice["kind"];

/** Which case of a kind it was. */
export type NoticeDetail = NonNullable<Notice["detail"]>;
