import { setTimeout as sleep } from "node:timers/promises";
import { call, type E2eFixture, makeE2eFixture, signUpVerified } from "../../testkit/e2e-fixture.ts";
import { numberOptions } from "../../testkit/number-options.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";
import { waitUntilIdle, workerdPids } from "../worker/processes.ts";
import { Monitor, type Viewer } from "./monitor.ts";

/**
 * Measures how long a check-in takes to reach each of many monitors, from the scanner's request to the frame: right after they
 * were opened, while they watch, while others are cut again and again, and after the monitors' Durable Object has hibernated.
 * Every monitor checks that the numbers of its frames have no gap and no repetition, cut ones too.
 *
 *     npm run bench -- monitors [--monitors 1000] [--arrivals 40] [--cuts 50]
 */
const { monitors: MONITORS, arrivals: ARRIVALS, cuts } = numberOptions({ monitors: 1_000, arrivals: 40, cuts: 50 });
/** How often each of the monitors is cut that are cut. */
const CUTS = cuts;
const CUT_MONITORS = 4;
/** The longest that one of those watches until it is cut again. */
const MAX_WATCH_MS = 400;
/** Arrivals right after the monitors were opened, and after the object has hibernated. */
const FEW_ARRIVALS = 5;
/** More than arrive while monitors are cut. */
const ARRIVALS_DURING_CUTS = 200;
/** Target of the 99th percentile. */
const TARGET_MS = 300;
/** A user may request 300 tickets a minute. */
const SOCKETS_A_USER = 200;
const OPENED_AT_ONCE = 20;
/** Time between check-ins at a door. */
const PACE_MS = 250;
/** workerd hibernates an object after ten seconds without events. */
const ASLEEP_MS = 15_000;
const ARRIVES_WITHIN_MS = 10_000;

/** Times at which monitors received the frame of an arrival, by guest id. */
const seen = new Map<string, number[]>();
const noteArrival = (guestId: string): void => void seen.get(guestId)?.push(performance.now());

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function addViewer(service: RunningService, { eventId }: E2eFixture, index: number): Promise<Viewer> {
  const account = { email: `viewer-${index}@example.com`, password: "someone who only looks on" };
  const address = `10.2.0.${index}`;
  await signUpVerified(service, address, { ...account, name: "Viewer" });
  const { access_token: token } = await call<{ access_token: string }>(
    service,
    address,
    "POST",
    "/auth/login",
    account,
  );
  await service.sql(
    "insert into event_collaborators (event_id, user_id, role, created_at) select ?, id, 'viewer', 1 from users where email_key = ?",
    eventId,
    account.email,
  );
  return { service, eventId, token };
}

async function openAll(service: RunningService, fixture: E2eFixture): Promise<Monitor[]> {
  const monitors: Monitor[] = [];
  for (let user = 0; monitors.length < MONITORS; user++) {
    const viewer = await addViewer(service, fixture, user);
    const here = Math.min(SOCKETS_A_USER, MONITORS - monitors.length);
    for (let opened = 0; opened < here; opened += OPENED_AT_ONCE) {
      const count = Math.min(OPENED_AT_ONCE, here - opened);
      const group = Array.from({ length: count }, () => new Monitor(viewer, 0, noteArrival));
      await Promise.all(group.map((monitor) => monitor.open()));
      monitors.push(...group);
    }
  }
  return monitors;
}

/** Checks a guest in. @returns milliseconds from request to frame, for each monitor */
async function arrive(fixture: E2eFixture, id: string): Promise<number[]> {
  const moments: number[] = [];
  seen.set(id, moments);
  const sentAt = performance.now();
  await fixture.api("POST", `/events/${fixture.eventId}/check-in`, { guest_id: id });
  const deadline = performance.now() + ARRIVES_WITHIN_MS;
  while (moments.length < MONITORS && performance.now() < deadline) await sleep(5);
  return moments.map((moment) => moment - sentAt);
}

