/** Longer than any route takes on a busy machine. */
const ANSWERS_WITHIN_MS = 20_000;

/** Where a browser of the demo is, and what it is. */
export interface BrowserFacts {
  /** An address from which the engine finds a place. */
  address: string;
  userAgent: string;
  language: string;
}

/** Sends a browser's requests on a guest's link, and keeps the device ID that the first response brings. */
export class DemoBrowser {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;

  constructor(baseUrl: string, { address, userAgent, language }: BrowserFacts) {
    this.#baseUrl = baseUrl;
    this.#headers = {
      "cf-connecting-ip": address,
      "user-agent": userAgent,
      "accept-language": language,
      "content-type": "application/json",
    };
  }

  /** @returns status and body, also of an error response */
  async send<Answer>(method: "GET" | "POST", path: string, body?: object): Promise<{ status: number; body: Answer }> {
    const response = await fetch(new URL(path, this.#baseUrl), {
      method,
      headers: this.#headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    const device = response.headers.get("usher-device");
    if (device !== null) this.#headers["usher-device"] = device;
    return { status: response.status, body: (await response.json()) as Answer };
  }
}
