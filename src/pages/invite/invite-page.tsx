import type * as z from "zod";
import { formatEventTime } from "../../kernel/event-time.ts";
import type { InvitePreview } from "../../team/schemas.ts";
import { Field, formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

const ROLES = {
  owner: "to co-host as an owner. You can manage everything, including the team",
  editor: "to co-host as an editor. You can manage guests, messages and check-in",
  viewer: "as a viewer. You can see everything, but not change it",
} as const;

type Invite = z.output<typeof InvitePreview>;

/** The form's state: the error of what was sent, and the factor token once the password was right. */
interface JoinState {
  error: string | null;
  factorToken: string | null;
}

/** An invite of a collaborator. One form signs in and accepts, so that the page needs no script and no cookie. */
export function invitePage(invite: Invite, token: string, { error, factorToken }: JoinState): Page {
  return formPage({
    title: invite.event.name,
    error,
    children: (
      <>
        <p>
          <strong>{invite.invited_by || "Someone"}</strong> invited you {ROLES[invite.role]}.
        </p>
        <p class="muted">
          {formatEventTime(Date.parse(invite.event.event_date), invite.event.timezone)}
          <br />
          This invitation was sent to {invite.invited_email}.
        </p>
        <form method="post" action={`/invites/${token}/join`}>
          {factorToken === null ? <PasswordStep invite={invite} /> : <FactorStep factorToken={factorToken} />}
          <button type="submit" class="wide">
            Sign in and accept
          </button>
        </form>
        <p>
          <small>
            No account yet? <a href="/signup">Create one</a> with this email, then open this link again.
          </small>
        </p>
      </>
    ),
  });
}

function PasswordStep({ invite }: { invite: Invite }) {
  return (
    <>
      <Field name="email" label="Email" type="email" autocomplete="username" value={invite.invited_email} />
      <Field name="password" label="Password" type="password" autocomplete="current-password" />
    </>
  );
}

function FactorStep({ factorToken }: { factorToken: string }) {
  return (
    <>
      <input type="hidden" name="factor_token" value={factorToken} />
      <Field
        name="code"
        label="Code"
        hint="Six digits from your authenticator app, or one of your recovery codes"
        type="text"
        autocomplete="one-time-code"
      />
    </>
  );
}
