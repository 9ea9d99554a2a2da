/** The forms of client/sign-in-form.ts. They need the script: only a script can ask for the cookie. @param look classes */
export function SignIn({ look }: { look?: string }) {
  return (
    <section id="sign-in" class={look} aria-label="Sign in">
      <noscript>
        <p class="notice">Signing in needs JavaScript.</p>
      </noscript>
      <p id="sign-in-error" class="notice" role="alert" hidden />
      <form id="sign-in-form" method="post">
        <div class="field">
          <label for="email">Email</label>
          <input id="email" name="email" type="email" autocomplete="username" required />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required />
        </div>
        <button type="submit" class="wide">
          Sign in
        </button>
      </form>
      <form id="factor-form" method="post" hidden>
        <div class="field">
          <label for="factor-code">
            Code
            <small>Six digits from your authenticator app, or one of your recovery codes</small>
          </label>
          <input id="factor-code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" required />
        </div>
        <button type="submit" class="wide">
          Sign in
        </button>
        <p>
          <button type="button" id="factor-back" class="plain wide">
            Back
          </button>
        </p>
      </form>
      <p>
        <button type="button" id="sign-in-passkey" class="plain wide" hidden>
          Sign in with a passkey
        </button>
      </p>
      <p>
        <small>
          <a href="/forgot-password">Forgot password?</a> · <a href="/signup">Create account</a>
        </small>
      </p>
    </section>
  );
}
