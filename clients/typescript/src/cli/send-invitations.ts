import type { UsherClient } from "../client.ts";
import type { IssuedTokens } from "../schema.ts";
import { columns, plain, type Terminal } from "./terminal.ts";

/** Guests of one request, so that a progress bar moves. */
const GUESTS_PER_REQUEST = 100;

/**
 * `usher invitations send`: issues links to guests who were not invited yet, and emails guests with an address. Prints the
 * other guests with their links. A link is a secret of its guest.
 */
export async function sendInvitations(
  client: UsherClient,
  out: Terminal,
  { eventId, notify, isJson }: { eventId: string; notify: boolean; isJson: boolean },
): Promise<void> {
  const path = { eventId };
  const ids: string[] = [];
  const query = { invited: "false", limit: 200 } as const;
  for await (const { id } of client.paginate("/events/{eventId}/guests", { params: { path, query } })) ids.push(id);
  const unmailed: IssuedTokens["items"] = [];
  let [notified, overTier] = [0, 0];
  for (let start = 0; start < ids.length; start += GUESTS_PER_REQUEST) {
    out.progress(start, ids.length, "guests");
    const guest_ids = ids.slice(start, start + GUESTS_PER_REQUEST);
    const { data } = await client.POST("/events/{eventId}/guests/invitations/bulk", {
      params: { path },
      body: { guest_ids, notify },
    });
    notified += data.notified;
    overTier += data.over_tier.length;
    unmailed.push(...data.items.filter((item) => !item.notified));
    if (isJson) for (const item of data.items) out.print(JSON.stringify(item));
  }
  out.progress(ids.length, ids.length, "guests");
  if (isJson) return;
  // A key without `guests:read` sees neither names nor links.
  const rows = unmailed.map(({ guest_id, name, reason, link }) => [plain(name ?? guest_id), reason ?? "", link ?? ""]);
  for (const line of columns(rows)) out.print(line);
  out.note(`${ids.length - overTier} invited, ${notified} mailed`);
  if (overTier > 0) out.note(`${overTier} without a link: the door added them above the tier's guest limit`);
}
