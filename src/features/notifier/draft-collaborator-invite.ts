import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Draft, NOBODY } from "./draft.ts";
import { eventFacts } from "./guest-letter.ts";
import { mailedForms } from "./mailed-secret.ts";
import { findCollaboratorLetter } from "./queries.ts";
import { roleCondition } from "./standing.ts";
import { collaboratorInvite } from "./templates/collaborator-invite.ts";

/** The invite to help with an event. One that was cancelled has no row any more, and so nobody to write to. */
export async function draftCollaboratorInvite(
  ctx: RequestContext,
  body: BusBody<"collaborator_invite.send">,
): Promise<Draft> {
  const { db, clock, config, keyring } = ctx;
  const forms = await mailedForms(await keyring.keysFor("collaborator_invite"), body.invite_id);
  const [row] = await findCollaboratorLetter(db, [...forms.keys()]);
  if (row === undefined) return NOBODY;
  const { invite, event } = row;
  const recipient = { id: body.invite_id, address: invite.email, eventId: event.id, guestId: null, userId: null };
  const refuse = { status: "withheld", kind: "collaborator_invite", recipient } as const;
  if (event.deletedAt !== null) return { ...refuse, reason: "event_closed" };
  const secret = roleCondition({ ...invite, usedAt: invite.acceptedAt }, forms, clock.now());
  if (secret.status === "over") return { ...refuse, reason: secret.reason };
  return {
    status: "owed",
    letter: {
      kind: "collaborator_invite",
      recipient,
      write: async () =>
        collaboratorInvite({
          invitedByName: row.inviterName,
          event: eventFacts(row),
          role: invite.role,
          acceptUrl: `${config.PUBLIC_URL}/invites/${secret.value}`,
          expiresAt: invite.expiresAt,
        }),
    },
  };
}
