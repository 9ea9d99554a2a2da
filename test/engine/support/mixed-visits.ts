import { observeStep } from "../../../scoring-engine/access-steps.ts";
import type { AccessRecord } from "../../../scoring-engine/baseline/guest-baseline.ts";
import { openSqliteStore } from "../../../scoring-engine/baseline/sqlite-store.ts";
import { openRandom } from "../../../testkit/random.ts";
import { AGENTS, accessOf, DAY, MINUTE, PLACES, type Visit } from "./visits.ts";

const LONG_TIMEOUT_MS = 10_000;
const agents = Object.keys(AGENTS) as (keyof typeof AGENTS)[];
const places = Object.keys(PLACES) as (keyof typeof PLACES)[];

/** Seeded accesses of a few guests of one event, by all devices and from all places, in order of time. */
export function mixedVisits(seed: number, count: number): Visit[] {
  const random = openRandom(seed);
  const own = Array.from({ length: 12 }, () => ({ agent: random.pick(agents), place: random.pick(places) }));
  let after = 0;
  return Array.from({ length: count }, (_, index) => {
    const guest = random.between(0, own.length - 1);
    after += random.wait(random.chance(0.5) ? 2 * MINUTE : DAY / 6);
    const usual = random.chance(0.6) ? own[guest] : undefined;
    return {
      ...(usual ?? { agent: random.pick(agents), place: random.pick(places) }),
      after: Math.round(after),
      guest: `guest-${guest}`,
      token: `token-${guest}-${random.chance(0.05) ? 2 : 1}`,
      log: `log-${String(index).padStart(4, "0")}`,
      fingerprint: random.chance(0.3) ? { edge_kind: random.pick(["rsvp", "edit"]) } : {},
    };
  });
}

/** The records of accesses that one engine store scored in turn. */
export async function scoreInTurn(visits: readonly Visit[]): Promise<AccessRecord[]> {
  const store = openSqliteStore(":memory:", 64 * 1_048_576, () => {});
  const records: AccessRecord[] = [];
  for (const visit of visits) {
    const access = accessOf(visit);
    const observed = await store.transact(observeStep(access, access.at, true), LONG_TIMEOUT_MS);
    if (typeof observed !== "symbol") records.push(observed.record);
  }
  await store.close();
  return records;
}
