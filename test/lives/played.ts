import type { Standing } from "../../src/kernel/rsvp.ts";
import type { Host } from "../support/account.ts";
import type { Person } from "./person.ts";

/** The parts of a life that its checks read. */
export interface Played {
  readonly host: Host;
  readonly eventId: string;
  readonly people: ReadonlyMap<string, Person>;
  /** The standings that guests had at the end of a chapter. */
  readonly standings: Set<Standing>;
  /** Sends a request below the event as the host. @returns the JSON of the response */
  does<T = unknown>(method: string, path: string): Promise<T>;
}
