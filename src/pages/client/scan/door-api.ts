import type { Standing } from "../../../kernel/rsvp.ts";
import type { CheckIn, DoorGuest } from "./guest-shapes.ts";
import type { Ticket } from "./ticket.ts";

/** Timeout of a request, so that guests do not wait at the door. */
const TIMEOUT_MS = 8_000;
const DEFAULT_RETRY_MS = 5_000;

export interface Problem {
  error: string;
  detail: string;
  reasons?: string[];
  check_in?: CheckIn;
  /** The named device that has recorded `check_in`. */
  door?: string | null;
  /** Guests who have the name of a walk-in. */
  matches?: Match[];
  /** The right that this phone lacks. */
  right?: string;
  /** From when on the scanner link works. */
  valid_from?: string;
}

export interface Preview {
  guest: DoorGuest;
  expected_party_size: number;
  verdict: "ready" | "attention" | "already_checked_in";
  reasons: string[];
  needs_override: boolean;
  check_in: CheckIn | null;
}

export interface Summary {
  arrived_headcount: number;
  expected_headcount: number;
  expected_arrived_headcount: number;
  walk_in_headcount: number;
}

export interface Match {
  guest: DoorGuest;
  /** The companion who has the name. Null: the guest. */
  matched_companion: string | null;
  /** The last digits of the guest's phone number. Absent in the list on the phone, and null on a helper's. */
  phone_ending?: string | null;
  standing: Standing;
  expected_party_size: number;
  checked_in_at: string | null;
}

/**
 * The result of a request: a response, an error of the API, or neither, to be retried after `retryMs`. `isBusy`: the
 * service rejected the request because of its load.
 */
export type Reply<Body> =
  | { state: "done"; body: Body }
  | { state: "refused"; status: number; problem: Problem }
  | { state: "unavailable"; retryMs: number; isBusy: boolean };

/** Calls the door's routes of the ticket's event. Never throws: without a response the reply is `unavailable`. */
export class DoorApi {
  readonly #ticket: Ticket;

  constructor(ticket: Ticket) {
    this.#ticket = ticket;
  }

  /** True if this phone's ticket has a right. The service decides. */
  may(right: "scan" | "walk_in" | "override"): boolean {
    return this.#ticket.rights.includes(right);
  }

  get<Body>(path: string): Promise<Reply<Body>> {
    return this.#request(path, { method: "GET" });
  }

  delete(path: string): Promise<Reply<null>> {
    return this.#request(path, { method: "DELETE" });
  }

  post<Body>(path: string, body: object, headers: Record<string, string> = {}): Promise<Reply<Body>> {
    return this.#request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  async #request<Body>(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Reply<Body>> {
    try {
      const response = await fetch(`/events/${this.#ticket.eventId}/${path}`, {
        ...init,
        headers: { ...init.headers, Authorization: `Bearer ${this.#ticket.value}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 429 || response.status >= 500) {
        return {
          state: "unavailable",
          isBusy: true,
          retryMs: Number(response.headers.get("retry-after")) * 1000 || DEFAULT_RETRY_MS,
        };
      }
      const body = response.status === 204 ? null : await response.json();
      return response.ok ? { state: "done", body } : { state: "refused", status: response.status, problem: body };
    } catch {
      return { state: "unavailable", isBusy: false, retryMs: DEFAULT_RETRY_MS };
    }
  }
}
