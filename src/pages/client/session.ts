import { type ApiResult, send } from "./api.ts";
import { askForPasskey } from "./passkey.ts";
import type { TypedFactor } from "./typed-factor.ts";

const KEY = "usher.session";

interface Credentials {
  access_token: string;
  refresh_token: string;
}

/** How far a sign-in has come. */
export type SignInResult =
  | { status: "signed_in" }
  | { status: "refused"; message: string }
  | { status: "needs_factor"; factorToken: string };

/**
 * A host's session, in this tab's session storage. A 401 refreshes the access token, once for all concurrent requests,
 * with an `Idempotency-Key` so that the refresh can be retried after a lost response.
 */
export class Session {
  #credentials: Credentials | null = readStored();
  #refreshing: Promise<boolean> | null = null;

  get isOpen(): boolean {
    return this.#credentials !== null;
  }

  async signIn(email: string, password: string): Promise<SignInResult> {
    return this.#begin(await send<Credentials>("POST", "/auth/login", { email, password }));
  }

  /** The second step of a sign-in. @param factor what was typed: a code of the app, or a recovery code */
  async completeSignIn(factorToken: string, factor: TypedFactor): Promise<SignInResult> {
    return this.#begin(await send<Credentials>("POST", "/auth/login/factor", { factor_token: factorToken, ...factor }));
  }

  async signInWithPasskey(): Promise<SignInResult> {
    const answer = await askForPasskey();
    if (!answer.ok) return { status: "refused", message: answer.detail };
    return this.#begin(await send<Credentials>("POST", "/auth/passkeys/authenticate", { credential: answer.body }));
  }

  #begin(answer: ApiResult<Credentials>): SignInResult {
    if (answer.ok) {
      this.#store(answer.body);
      return { status: "signed_in" };
    }
    const { error, factorToken, detail } = answer;
    if (error === "second_factor_required" && factorToken !== undefined) return { status: "needs_factor", factorToken };
    return { status: "refused", message: detail };
  }

  async signOut(): Promise<void> {
    const refresh = this.#credentials?.refresh_token;
    this.#store(null);
    if (refresh !== undefined) await send("POST", "/auth/logout", { refresh_token: refresh });
  }

  /** A request as this host. 401 when the session has ended. */
  async request<Body>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<ApiResult<Body>> {
    const answer = await send<Body>(method, path, body, this.#credentials?.access_token);
    if (answer.ok || answer.status !== 401 || this.#credentials === null) return answer;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return (await this.#refreshing) ? send<Body>(method, path, body, this.#credentials?.access_token) : answer;
  }

  async #refresh(): Promise<boolean> {
    const { refresh_token } = this.#credentials ?? { refresh_token: "" };
    const retry = { "Idempotency-Key": crypto.randomUUID() };
    let answer = await send<Credentials>("POST", "/auth/refresh", { refresh_token }, undefined, retry);
    if (!answer.ok && answer.status === 0) {
      answer = await send<Credentials>("POST", "/auth/refresh", { refresh_token }, undefined, retry);
    }
    if (answer.ok) this.#store(answer.body);
    else if (answer.status === 401) this.#store(null);
    return answer.ok;
  }

  #store(credentials: Credentials | null): void {
    this.#credentials = credentials;
    if (credentials === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(credentials));
  }
}

function readStored(): Credentials | null {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? null : JSON.parse(stored);
}
