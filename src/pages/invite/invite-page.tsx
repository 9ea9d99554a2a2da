import type * as z from "zod";
import type { InvitePreview } from "../../features/collaborators/schemas.ts";
import { formatEventTime } from "../../kernel/event-time.ts";
import { Field, formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

const ROLES = {
  owner: "as an owner: everything, with others' roles",
  editor: "as an editor: guests, messages and the door",
  viewer: "as a viewer: look at everything, change nothing",
} as const;

/** An invite of a collaborator. One form signs in and accepts, so that the page needs no script and no cookie. */
export function invitePage(invite: z.output<typeof InvitePreview>, token: string, error: string | null): Page {
  return formPage({
    title: invite.event.name,
    error,
    children: (
      <>
        <p>
          <strong>{invite.invited_by || "Somebody"}</strong> asks you to work on this event {ROLES[invite.role]}.
        </p>
        <p class="muted">
          {formatEventTime(Date.parse(invite.event.event_date), invite.event.timezone)}
          <br />
          The invite is for {invite.invited_email}.
        </p>
        <form method="post" action={`/invites/${token}/join`}>
          <Field
            name="email"
            label="E-mail address"
            type="email"
            autocomplete="username"
            value={invite.invited_email}
          />
          <Field name="password" label="Password" type="password" autocomplete="current-password" />
          <button type="submit" class="wide">
            Sign in and accept
          </button>
        </form>
        <p>
          <small>
            No account yet? <a href="/signup">Create one</a> with this address, then open this link again.
          </small>
        </p>
      </>
    ),
  });
}
