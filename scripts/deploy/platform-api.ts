import { setTimeout as pause } from "node:timers/promises";
import { CliError } from "../cli-error.ts";

const PUBLIC_BASE = "https://api.cloudflare.com/client/v4";
/** The platform needs a few seconds to create a database. */
const ANSWERS_WITHIN_MS = 30_000;
/** Delays before the retries of a read. Writes are never retried. */
const RETRY_WAITS_MS = [300, 1_500];
/** More pages than this are an error. */
const MAX_PAGES = 100;
const PAGE_SIZE = 100;

/** The account and the credentials of a deployment. */
export interface Account {
  accountId: string;
  token: string;
  /** `CLOUDFLARE_API_BASE_URL`, which wrangler also reads; null for the platform itself. */
  apiBase: string | null;
}

interface Envelope {
  success?: boolean;
  result?: unknown;
  errors?: { code?: number; message?: string }[];
  result_info?: { total_pages?: number; total_count?: number; per_page?: number };
}

/** The platform's error code for a Worker or a `workers.dev` subdomain that does not exist. */
const NOT_THERE = 10007;

/** An error response of the platform. `codes` are the platform's error codes, as its documentation lists them. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly status: number;
  readonly codes: readonly number[];

  constructor(call: string, status: number, errors: NonNullable<Envelope["errors"]>) {
    const reasons = errors.map(({ code, message }) => `${message ?? "no reason given"} (code ${code ?? "none"})`);
    super(`${call} returned ${status}${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}`);
    this.status = status;
    this.codes = errors.flatMap(({ code }) => (code === undefined ? [] : [code]));
  }
}

export type PlatformApi = ReturnType<typeof createPlatformApi>;

/**
 * Calls the platform's REST API (v4) for one account. Paths are relative to the account.
 * Every call throws PlatformError for an error response, and CliError if there is no response.
 */
export function createPlatformApi({ accountId, token, apiBase }: Account) {
  const base = `${apiBase ?? PUBLIC_BASE}/accounts/${accountId}`;

  const call = async (method: string, path: string, body?: object): Promise<Envelope> => {
    const name = `${method} ${path.replace(/\?.*/, "")}`;
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    }).catch((error: Error) => {
      throw new CliError(`${name} got no response from the platform (${error.name}).`);
    });
    const envelope = (await response.json().catch(() => ({}))) as Envelope;
    if (response.ok && envelope.success !== false) return envelope;
    throw new PlatformError(name, response.status, envelope.errors ?? []);
  };

  const read = async (path: string): Promise<Envelope> => {
    for (const wait of RETRY_WAITS_MS) {
      try {
        return await call("GET", path);
      } catch (error) {
        if (error instanceof PlatformError && error.status < 500 && error.status !== 429) throw error;
        await pause(wait);
      }
    }
    return call("GET", path);
  };

  return {
    async get<T>(path: string): Promise<T> {
      return (await read(path)).result as T;
    },
    /** Like `get`, but returns null if the resource does not exist. */
    async find<T>(path: string): Promise<T | null> {
      try {
        return (await read(path)).result as T;
      } catch (error) {
        const isNone = error instanceof PlatformError && (error.status === 404 || error.codes.includes(NOT_THERE));
        if (isNone) return null;
        throw error;
      }
    },
    /** Returns the items of all pages of a list. */
    async list<T>(path: string): Promise<T[]> {
      const items: T[] = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { result, result_info: info } = await read(`${path}?page=${page}&per_page=${PAGE_SIZE}`);
        const found = (result ?? []) as T[];
        items.push(...found);
        const pages = info?.total_pages ?? Math.ceil((info?.total_count ?? 0) / (info?.per_page ?? PAGE_SIZE));
        if (found.length === 0 || page >= pages) return items;
      }
      throw new CliError(`GET ${path} has more than ${MAX_PAGES} pages.`);
    },
    async post<T>(path: string, body: object): Promise<T> {
      return (await call("POST", path, body)).result as T;
    },
    async put<T>(path: string, body: object): Promise<T> {
      return (await call("PUT", path, body)).result as T;
    },
    async remove(path: string): Promise<void> {
      await call("DELETE", path);
    },
  };
}
