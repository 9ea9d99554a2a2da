import type { Page } from "../page.tsx";
import { formPage } from "./form-page.tsx";
import { SignIn } from "./sign-in.tsx";

/** Passkeys, the authenticator app and recovery codes of a host; client/security.ts fills it. */
export function securityPage(): Page {
  return formPage({
    title: "Sign-in and security",
    script: "security",
    isHost: true,
    children: (
      <>
        <SignIn />
        <div id="security" hidden>
          <p id="security-note" class="notice" role="status" hidden />
          <Passkeys />
          <AuthenticatorApp />
          <RecoveryCodes />
          <Sessions />
          <p class="actions">
            <a class="button plain" href="/login">
              Your events
            </a>
          </p>
        </div>
        <StepUp />
      </>
    ),
  });
}

function Passkeys() {
  return (
    <section class="part" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      <p>Sign in with your fingerprint, face or PIN. There's nothing to type, and nothing a fake site could steal.</p>
      <ul class="list" id="passkey-list" />
      <form id="passkey-form" method="post">
        <div class="field">
          <label for="passkey-name">
            Name
            <small>So you know which device it's on</small>
          </label>
          <input id="passkey-name" name="name" type="text" autocomplete="off" maxlength={60} required />
        </div>
        <button type="submit" class="wide">
          Add a passkey
        </button>
      </form>
    </section>
  );
}

function AuthenticatorApp() {
  return (
    <section class="part" aria-labelledby="app-title">
      <h2 id="app-title">Authenticator app</h2>
      <p id="app-state" />
      <p class="actions">
        <button type="button" id="app-set-up" hidden>
          Set up an app
        </button>
        <button type="button" id="app-renew" class="plain" hidden>
          New recovery codes
        </button>
        <button type="button" id="app-remove" class="plain danger" hidden>
          Remove the app
        </button>
      </p>
      <form id="app-form" method="post" hidden>
        <p>Scan this with your app, or enter the key below.</p>
        <div id="app-qr" />
        <p id="app-secret" class="secret" />
        <div class="field">
          <label for="app-code">
            Code
            <small>The 6 digits in your app</small>
          </label>
          <input id="app-code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required />
        </div>
        <button type="submit" class="wide">
          Turn on
        </button>
      </form>
    </section>
  );
}

function RecoveryCodes() {
  return (
    <section class="part" id="recovery" aria-labelledby="recovery-title" tabindex={-1} hidden>
      <h2 id="recovery-title">Your recovery codes</h2>
      <p>Lost your phone? Each code signs you in once. You won't see them again, so save or print them now.</p>
      <ol class="secret" id="recovery-list" />
      <p class="actions">
        <button type="button" id="recovery-copy" class="plain">
          Copy codes
        </button>
        <button type="button" id="recovery-done">
          I've saved them
        </button>
      </p>
    </section>
  );
}

function Sessions() {
  return (
    <section class="part" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you're signed in</h2>
      <ul class="list" id="session-list" />
      <p class="actions">
        <button type="button" id="sessions-end" class="plain danger" hidden>
          Sign out everywhere else
        </button>
      </p>
    </section>
  );
}

/** Asks for a proof again, before what cannot be undone. */
function StepUp() {
  return (
    <dialog id="step-up" aria-labelledby="step-up-title">
      <h2 id="step-up-title">Confirm it's you</h2>
      <p>It's been a while since you signed in.</p>
      <p id="step-up-error" class="notice" role="alert" hidden />
      <form id="step-up-form" method="post">
        <div class="field">
          <label for="step-up-proof" id="step-up-label">
            Password
          </label>
          <input id="step-up-proof" name="proof" type="password" autocomplete="current-password" required />
        </div>
        <button type="submit" class="wide">
          Continue
        </button>
      </form>
      <p class="actions">
        <button type="button" id="step-up-passkey" class="plain" hidden>
          Use a passkey
        </button>
        <button type="button" id="step-up-cancel" class="plain">
          Cancel
        </button>
      </p>
    </dialog>
  );
}
