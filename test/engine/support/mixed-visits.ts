import { observeStep } from "../../../scoring-engine/access-steps.ts";
import type { AccessRecord } from "../../../scoring-engine/baseline/guest-baseline.ts";
import { openSqliteStore } from "../../../scoring-engine/baseline/sqlite-store.ts";
import { openRandom } from "../../../testkit/random.ts";
import { WAIT_LIMIT_MS } from "../../../testkit/wait-limit.ts";
import { AGENTS, accessOf, DAY, MINUTE, PLACES, type Visit } from "./visits.ts";

const agents = Object.keys(AGENTS) as (keyof typeof AGENTS)[];
const places = Object.keys(PLACES) as (keyof typeof PLACES)[];

/** Returns seeded accesses of a few guests of one event, by all devices and from all places, in order of time. */
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

/** Scores accesses one after another in one store, and returns their records. */
export async function scoreInTurn(visits: readonly Visit[]): Promise<AccessRecord[]> {
  const store = openSqliteStore(":memory:", 64 * 1_048_576, () => {});
  const records: AccessRecord[] = [];
  for (const visit of visits) {
    const access = accessOf(visit);
    // The store deletes what is half a year old by its own clock.
    const observed = await store.transact(observeStep(access, Date.now(), true), WAIT_LIMIT_MS);
    if (typeof observed !== "symbol") records.push(observed.record);
  }
  await store.close();
  return records;
}

/** The scores of `mixedVisits(7, 400)`, which have no device IDs. */
// biome-ignore format: one line
export const SCORES_WITHOUT_IDS = [34,0,0,51,0,0,34,0,0,14,27,19,23,0,0,0,52,0,0,42,0,27,25,0,0,47,0,25,48,20,27,0,14,0,14,27,20,52,43,39,47,0,47,17,46,48,0,38,14,42,0,0,45,33,6,24,44,42,14,70,0,18,51,47,42,0,27,0,34,30,0,47,14,29,0,13,42,0,45,46,0,0,50,47,14,48,26,17,52,45,29,0,10,16,21,21,0,17,15,24,0,14,14,53,16,52,17,78,13,17,24,28,38,52,25,17,0,17,16,3,32,43,26,45,27,7,44,0,17,13,14,0,46,15,49,36,0,36,20,36,33,14,0,55,48,13,50,16,49,17,43,40,4,27,43,0,49,0,0,0,33,34,51,48,18,0,0,0,0,0,50,0,74,49,25,77,14,14,17,50,0,43,0,29,0,43,1,0,1,0,0,37,50,42,43,43,43,14,43,0,28,45,48,0,46,6,30,37,17,25,26,0,21,43,49,17,35,48,4,19,48,27,22,43,2,27,27,43,17,43,0,22,21,3,10,17,14,17,32,43,0,0,0,94,40,0,0,2,0,11,17,0,17,44,51,48,43,48,12,76,33,43,53,0,43,43,27,43,0,18,0,28,0,17,9,46,43,0,20,14,43,52,10,0,45,17,2,14,43,44,14,4,17,34,49,14,75,24,0,27,1,48,55,31,14,14,39,48,30,48,43,14,48,17,43,43,4,4,43,0,43,0,45,8,4,6,43,77,24,78,0,0,4,17,43,3,43,43,49,49,43,43,17,43,0,43,43,43,17,17,0,17,0,43,0,48,43,0,52,48,48,43,48,20,48,44,2,27,0,75,43,48,48,49,48,43,44,15,20,47,43,0,0,27,43,0,0,55,48,49,0,48,43,43,49,43,0,43,43,43];
