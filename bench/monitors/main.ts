import { setTimeout as sleep } from "node:timers/promises";
import { call, type E2eFixture, makeE2eFixture, signUpVerified } from "../../testkit/e2e-fixture.ts";
import { numberOptions } from "../../testkit/number-options.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";
import { waitUntilIdle, workerdPids } from "../worker/processes.ts";

/**
 * Measures how long a check-in takes to reach each of many monitors, from the scanner's request to the frame. Repeats it
 * after the monitors' Durable Object has hibernated, and counts lost frames.
 */
const { monitors: MONITORS, arrivals: ARRIVALS } = numberOptions({ monitors: 1_000, arrivals: 40 });
/** Arrivals after the object has hibernated. */
const LATE_ARRIVALS = 5;
/** Target of the 99th percentile. */
const TARGET_MS = 500;
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

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function addViewer(service: RunningService, fixture: E2eFixture, index: number): Promise<string> {
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
    fixture.eventId,
    account.email,
  );
  return token;
}

async function openMonitor(service: RunningService, eventId: string, token: string): Promise<WebSocket> {
  const { url } = await call<{ url: string }>(
    service,
    "10.2.1.1",
    "POST",
    "/auth/ws-ticket",
    { event_id: eventId },
    token,
  );
  const socket = new WebSocket(url);
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(String(data)) as { type: string; guest: { id: string } };
    if (frame.type === "check_in.recorded") seen.get(frame.guest.id)?.push(performance.now());
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("a monitor could not connect")), { once: true });
  });
  return socket;
}

/** Checks guests in one after the other. @returns sorted milliseconds from request to frame, per arrival and monitor */
async function arrive(fixture: E2eFixture, guests: readonly { id: string }[]): Promise<number[]> {
  const delays: number[] = [];
  for (const { id } of guests) {
    const moments: number[] = [];
    seen.set(id, moments);
    const sentAt = performance.now();
    await fixture.api("POST", `/events/${fixture.eventId}/check-in`, { guest_id: id });
    const deadline = performance.now() + ARRIVES_WITHIN_MS;
    while (moments.length < MONITORS && performance.now() < deadline) await sleep(5);
    delays.push(...moments.map((moment) => moment - sentAt));
    await sleep(PACE_MS);
  }
  return delays.sort((a, b) => a - b);
}

function report(what: string, delays: readonly number[], arrivals: number): boolean {
  const lost = arrivals * MONITORS - delays.length;
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)];
  console.info(
    `${what}: ${arrivals} arrivals x ${MONITORS} monitors, ${lost} frames lost, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, last ${(delays.at(-1) ?? Number.NaN).toFixed(0)} ms`,
  );
  return lost === 0 && p99 < TARGET_MS;
}

const service = await startService();
try {
  const fixture = await makeE2eFixture(service, { guests: ARRIVALS + LATE_ARRIVALS });
  const sockets: WebSocket[] = [];
  for (let user = 0; sockets.length < MONITORS; user++) {
    const token = await addViewer(service, fixture, user);
    const here = Math.min(SOCKETS_A_USER, MONITORS - sockets.length);
    for (let opened = 0; opened < here; opened += OPENED_AT_ONCE) {
      const group = Array.from({ length: Math.min(OPENED_AT_ONCE, here - opened) }, () =>
        openMonitor(service, fixture.eventId, token),
      );
      sockets.push(...(await Promise.all(group)));
    }
  }
  // Excludes the load of opening the connections from the measurement.
  await waitUntilIdle(workerdPids());
  const awake = report("awake", await arrive(fixture, fixture.guests.slice(0, ARRIVALS)), ARRIVALS);
  await sleep(ASLEEP_MS);
  const woken = report("woken after sleep", await arrive(fixture, fixture.guests.slice(ARRIVALS)), LATE_ARRIVALS);
  for (const socket of sockets) socket.close();
  console.info(awake && woken ? `held: p99 under ${TARGET_MS} ms, no socket lost` : "NOT HELD");
  process.exitCode = awake && woken ? 0 : 1;
} finally {
  await service.stop();
}
