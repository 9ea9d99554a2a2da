import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { credentialNotices } from "../../identity/notices/account-notices.ts";
import type { NoticeDetail } from "../../identity/notices/notice-kinds.ts";
import type { AuthorizedUser } from "../../platform/authorization/authorize-user.ts";

/** The email to the account about a new, redirected or newly signed endpoint, also if an API key did it. */
export function endpointNotices(ctx: RequestContext, user: AuthorizedUser, detail: NoticeDetail): BusMessage[] {
  return credentialNotices(ctx, "webhook_endpoint", [user.id], { actorId: user.id, detail });
}
