/**
 * Faults that the catcher injects, as SMTP replies. The providers' doubles map them: 550 to a permanent error, 451 to a
 * rate limit. They apply to recipients whose address ends in `only_to` (all when absent), so that tests that share a
 * catcher do not affect each other. snake_case because this is the JSON of the API.
 */
export interface Faults {
  only_to?: string;
  /** Addresses (or numbers) answered 550 at RCPT TO. */
  refuse?: string[];
  /** Addresses (or numbers) answered 451 at RCPT TO. */
  defer?: string[];
  /** Every n-th message loses its connection … */
  drop_every?: number;
  /** … after its content but before it is stored (`data`, the default), or stored but without a reply (`answer`). */
  drop_at?: "data" | "answer";
  /** Milliseconds before the reply to a mail. */
  delay_ms?: number;
}

interface Entry {
  faults: Faults;
  mails: number;
}

/** The active faults, at most one set per `only_to`. */
export class FaultPlan {
  readonly #entries = new Map<string, Entry>();

  /** Activates a set, replacing one with the same `only_to`; its count of mails starts at 0. */
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

  /** The fault's reply to RCPT TO, or null. */
  atRecipient(address: string): { code: 451 | 550; text: string } | null {
    const { refuse = [], defer = [] } = this.#entryFor(address)?.faults ?? {};
    const isListed = (list: string[]) => list.some((entry) => entry.toLowerCase() === address.toLowerCase());
    if (isListed(refuse)) return { code: 550, text: `5.1.1 <${address}>: no such mailbox here` };
    if (isListed(defer)) return { code: 451, text: `4.2.1 <${address}>: mailbox busy, try again later` };
    return null;
  }

  /** The fault to inject after a mail's content was received. */
  atContent(recipients: string[]): { delayMs: number; drop: "data" | "answer" | null } {
    const entry = recipients.map((address) => this.#entryFor(address)).find((found) => found !== undefined);
    if (entry === undefined) return { delayMs: 0, drop: null };
    entry.mails += 1;
    const { drop_every: every = 0, drop_at: at = "data", delay_ms: delayMs = 0 } = entry.faults;
    return { delayMs, drop: every > 0 && entry.mails % every === 0 ? at : null };
  }

  #entryFor(address: string): Entry | undefined {
    const lower = address.toLowerCase();
    // The longest matching suffix takes precedence.
    const suffix = [...this.#entries.keys()]
      .filter((key) => lower.endsWith(key))
      .sort((a, b) => b.length - a.length)[0];
    return suffix === undefined ? undefined : this.#entries.get(suffix);
  }
}

/** Parses faults from JSON. @throws Error that names the invalid field; the API responds with 400 */
export function parseFaults(json: unknown): Faults {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new Error("expected an object of faults");
  const faults: Faults = {};
  for (const [key, value] of Object.entries(json)) {
    if (key === "only_to" && typeof value === "string") faults.only_to = value;
    else if ((key === "refuse" || key === "defer") && isTextList(value)) faults[key] = value;
    else if ((key === "drop_every" || key === "delay_ms") && isCount(value)) faults[key] = value;
    else if (key === "drop_at" && (value === "data" || value === "answer")) faults.drop_at = value;
    else throw new Error(`unknown fault or invalid value: ${key}`);
  }
  return faults;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
