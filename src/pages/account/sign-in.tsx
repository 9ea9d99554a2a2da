/** The form of client/sign-in-form.ts. It needs the script, which holds the session: there is no cookie. */
export function SignIn() {
  return (
    <section id="sign-in" aria-label="Sign in">
      <noscript>
        <p class="notice">Signing in needs JavaScript.</p>
      </noscript>
      <form id="sign-in-form" method="post">
        <p id="sign-in-error" class="notice" role="alert" hidden />
        <div class="field">
          <label for="email">E-mail address</label>
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
      <p>
        <small>
          <a href="/forgot-password">I do not know my password</a> · <a href="/signup">Create an account</a>
        </small>
      </p>
    </section>
  );
}
