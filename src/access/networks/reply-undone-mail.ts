import { defineGuestMail, findGuest, toGuest } from "../../invitations/mails/define-guest-mail.ts";
import { canAnswer, isOffOrOver } from "../../invitations/mails/guest-recipient.ts";
import { replyUndone } from "./reply-undone.ts";

/** The email about an undone reply. Skipped if the guest has replied again since. */
export const replyUndoneMail = defineGuestMail({
  message: "reply_undone.send",
  kind: "reply_undone",
  purpose: "host",
  find: findGuest,
  draft(ctx, guest, { earlier }) {
    const { event, rsvp } = guest;
    const now = ctx.clock.now();
    if (isOffOrOver(event, now)) return "event_closed";
    if (!earlier && rsvp !== null) return "no_answer";
    return toGuest(ctx, "host", guest, (props) =>
      replyUndone({ ...props, hasEarlier: earlier, canAnswer: canAnswer(event, now) }),
    );
  },
});
