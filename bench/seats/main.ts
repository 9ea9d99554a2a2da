/**
 * 800 parallel answers of parties of one to four for 20 heads, then guests who change their minds and answer offers, while
 * the Worker is killed ten times and every queue message is delivered twice. Each commit is recorded by the database: the
 * heads must never exceed the capacity, and some order of all calls must explain every answer (`testkit/seat-history.ts`).
 * Then the same RSVPs go to a service that counts before it inserts, which overbooks. Exits with 1 when a check fails.
 *
 *     npm run bench -- seats [--guests 800] [--kills 10] [--seed 1]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRandom } from "../../testkit/random.ts";
import { inFolder } from "../faults/killable-worker.ts";
import { overbookNaively } from "./naive.ts";
import { SeatTrial } from "./trial.ts";

const { values } = parseArgs({
  options: {
    guests: { type: "string", default: "800" },
    kills: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
});
const CAPACITY = 20;

await inFolder("seats", async (folder) => {
  const began = Date.now();
  const random = openRandom(Number(values.seed));
  const parties = Array.from({ length: Number(values.guests) }, () => random.between(1, 4));
  const trial = await SeatTrial.begin(join(folder, "real"), parties, CAPACITY, random);
  const outcome = await trial.run(Number(values.kills));
  console.log(JSON.stringify(outcome));
  const naive = await overbookNaively(join(folder, "naive"), parties, CAPACITY);
  console.log(JSON.stringify({ naive, seconds: Math.round((Date.now() - began) / 1_000) }));
  return outcome.passed && naive.heads > CAPACITY;
});
