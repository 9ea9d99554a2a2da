import type { Texts } from "../../i18n/texts.ts";
import type { RequestedChange } from "../../identity/recovery/verify-email.ts";
import { formatEventTime } from "../../kernel/event-time.ts";
import { MIN_PASSWORD_LENGTH } from "../../kernel/password-fingerprints.ts";
import type { Page } from "../page.tsx";
import { Field, formPage, Proof } from "./form-page.tsx";

/** State of a form that is shown again after an error. `values` has the typed values without secrets. */
export interface FormState {
  error: string | null;
  values?: { name?: string | undefined; email?: string | undefined };
  proof?: string | undefined;
}

const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters. A short phrase works well.`;

export function signUpPage({ error, values, proof }: FormState): Page {
  return formPage({
    title: "Create your account",
    error,
    children: (
      <form method="post" action="/signup">
        <Proof value={proof} />
        <Field
          name="name"
          label="Your name"
          hint="Shown to your guests"
          type="text"
          autocomplete="name"
          value={values?.name ?? ""}
        />
        <Field name="email" label="Email" type="email" autocomplete="username" value={values?.email ?? ""} />
        <NewPassword label="Password" />
        <button type="submit" class="wide">
          Create account
        </button>
      </form>
    ),
  });
}

/** The purpose of a verification link: a new account, a change of address, or neither if the link is invalid. */
interface Verified {
  address: string | null;
  change: RequestedChange | null;
}

/**
 * The button confirms the email address, because link scanners open links too. Another person may have signed up with
 * the address, so the page of a new account asks for the password. Another person may also have requested a change to
 * the address, so its page shows for which account, when and from where.
 */
export function verifyEmailPage(token: string, { address, change }: Verified, { error }: FormState): Page {
  return formPage({
    title: "Confirm your email",
    error,
    children: (
      <>
        {change === null ? (
          <p>One more step{address === null ? "." : ", and your account is ready."}</p>
        ) : (
          <Requested change={change} />
        )}
        <form method="post" action="/verify-email">
          <input type="hidden" name="token" value={token} />
          {address === null ? null : (
            <>
              <input type="hidden" name="username" autocomplete="username" value={address} />
              <Field
                name="password"
                label="Your password"
                hint="From when you signed up, or choose a new one now"
                type="password"
                autocomplete="current-password"
              />
            </>
          )}
          <button type="submit" class="wide">
            Confirm email
          </button>
        </form>
      </>
    ),
  });
}

function Requested({ change: { account, at, browser, place } }: { change: RequestedChange }) {
  return (
    <>
      <p>
        Someone signed in to the account below asked to use this address for it. Confirm only if that is your account.
        Otherwise close this page, and nothing changes.
      </p>
      <p class="muted">
        Account: {account}
        <br />
        When: {formatEventTime(at, "UTC")}
        <br />
        Place: {place ?? "not known"}
        <br />
        Browser: {browser ?? "not known"}
      </p>
    </>
  );
}

/** Asks for confirmation, and says what will happen. */
export function notMyAccountPage(token: string): Page {
  return formPage({
    title: "You didn't sign up?",
    children: (
      <>
        <p>Someone used your email address. We'll delete the account, and nobody can use it.</p>
        <form method="post" action="/not-my-account">
          <input type="hidden" name="token" value={token} />
          <button type="submit" class="wide">
            Delete the account
          </button>
        </form>
      </>
    ),
  });
}

export function forgotPasswordPage({ error, values, proof }: FormState): Page {
  return formPage({
    title: "Reset your password",
    error,
    children: (
      <>
        <p>We'll email you a link to set a new one.</p>
        <form method="post" action="/forgot-password">
          <Proof value={proof} />
          <Field name="email" label="Email" type="email" autocomplete="username" value={values?.email ?? ""} />
          <button type="submit" class="wide">
            Email me a link
          </button>
        </form>
      </>
    ),
  });
}

export function resetPasswordPage(token: string, { error }: FormState): Page {
  return formPage({
    title: "Set a new password",
    error,
    children: (
      <form method="post" action="/reset-password">
        <input type="hidden" name="token" value={token} />
        <NewPassword label="New password" />
        <p>
          <label>
            <input type="checkbox" name="end_door_devices" value="yes" /> Also end the scanners of events in the next 48
            hours
          </label>
        </p>
        <button type="submit" class="wide">
          Save password
        </button>
      </form>
    ),
  });
}

/** The button undoes the change and not the link, because link scanners open links too. */
export function undoEmailChangePage(token: string): Page {
  return formPage({
    title: "Undo the change of your email address?",
    children: (
      <>
        <p>Your account gets this email address back, and everyone is signed out of it.</p>
        <form method="post" action="/undo-email-change">
          <input type="hidden" name="token" value={token} />
          <button type="submit" class="wide">
            Undo the change
          </button>
        </form>
      </>
    ),
  });
}

/** A confirmation, with a link to the next step. */
export function donePage(title: string, text: string, next?: { href: string; text: string }, texts?: Texts): Page {
  return formPage({
    title,
    ...(texts ? { texts } : {}),
    children: (
      <>
        <p role="status">{text}</p>
        {next ? (
          <p>
            <a class="button" href={next.href}>
              {next.text}
            </a>
          </p>
        ) : null}
      </>
    ),
  });
}

function NewPassword({ label }: { label: string }) {
  return (
    <Field
      name="password"
      label={label}
      hint={PASSWORD_HINT}
      type="password"
      autocomplete="new-password"
      minlength={MIN_PASSWORD_LENGTH}
    />
  );
}
