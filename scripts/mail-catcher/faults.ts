import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

/**
 * Faults that the catcher injects, as SMTP replies. The doubles of the providers map 550 to a permanent error and 451 to a
 * rate limit. snake_case, because this is the JSON of the API.
 */
export const FaultSet = z.strictObject({
  /** The faults apply to recipients whose address ends in this text; to all by default. */
  only_to: z.string().exactOptional(),
  /** Addresses (or numbers) that get 550 at RCPT TO. */
  refuse: z.array(z.string()).exactOptional(),
  /** Addresses (or numbers) that get 451 at RCPT TO. */
  defer: z.array(z.string()).exactOptional(),
  /** Every n-th message loses its connection. */
  drop_every: z.int().min(0).exactOptional(),
  /** `data` (default): drop the connection before the message is stored; `answer`: store it, then drop without a reply. */
  drop_at: z.enum(["data", "answer"]).exactOptional(),
  /** Milliseconds before the reply to an email. */
  delay_ms: z.int().min(0).exactOptional(),
});
export type Faults = z.infer<typeof FaultSet>;

interface Entry {
  faults: Faults;
  mails: number;
}

/** The active faults: at most one set per `only_to`, so that tests that share a catcher do not affect each other. */
export class FaultPlan {
  readonly #entries = new Map<string, Entry>();

  /** Activates a set. It replaces the set with an equal `only_to`, and its count of emails starts at 0. */
  set(faults: Faults): void {
    this.#entries.set((faults.only_to ?? "").toLowerCase(), { faults, mails: 0 });
  }

  clear(onlyTo: string | null): void {
    if (onlyTo === null) this.#entries.clear();
    else this.#entries.delete(onlyTo.toLowerCase());
  }

  list(): Faults[] {
    return [...this.#entries.values()].map((entry) => entry.faults);
  }

  /** Returns the fault's reply to RCPT TO, or null. */
  atRecipient(address: string): { code: 451 | 550; text: string } | null {
    const { refuse = [], defer = [] } = this.#entryFor(address)?.faults ?? {};
    const isListed = (list: string[]) => list.some((entry) => entry.toLowerCase() === address.toLowerCase());
    if (isListed(refuse)) return { code: 550, text: `5.1.1 <${address}>: no such mailbox here` };
    if (isListed(defer)) return { code: 451, text: `4.2.1 <${address}>: mailbox busy, try again later` };
    return null;
  }

  /** Waits for the delay of the recipients' faults. @returns the time at which to drop the connection, or null */
  async atContent(recipients: string[]): Promise<"data" | "answer" | null> {
    const entry = recipients.map((address) => this.#entryFor(address)).find((found) => found !== undefined);
    if (entry === undefined) return null;
    entry.mails += 1;
    const { drop_every: every = 0, drop_at: at = "data", delay_ms: delayMs = 0 } = entry.faults;
    const drops = every > 0 && entry.mails % every === 0;
    if (delayMs > 0) await sleep(delayMs);
    return drops ? at : null;
  }

  #entryFor(address: string): Entry | undefined {
    const suffixes = [...this.#entries.keys()].filter((suffix) => address.toLowerCase().endsWith(suffix));
    // The longest matching suffix takes precedence.
    const [longest] = suffixes.sort((a, b) => b.length - a.length);
    return longest === undefined ? undefined : this.#entries.get(longest);
  }
}
