import { refusalOf } from "./errors.ts";
import type { Credentials, LogIn } from "./schema.ts";

/** The tokens of a session. Both are secrets. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/**
 * Where a session is kept between runs. A refresh replaces both tokens, so `set` must have stored them when it returns: an old
 * refresh token that is used again ends the session.
 */
export interface TokenStore {
  get(): Tokens | null | Promise<Tokens | null>;
  /** @param tokens null: the session has ended */
  set(tokens: Tokens | null): void | Promise<void>;
}

/** The credentials of requests. Without them, you can only call operations that need no account. */
export type Identity =
  | (Only<"credentials"> & { credentials: LogIn })
  /** An API key, `usk_…`: for programs. It is not renewed. */
  | (Only<"apiKey"> & { apiKey: string })
  | (Only<"accessToken"> & { accessToken: string })
  | (Only<"tokens"> & { tokens: TokenStore })
  /** In a browser, on the service's own origin: the session is a cookie, which no script can read. */
  | (Only<"session"> & { session: "cookie" })
  | Only<never>;

type SignInMethod = "credentials" | "apiKey" | "accessToken" | "tokens" | "session";

/** None of the other ways. */
type Only<Chosen extends SignInMethod> = { [Other in Exclude<SignInMethod, Chosen>]?: never };

/** Posts JSON without a session, and again after a lost connection. */
export type PostJson = (path: string, body: object, idempotencyKey?: string) => Promise<Response>;

/** The session of a client: signs in when first needed, and refreshes its tokens once for all requests that need it. */
export interface Session {
  /** The access token to send, or null without an identity. */
  accessToken(): Promise<string | null>;
  /**
   * Returns a new access token after one was rejected, or null if the session cannot be refreshed.
   * @throws UsherError if the session was revoked and there are no credentials for another sign-in
   */
  renew(refused: string): Promise<string | null>;
  /** Stores the session of a sign-in response. Null deletes the stored session. */
  use(session: Credentials | null): Promise<void>;
  refreshToken(): Promise<string | null>;
}

export function createSession(identity: Identity, post: PostJson): Session {
  const { credentials } = identity;
  const accessToken = identity.accessToken ?? identity.apiKey;
  const store = identity.tokens ?? inMemory();
  let flight: Promise<string | null> | null = null;

  /** Joins the flight of the others. */
  function once(begin: () => Promise<string | null>): Promise<string | null> {
    flight ??= begin().finally(() => {
      flight = null;
    });
    return flight;
  }

  async function keep(response: Response): Promise<string> {
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw refusalOf(body, response);
    const tokens = tokensOf(body as Credentials);
    await store.set(tokens);
    return tokens.accessToken;
  }

  async function signIn(): Promise<string | null> {
    return credentials === undefined ? null : keep(await post("/auth/login", credentials));
  }

  async function refresh(refused: string): Promise<string | null> {
    const tokens = await store.get();
    // Another request or process was faster.
    if (tokens !== null && tokens.accessToken !== refused) return tokens.accessToken;
    if (tokens === null) return signIn();
    // A retry repeats the idempotency key. Without the key, the retry would look like a replay of a stolen token.
    const response = await post("/auth/refresh", { refresh_token: tokens.refreshToken }, crypto.randomUUID());
    if (response.status !== 401) return keep(response);
    await store.set(null);
    return credentials === undefined ? keep(response) : signIn();
  }

  return {
    async accessToken() {
      if (accessToken !== undefined) return accessToken;
      if (flight !== null) return flight;
      const tokens = await store.get();
      return tokens?.accessToken ?? once(signIn);
    },
    async renew(refused) {
      return accessToken !== undefined ? null : once(() => refresh(refused));
    },
    async use(session) {
      await store.set(session === null ? null : tokensOf(session));
    },
    async refreshToken() {
      return (await store.get())?.refreshToken ?? null;
    },
  };
}

function tokensOf({ access_token, refresh_token }: Credentials): Tokens {
  return { accessToken: access_token, refreshToken: refresh_token };
}

function inMemory(): TokenStore {
  let kept: Tokens | null = null;
  return {
    get: () => kept,
    set(tokens) {
      kept = tokens;
    },
  };
}
