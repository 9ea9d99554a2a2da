const KEY = "usher.session";

interface Credentials {
  access_token: string;
  refresh_token: string;
}

/** What came of a request as the signed-in host. */
export type Answer<Body> = { ok: true; body: Body } | { ok: false; status: number; detail: string };

/**
 * A host's session, in this tab alone: closing the tab ends it. The access token is renewed when the service refuses
 * it, once for all requests that wait, under a key that makes a retry after a lost answer safe.
 */
export class Session {
  #credentials: Credentials | null = read();
  #renewing: Promise<boolean> | null = null;

  get isOpen(): boolean {
    return this.#credentials !== null;
  }

  /** @returns null when it worked, else what to tell the person */
  async signIn(email: string, password: string): Promise<string | null> {
    const answer = await send<Credentials>("POST", "/auth/login", { email, password });
    if (!answer.ok) return answer.detail;
    this.#keep(answer.body);
    return null;
  }

  async signOut(): Promise<void> {
    const refresh = this.#credentials?.refresh_token;
    this.#keep(null);
    if (refresh !== undefined) await send("POST", "/auth/logout", { refresh_token: refresh });
  }

  /** A request as this host. A session that cannot be renewed is over, and answers 401. */
  async ask<Body>(method: "GET" | "POST", path: string, body?: object): Promise<Answer<Body>> {
    const answer = await send<Body>(method, path, body, this.#credentials?.access_token);
    if (answer.ok || answer.status !== 401 || this.#credentials === null) return answer;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return (await this.#renewing) ? send<Body>(method, path, body, this.#credentials?.access_token) : answer;
  }

  async #renew(): Promise<boolean> {
    const { refresh_token } = this.#credentials ?? { refresh_token: "" };
    const retry = { "Idempotency-Key": crypto.randomUUID() };
    let answer = await send<Credentials>("POST", "/auth/refresh", { refresh_token }, undefined, retry);
    if (!answer.ok && answer.status === 0) {
      answer = await send<Credentials>("POST", "/auth/refresh", { refresh_token }, undefined, retry);
    }
    if (answer.ok) this.#keep(answer.body);
    else if (answer.status === 401) this.#keep(null);
    return answer.ok;
  }

  #keep(credentials: Credentials | null): void {
    this.#credentials = credentials;
    if (credentials === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(credentials));
  }
}

/** Status 0: no answer. */
async function send<Body>(
  method: string,
  path: string,
  body?: object,
  token?: string,
  more: Record<string, string> = {},
): Promise<Answer<Body>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const said = response.status === 204 ? null : await response.json();
    return response.ok ? { ok: true, body: said } : { ok: false, status: response.status, detail: said.detail };
  } catch {
    return { ok: false, status: 0, detail: "There is no network, or the service does not answer." };
  }
}

function read(): Credentials | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : JSON.parse(kept);
}
