import { setTimeout as sleep } from "node:timers/promises";
import { partitionOf } from "../../src/kernel/ids.ts";
import { bundleWorker } from "../../testkit/built-worker.ts";
import { openRandom } from "../../testkit/random.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";
import { type FloorPlan, MODE_HEADER, type Recording, ROUTE_HEADER, VALUES_HEADER } from "./floor-plan.ts";
import { assertSameCalls, DifferentCalls, newIdsIn, planOf } from "./floor-template.ts";
import { GUESTS, inviteGuests } from "./guest-list.ts";
import type { Shot } from "./load.ts";

/** Attempts to record two requests that make the same calls: every 30 s one reads flags besides. */
const RECORDINGS = 8;
/** A flush waits for the one before it. */
const APART_MS = 150;

type RouteName = "access" | "rsvp" | "checkIn";

/** The floor with its own database and engine. Its requests are those of the service, with the values for their calls. */
export interface RunningFloor {
  service: RunningService;
  open(n: number): Shot;
  answer(n: number): Shot;
  /** Of a guest who has answered. */
  checkIn(n: number): Shot;
}

/**
 * Starts a Worker without logic that makes the calls of the service: two requests of each route are recorded, and what they have
 * in common is played back. @throws DifferentCalls when a request of the floor makes other calls than it was recorded to make
 */
export async function startFloor(folder: string): Promise<RunningFloor> {
  const bundle = await bundleWorker(`${folder}/floor`, "bench/worker/floor-worker.ts");
  const service = await startService({}, { bundle });
  try {
    return await prepare(service);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function prepare(service: RunningService): Promise<RunningFloor> {
  const visitors = await inviteGuests(service, false);
  const responders = await inviteGuests(service, false);
  const links = await service.rows<{ id: string; guest_id: string }>("select id, guest_id from access_tokens");
  const guestIds = new Map(links.map(({ id, guest_id }) => [id, guest_id]));
  const valuesOf = (shot: Shot, guest: string): string[] => valuesOfGuest(guest, guestIds.get(guest) ?? "", shot);
  const record = async (shot: Shot, headers: Record<string, string> = { [MODE_HEADER]: "record" }) => {
    await sleep(APART_MS);
    return send<Recording>(service.url, { ...shot, headers: { ...shot.headers, ...headers } });
  };

  // Guests at the end of the lists, whom the measurement does not reach.
  let last = GUESTS;
  const access = await recordTwice(async () => {
    const shot = visitors.open(--last);
    return { values: valuesOf(shot, tokenIdOf(shot)), recording: await record(shot) };
  });
  const answers = await recordTwice(async () => {
    const shot = responders.answer(--last);
    return { values: valuesOf(shot, tokenIdOf(shot)), recording: await record(shot) };
  });
  // A check-in confirms the access with which its guest has answered.
  const made = newIdsIn(answers[0].recording, answers[1].recording, answers[0].values);
  const arrivals = await recordTwice(async () => {
    const answer = responders.answer(--last);
    const recorded = await record(answer);
    const shot = responders.checkIn(recorded.response.body);
    const values = valuesOf(shot, tokenIdOf(answer));
    const ids = newIdsIn(recorded, answers[0].recording, valuesOf(answer, tokenIdOf(answer)));
    return { values: [...values, ...ids], recording: await record(shot), answered: recorded.response.body };
  });
  const plan: Record<RouteName, FloorPlan[string]> = {
    access: planOf(access[0].recording, access[1].recording, access[0].values),
    rsvp: planOf(answers[0].recording, answers[1].recording, [...answers[0].values, ...made]),
    checkIn: planOf(arrivals[0].recording, arrivals[1].recording, arrivals[0].values),
  };
  await send(service.url, {
    method: "POST",
    path: "/",
    headers: { [MODE_HEADER]: "plan" },
    body: JSON.stringify(plan),
  });

  const random = openRandom(1);
  const ids = new Map<number, string[]>();
  const idsOf = (n: number): string[] => {
    const known = ids.get(n % GUESTS) ?? made.map(() => random.uuidAt(Date.now()));
    ids.set(n % GUESTS, known);
    return known;
  };
  const floorShot = (route: RouteName, shot: Shot, values: string[]): Shot => ({
    ...shot,
    headers: {
      ...shot.headers,
      [MODE_HEADER]: "floor",
      [ROUTE_HEADER]: route,
      [VALUES_HEADER]: JSON.stringify(values),
    },
  });
  const floor: RunningFloor = {
    service,
    open(n) {
      const shot = visitors.open(n);
      return floorShot("access", shot, valuesOf(shot, tokenIdOf(shot)));
    },
    answer(n) {
      const shot = responders.answer(n);
      return floorShot("rsvp", shot, [...valuesOf(shot, tokenIdOf(shot)), ...idsOf(n)]);
    },
    checkIn(n) {
      const shot = responders.checkIn(arrivals[0].answered);
      return floorShot("checkIn", shot, [...valuesOf(shot, tokenIdOf(responders.answer(n))), ...idsOf(n)]);
    },
  };
  const asRecorded: [Recording, Shot][] = [
    [access[0].recording, floor.open(--last)],
    [answers[0].recording, floor.answer(--last)],
    [arrivals[0].recording, floor.checkIn(last)],
  ];
  for (const [recording, shot] of asRecorded) {
    const ofFloor = await record(shot, { [MODE_HEADER]: "record floor" });
    assertSameCalls(recording.calls, ofFloor.calls);
  }
  return floor;
}

/** Records requests until two in turn have made the same calls. */
async function recordTwice<T extends { recording: Recording }>(record: () => Promise<T>): Promise<[T, T]> {
  let before = await record();
  for (let attempt = 1; ; attempt++) {
    const next = await record();
    try {
      assertSameCalls(before.recording.calls, next.recording.calls);
      return [before, next];
    } catch (error) {
      if (!(error instanceof DifferentCalls) || attempt === RECORDINGS) throw error;
      before = next;
    }
  }
}

/** What of a guest and of a request is in the calls for it. */
function valuesOfGuest(tokenId: string, guestId: string, { headers }: Shot): string[] {
  const [, ticket = ""] = (headers.authorization ?? "").split(".");
  const claims = Buffer.from(ticket, "base64url").toString("utf8");
  const ids = claims.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  return [tokenId, guestId, partitionOf(tokenId), tokenId.slice(-6), headers["cf-connecting-ip"] ?? "", ...ids];
}

/** The id in a guest's link: the first 16 of its bytes. */
function tokenIdOf({ path, body }: Shot): string {
  const token = body === undefined ? (path.split("/")[2] ?? "") : (JSON.parse(body) as { token: string }).token;
  const hex = Buffer.from(token, "base64url").subarray(0, 16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function send<T>(url: string, { method, path, headers, body }: Shot): Promise<T> {
  const response = await fetch(url + path, { method, headers, body: body ?? null });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path.split("/")[1]} answered ${response.status}: ${text}`);
  const answer = (text === "" ? null : JSON.parse(text)) as T;
  return answer;
}