/** Checks guests in one after the other, until there are enough or `isOver`. */
async function arriveAll(fixture: E2eFixture, ids: string[], count: number, isOver = () => false) {
  const delays: number[] = [];
  let arrivals = 0;
  for (; arrivals < count && !isOver(); arrivals++) {
    const id = ids.pop();
    if (id === undefined) throw new Error("no guest is left");
    delays.push(...(await arrive(fixture, id)));
    await sleep(PACE_MS);
  }
  return { delays: delays.sort((a, b) => a - b), arrivals };
}

function report(what: string, { delays, arrivals }: { delays: readonly number[]; arrivals: number }): boolean {
  const lost = arrivals * MONITORS - delays.length;
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)];
  console.info(
    `${what}: ${arrivals} arrivals x ${MONITORS} monitors, ${lost} frames lost, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, last ${(delays.at(-1) ?? Number.NaN).toFixed(0)} ms`,
  );
  return lost === 0 && p99 <= TARGET_MS;
}

/** Cuts a monitor at random moments, each time when it is open again. */
async function cutAgainAndAgain(monitor: Monitor): Promise<void> {
  for (let cuts = 0; cuts < CUTS; cuts++) {
    await sleep(Math.random() * MAX_WATCH_MS);
    monitor.cut();
    await monitor.open();
  }
}

/** Waits until monitors have the newest number. @returns whether none of them has a gap or a repetition */
async function verifyNumbers(what: string, monitors: readonly Monitor[], newest: number): Promise<boolean> {
  const deadline = performance.now() + ARRIVES_WITHIN_MS;
  while (monitors.some(({ last }) => last < newest) && performance.now() < deadline) await sleep(50);
  const [gaps, repeated] = [sum(monitors.map((one) => one.gaps)), sum(monitors.map((one) => one.repeated))];
  const behind = monitors.filter(({ last }) => last !== newest).length;
  console.info(
    `${what}: ${monitors.length} monitors, ${newest} numbers, ${gaps} gaps, ${repeated} repeated, ${behind} behind`,
  );
  return gaps + repeated + behind === 0;
}

/** The number of the last check-in. */
async function newestNumber({ api, eventId }: E2eFixture): Promise<number> {
  const page = await api<{ items: { sequence: number }[] }>("GET", `/events/${eventId}/activity?limit=1`);
  return page.items[0]?.sequence ?? Number.NaN;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

const service = await startService();
try {
  const fixture = await makeE2eFixture(service, { guests: ARRIVALS + 2 * FEW_ARRIVALS + ARRIVALS_DURING_CUTS });
  const ids = fixture.guests.map(({ id }) => id);
  const monitors = await openAll(service, fixture);
  const opened = report("just opened", await arriveAll(fixture, ids, FEW_ARRIVALS));
  // Excludes the load of opening the connections from the next measurement.
  await waitUntilIdle(workerdPids());
  const awake = report("awake", await arriveAll(fixture, ids, ARRIVALS));

  const viewer = await addViewer(service, fixture, 200);
  const cut = Array.from({ length: CUT_MONITORS }, () => new Monitor(viewer, 0, () => undefined));
  await Promise.all(cut.map((monitor) => monitor.open()));
  let isCutting = true;
  const cutting = Promise.all(cut.map(cutAgainAndAgain)).finally(() => {
    isCutting = false;
  });
  const during = await arriveAll(fixture, ids, ARRIVALS_DURING_CUTS, () => !isCutting);
  await cutting;
  const meanwhile = report(`while ${CUT_MONITORS} others are cut ${CUTS} times each`, during);

  await sleep(ASLEEP_MS);
  const woken = report("woken after sleep", await arriveAll(fixture, ids, FEW_ARRIVALS));
  const newest = await newestNumber(fixture);
  const whole = await verifyNumbers("never cut", monitors, newest);
  const resumed = await verifyNumbers(`cut ${CUTS} times`, cut, newest);
  for (const monitor of [...monitors, ...cut]) monitor.cut();
  const held = opened && awake && meanwhile && woken && whole && resumed;
  console.info(held ? `held: p99 at most ${TARGET_MS} ms, no number lost or repeated` : "NOT HELD");
  process.exitCode = held ? 0 : 1;
} finally {
  await service.stop();
}
