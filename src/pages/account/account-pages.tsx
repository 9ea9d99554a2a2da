import { MIN_PASSWORD_LENGTH } from "../../features/accounts/password-rules.ts";
import type { Page } from "../page.tsx";
import { Field, formPage } from "./form-page.tsx";
import { SignIn } from "./sign-in.tsx";

/** What a form shows when it was refused: why, and what was typed that is no secret. */
export interface Refused {
  trouble: string | null;
  typed?: { name?: string | undefined; email?: string | undefined };
}

const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters; a sentence is best.`;

/** Sign-in, and what a host goes on to: the events, their monitors and scanner links. */
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
          <p>
            <button type="button" id="sign-out" class="plain">
              Sign out
            </button>
          </p>
        </section>
      </>
    ),
  });
}

export function signUpPage({ trouble, typed }: Refused): Page {
  return formPage({
    title: "Create an account",
    trouble,
    children: (
      <form method="post" action="/signup">
        <Field
          name="name"
          label="Your name"
          hint="Guests see it"
          type="text"
          autocomplete="name"
          value={typed?.name ?? ""}
        />
        <Field name="email" label="E-mail address" type="email" autocomplete="username" value={typed?.email ?? ""} />
        <NewPassword />
        <button type="submit" class="wide">
          Create the account
        </button>
      </form>
    ),
  });
}

/** Opening the mailed link changes nothing, because programs open links too: the button does. */
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

export function forgotPasswordPage({ trouble, typed }: Refused): Page {
  return formPage({
    title: "A new password",
    trouble,
    children: (
      <>
        <p>We mail you a link with which you choose one.</p>
        <form method="post" action="/forgot-password">
          <Field name="email" label="E-mail address" type="email" autocomplete="username" value={typed?.email ?? ""} />
          <button type="submit" class="wide">
            Mail me the link
          </button>
        </form>
      </>
    ),
  });
}

export function resetPasswordPage(token: string, { trouble }: Refused): Page {
  return formPage({
    title: "Choose a new password",
    trouble,
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

/** A thing is done; where to go on. */
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
