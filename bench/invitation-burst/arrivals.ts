import type { Random } from "../../testkit/random.ts";

/** A request at its time. */
export interface Arrival {
  /** Milliseconds after the broadcast. */
  at: number;
  guest: number;
  what: "scan" | "open" | "answer";
  userAgent: string;
  address: string;
}

/** Share of guests whose mail gateway opens the link before they do. */
const SCANNED = 0.4;
/** Share of guests who send the RSVP immediately. */
const ANSWERING = 0.3;
/** Gateways open links within seconds of the delivery, most of them at the start. */
const SCAN_MEAN_MS = 5_000;
/** People take out their phones; half of the openings fall into the first quarter of the minute. */
const OPEN_MEAN_MS = 20_000;
/** Reading and choosing, before an answer. */
const DECIDE_MEAN_MS = 8_000;

const GATEWAYS = [
  "Mimecast-URL-Scanner/1.0",
  "ProofpointURLDefense/1.2",
  "Mozilla/5.0 (compatible; Microsoft SafeLinks)",
] as const;
const BROWSERS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
] as const;

/**
 * The requests after a broadcast: gateways first, then people. Some people submit an RSVP.
 * @param withinMs every view is in this time; an RSVP follows its view
 * @returns in the order of time
 */
export function arrivalsOf(random: Random, guests: number, withinMs: number): Arrival[] {
  const arrivals: Arrival[] = [];
  const within = (mean: number, from: number) => from + (random.wait(mean) % Math.max(1, withinMs - from));
  for (let guest = 0; guest < guests; guest++) {
    const address = `84.${guest % 200}.${Math.floor(guest / 200) % 250}.${random.between(2, 250)}`;
    const userAgent = random.pick(BROWSERS);
    let from = 0;
    if (random.chance(SCANNED)) {
      const at = within(SCAN_MEAN_MS, 0);
      arrivals.push({ at, guest, what: "scan", userAgent: random.pick(GATEWAYS), address: "52.101.8.4" });
      from = at;
    }
    const opened = within(OPEN_MEAN_MS, from);
    arrivals.push({ at: opened, guest, what: "open", userAgent, address });
    if (random.chance(ANSWERING)) {
      arrivals.push({ at: opened + random.wait(DECIDE_MEAN_MS), guest, what: "answer", userAgent, address });
    }
  }
  return arrivals.sort((a, b) => a.at - b.at);
}
