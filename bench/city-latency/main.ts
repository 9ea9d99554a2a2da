/**
 * Measures the wait of people in distant cities. Runs the real Worker, and delays each call of a binding and of the engine by
 * the distance between Worker and data. Distances are a model; the calls, their order and their number are the Worker's. Exits
 * with 1 if a response waits for another number of sequential calls than promised, or if distant cities wait longer than the
 * target. The wait includes this machine's processing time, so run it on an idle machine.
 *
 *     npm run bench -- city-latency [--rounds 3] [--seed 1]
 */
import { request } from "node:http";
import { numberOptions } from "../../testkit/number-options.ts";
import { openRandom, type Random } from "../../testkit/random.ts";
import { type InvitedList, inviteGuests } from "../worker/guest-list.ts";
import type { Shot } from "../worker/load.ts";
import { DESIGNS, type Design, type DesignName, type SeenRoundTrips, type Step } from "./designs.ts";
import { journeyHeaders, roundTripsOf } from "./journey.ts";
import { CITIES, type Place } from "./places.ts";
import { printAims, printTable, type Wait } from "./report.ts";
import { startWorld } from "./start-world.ts";

const { rounds: ROUNDS, seed: SEED } = numberOptions({ rounds: 3, seed: 1 }, { seed: 0 });
/**
 * Rounds that find the same isolates. Far from the engine its calls are too late, and an isolate's circuit breaker opens after five
 * failures; each round makes two calls.
 */
const roundsAnIsolate = (design: DesignName): number =>
  (DESIGNS[design] as Design).worker === "edge" ? 2 : Number.POSITIVE_INFINITY;

const NAMES = Object.keys(DESIGNS) as DesignName[];

const service = await startWorld();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await service.stop();
}

async function run(): Promise<boolean> {
  const invited = await inviteGuests(service, false);
  const random = openRandom(SEED);
  const waits: Wait[] = [];
  let guest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const design of NAMES) {
      // In any order: the object that counts a guest's requests is where the first guest of its minute opened a link.
      for (const city of shuffled(CITIES, random))
        waits.push(...(await visit(invited, guest++, { design, city, round })));
    }
  }
  printTable(waits);
  const isPromised = areTripsPromised(waits);
  return printAims(waits) && isPromised;
}

/** Lets one guest of a city open the link, send an RSVP and arrive. */
async function visit(
  invited: InvitedList,
  guest: number,
  { design, city, round }: { design: DesignName; city: Place; round: number },
): Promise<Wait[]> {
  const headers = journeyHeaders(city, design, Math.floor(round / roundsAnIsolate(design)));
  const open = invited.open(guest);
  // An isolate's first request reads flags and derives keys. A calendar file needs no engine.
  if (round % roundsAnIsolate(design) === 0) await send({ ...open, path: `${open.path}/calendar.ics` }, headers);
  const opened = await send(open, headers);
  const answered = await send(invited.answer(guest), headers);
  const arrived = await send(invited.checkIn(answered.body), headers);
  const sent: [Step, Sent][] = [
    ["open", opened],
    ["answer", answered],
    ["checkIn", arrived],
  ];
  return sent.map(([step, { ms, roundTrips }]) => ({ design, city, step, ms, roundTrips }));
}

interface Sent {
  body: string;
  ms: number;
  roundTrips: SeenRoundTrips;
}

/** @throws Error for an error response, because its wait would be meaningless */
function send({ method, path, headers, body }: Shot, journey: Record<string, string>): Promise<Sent> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}${path}`, { method, headers: { ...headers, ...journey } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const ms = performance.now() - began;
        const text = Buffer.concat(chunks).toString("utf8");
        const { statusCode: status = 0 } = response;
        if (status < 200 || status > 299)
          reject(new Error(`${method} ${path.split("/")[1]} returned ${status}: ${text}`));
        else
          resolve({
            body: text,
            ms,
            roundTrips: roundTripsOf({ get: (name) => String(response.headers[name] ?? "") }),
          });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Prints where a response has waited for other calls than promised. @returns whether there is none */
function areTripsPromised(waits: readonly Wait[]): boolean {
  const broken = waits.filter(({ design, step, roundTrips }) => {
    const promised = (DESIGNS[design] as Design).promised[step];
    // A guest near the data, or near the object that counts requests, waits for fewer far calls.
    return roundTrips.count !== promised.count || roundTrips.far > promised.far;
  });
  for (const { design, city, step, roundTrips } of broken) {
    const { title, promised } = DESIGNS[design];
    console.log(
      `${title}: ${step} in ${city.name} waited for ${roundTrips.count} calls in turn, ${roundTrips.far} of them far, and not ${promised[step].count}, ${promised[step].far}`,
    );
  }
  return broken.length === 0;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((entry) => ({ entry, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
