import { SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import { call, freshAddress, type Host } from "./account.ts";

/** An API key as the service returned it at its creation. */
export interface MadeKey {
  id: string;
  key: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  event_ids: string[] | null;
  created_at: string;
  expires_at: string;
  allowed_networks: string[] | null;
  last_used_at: string | null;
  last_used_place: string | null;
  /** Sends a request with the key. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Builds a request with an API key, from a unique client address. */
export function callWithKey(key: string, ...[method, path, body, headers]: Parameters<typeof call>): Promise<Response> {
  const own = { Authorization: `Bearer ${key}`, "CF-Connecting-IP": freshAddress() };
  return call(method, path, body, { ...own, ...headers });
}

/** Creates an API key of a host through the API, with every scope by default. */
export async function makeKey(
  host: Host,
  choices: {
    name?: string;
    scopes?: readonly Scope[];
    event_ids?: string[];
    expires_at?: string;
    allowed_networks?: string[];
  } = {},
): Promise<MadeKey> {
  const response = await host.api("POST", "/api-keys", { name: "CRM sync", scopes: SCOPES, ...choices });
  if (response.status !== 201) throw new Error(`no key: ${response.status} ${await response.text()}`);
  const made = await response.json<Omit<MadeKey, "api">>();
  return { ...made, api: (method, path, body, headers) => callWithKey(made.key, method, path, body, headers) };
}
