import { MIN_PASSWORD_LENGTH } from "../../features/accounts/password-rules.ts";
import type { Page } from "../page.tsx";
import { Field, formPage } from "./form-page.tsx";
import { SignIn } from "./sign-in.tsx";

/** What a form shows again after an error; `values` has what was typed, secrets left out. */
export interface FormState {
  error: string | null;
  values?: { name?: string | undefined; email?: string | undefined };
}

const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters; a sentence is best.`;

/** The sign-in form, and after it the host's events with links to their monitors and scanners. */
export function logInPage(): Page {
  return formPage({
    title: "Sign in",
    script: "account",
    children: (
      <>
        <SignIn />
        <section id="events" aria-label="Your events" hidden>
          <p id="events-note" role="status" class="muted" />
          <ul class="list" id="event-list" />
          <p class="actions">
            <a class="button plain" href="/account/security">
              Sign-in and security
            </a>
            <button type="button" id="sign-out" class="plain">
              Sign out
            </button>
          </p>
        </section>
      </>
    ),
  });
}

export function signUpPage({ error, values }: FormState): Page {
  return formPage({
    title: "Create an account",
    error,
    children: (
      <form method="post" action="/signup">
        <Field
          name="name"
          label="Your name"
          hint="Guests see it"
          type="text"
          autocomplete="name"
          value={values?.name ?? ""}
        />
        <Field name="email" label="E-mail address" type="email" autocomplete="username" value={values?.email ?? ""} />
        <NewPassword />
        <button type="submit" class="wide">
          Create the account
        </button>
      </form>
    ),
  });
}

/** The address is confirmed by the button and not by opening the link, because link scanners open links too. */
export function verifyEmailPage(token: string): Page {
  return formPage({
    title: "Is this your address?",
    children: (
      <>
        <p>Confirm that the mail with this link came to you.</p>
        <form method="post" action="/verify-email">
          <input type="hidden" name="token" value={token} />
          <button type="submit" class="wide">
            Yes, confirm my address
          </button>
        </form>
      </>
    ),
  });
}

export function forgotPasswordPage({ error, values }: FormState): Page {
  return formPage({
    title: "A new password",
    error,
    children: (
      <>
        <p>We mail you a link with which you choose one.</p>
        <form method="post" action="/forgot-password">
          <Field name="email" label="E-mail address" type="email" autocomplete="username" value={values?.email ?? ""} />
          <button type="submit" class="wide">
            Mail me the link
          </button>
        </form>
      </>
    ),
  });
}

export function resetPasswordPage(token: string, { error }: FormState): Page {
  return formPage({
    title: "Choose a new password",
    error,
    children: (
      <form method="post" action="/reset-password">
        <input type="hidden" name="token" value={token} />
        <NewPassword />
        <button type="submit" class="wide">
          Use this password
        </button>
      </form>
    ),
  });
}

/** A confirmation, with a link to the next step. */
export function donePage(title: string, text: string, next?: { href: string; text: string }): Page {
  return formPage({
    title,
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

function NewPassword() {
  return (
    <Field
      name="password"
      label="New password"
      hint={PASSWORD_HINT}
      type="password"
      autocomplete="new-password"
      minlength={MIN_PASSWORD_LENGTH}
    />
  );
}
