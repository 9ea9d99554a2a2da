import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { linkFor } from "../invitations/guest-link.ts";
import type { Draft } from "./draft.ts";
import { brandOf, eventFacts, reach } from "./guest-letter.ts";
import { mailedForms } from "./mailed-secret.ts";
import { findGuestLetter, findNonce } from "./queries.ts";
import { roleCondition } from "./standing.ts";
import { editLink } from "./templates/edit-link.ts";

/** The link by which a guest edits from another device, while it still lets them. */
export async function draftEditLink(ctx: RequestContext, body: BusBody<"edit_link.send">): Promise<Draft> {
  const { db, clock, keyring } = ctx;
  const forms = await mailedForms(await keyring.keysFor("edit_nonce"), body.nonce_id);
  const [rows, nonces] = await db.batch([
    findGuestLetter(db, body.event_id, body.guest_id),
    findNonce(db, body.token_id, [...forms.keys()]),
  ]);
  const reached = reach(rows, "edit_link");
  if ("refused" in reached) return reached.refused;
  const { guest } = reached;
  const { recipient } = guest;
  const refuse = { status: "withheld", kind: "edit_link", recipient } as const;
  if (guest.tokenId !== body.token_id) return { ...refuse, reason: "link_replaced" };
  const nonce = roleCondition(nonces[0], forms, clock.now());
  if (nonce.status === "over") return { ...refuse, reason: nonce.reason };
  return {
    status: "owed",
    letter: {
      kind: "edit_link",
      recipient,
      write: async () =>
        editLink({
          guestName: guest.guest.name,
          event: eventFacts(guest),
          brand: brandOf(ctx, guest),
          editUrl: `${await linkFor(ctx, guest.tokenId)}?edit=${nonce.value}`,
          validMinutes: nonce.validMinutes,
        }),
    },
  };
}
