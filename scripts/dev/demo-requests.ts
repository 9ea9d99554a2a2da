/** Longer than any route takes on a busy machine. */
const RESPONDS_WITHIN_MS = 20_000;

type Method = "GET" | "POST" | "PUT";

/** Calls a route as one user. A body that is text is a CSV file. */
export type Api = <Body>(method: Method, path: string, body?: object | string) => Promise<Body>;

/**
 * Calls a route of the Worker. A body that is text is a CSV file.
 * @throws Error with the Worker's error response
 */
export async function callApi<Body>(
  baseUrl: string,
  method: Method,
  path: string,
  body?: object | string,
  accessToken?: string,
): Promise<Body> {
  const response = await send(new URL(path, baseUrl), method, body, {
    ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

function send(url: URL, method: Method, body: object | string | undefined, headers: Record<string, string>) {
  const type = typeof body === "string" ? "text/csv" : "application/json";
  return fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": type }) },
    body: typeof body === "object" ? JSON.stringify(body) : (body ?? null),
    signal: AbortSignal.timeout(RESPONDS_WITHIN_MS),
  });
}

/** The place and kind of a demo browser. */
export interface BrowserFacts {
  /** An IP address that the engine can locate. */
  address: string;
  userAgent: string;
  language: string;
}

/** Sends a browser's requests on a guest's link, and stores the device ID of the first response. */
export class DemoBrowser {
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;

  constructor(baseUrl: string, { address, userAgent, language }: BrowserFacts) {
    this.#baseUrl = baseUrl;
    this.#headers = { "cf-connecting-ip": address, "user-agent": userAgent, "accept-language": language };
  }

  /** @returns status and body, also of an error response */
  async send<Body>(method: "GET" | "POST", path: string, body?: object): Promise<{ status: number; body: Body }> {
    const response = await send(new URL(path, this.#baseUrl), method, body, this.#headers);
    const device = response.headers.get("usher-device");
    if (device !== null) this.#headers["usher-device"] = device;
    return { status: response.status, body: (await response.json()) as Body };
  }
}
