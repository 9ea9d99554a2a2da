const KEY = "usher.session";

interface Credentials {
  access_token: string;
  refresh_token: string;
}

/** The result of a request. `status` is 0 without a response. */
export type ApiResult<Body> = { ok: true; body: Body } | { ok: false; status: number; detail: string };

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

  /** @returns null on success, else the message to show */
  async signIn(email: string, password: string): Promise<string | null> {
    const answer = await send<Credentials>("POST", "/auth/login", { email, password });
    if (!answer.ok) return answer.detail;
    this.#store(answer.body);
    return null;
  }

  async signOut(): Promise<void> {
    const refresh = this.#credentials?.refresh_token;
    this.#store(null);
    if (refresh !== undefined) await send("POST", "/auth/logout", { refresh_token: refresh });
  }

  /** A request as this host. 401 when the session has ended. */
  async request<Body>(method: "GET" | "POST", path: string, body?: object): Promise<ApiResult<Body>> {
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

async function send<Body>(
  method: string,
  path: string,
  body?: object,
  token?: string,
  headers: Record<string, string> = {},
): Promise<ApiResult<Body>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const received = response.status === 204 ? null : await response.json();
    return response.ok ? { ok: true, body: received } : { ok: false, status: response.status, detail: received.detail };
  } catch {
    return { ok: false, status: 0, detail: "There is no network, or the service does not answer." };
  }
}

function readStored(): Credentials | null {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? null : JSON.parse(stored);
}
