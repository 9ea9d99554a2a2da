import { type ApiResult, send } from "./api.ts";
import { askForPasskey } from "./passkey.ts";
import type { TypedFactor } from "./typed-factor.ts";

/** Has the service keep the session in a cookie, which the console shares and no script can read. */
const IN_COOKIE = { "Usher-Session": "cookie" };

/** How far a sign-in has come. */
export type SignInResult =
  | { status: "signed_in" }
  | { status: "refused"; message: string }
  | { status: "needs_factor"; factorToken: string };

/** A host's session in this browser. */
export class Session {
  #isOpen = true;

  /** False once a request was refused. Before the first one nobody knows, because the cookie cannot be read. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  async signIn(email: string, password: string): Promise<SignInResult> {
    return this.#begin(await send<null>("POST", "/auth/login", { email, password }, IN_COOKIE));
  }

  /** The second step of a sign-in. @param factor what was typed: a code of the app, or a recovery code */
  async completeSignIn(factorToken: string, factor: TypedFactor): Promise<SignInResult> {
    const body = { factor_token: factorToken, ...factor };
    return this.#begin(await send<null>("POST", "/auth/login/factor", body, IN_COOKIE));
  }

  async signInWithPasskey(): Promise<SignInResult> {
    const answer = await askForPasskey();
    if (!answer.ok) return { status: "refused", message: answer.detail };
    return this.#begin(await send<null>("POST", "/auth/passkeys/authenticate", { credential: answer.body }, IN_COOKIE));
  }

  #begin(answer: ApiResult<null>): SignInResult {
    if (answer.ok) {
      this.#isOpen = true;
      return { status: "signed_in" };
    }
    const { error, factorToken, detail } = answer;
    if (error === "second_factor_required" && factorToken !== undefined) return { status: "needs_factor", factorToken };
    return { status: "refused", message: detail };
  }

  async signOut(): Promise<void> {
    this.#isOpen = false;
    await send("POST", "/auth/logout", {}, IN_COOKIE);
  }

  /** A request as this host. 401 when nobody is signed in, or the session has ended. */
  async request<Body>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<ApiResult<Body>> {
    const answer = await send<Body>(method, path, body, IN_COOKIE);
    if (!answer.ok && answer.error === "unauthenticated") this.#isOpen = false;
    return answer;
  }
}
