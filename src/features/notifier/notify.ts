import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";

/** The messages that ask for a mail. */
export type MailMessage = Extract<
  BusMessage,
  {
    type: "rsvp.confirmed" | "invitation.send" | "account.mail" | "edit_link.send" | "collaborator_invite.send";
  }
>;

/** Sends the mail that a message asks for. Safe to call again with the same message. */
export async function notify(_services: Services, _message: MailMessage): Promise<void> {}
