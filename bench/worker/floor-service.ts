import { setTimeout as sleep } from "node:timers/promises";
import { partitionOf } from "../../src/kernel/ids.ts";
import { bundleWorker } from "../../testkit/built-worker.ts";
import { openRandom } from "../../testkit/random.ts";
import { type StartedService, startService } from "../../testkit/running-service.ts";
import { type FloorPlan, MODE_HEADER, type Recording, ROUTE_HEADER, VALUES_HEADER } from "./floor-plan.ts";
import { assertSameCalls, DifferentCalls, newIdsIn, planOf } from "./floor-template.ts";
import { GUESTS, type InvitedList, inviteGuests } from "./guest-list.ts";
import type { Shot } from "./load.ts";

/** Attempts to record two requests that make the same calls: every 30 s one also reads flags. */
const RECORDINGS = 8;
/** A flush waits for the one before it. */
const APART_MS = 150;

type RouteName = "access" | "rsvp" | "checkIn";

/** Whether concurrent requests each make their own calls, or share them as the service's do. */
export type FloorMode = "floor" | "grouped floor";

/** The floor with its own database and engine. Its requests are those of the service, with the values for their calls. */
export interface RunningFloor {
  service: StartedService;
  open(mode: FloorMode, n: number): Shot;
  answer(mode: FloorMode, n: number): Shot;
  /** Plays the check-in of a guest with an RSVP. */
  checkIn(mode: FloorMode, n: number): Shot;
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

async function prepare(service: StartedService): Promise<RunningFloor> {
  const lists = { visitors: await inviteGuests(service, false), responders: await inviteGuests(service, false) };
  const links = await service.rows<{ id: string; guest_id: string }>("select id, guest_id from access_tokens");
  const guestIds = new Map(links.map(({ id, guest_id }) => [id, guest_id]));
  const valuesOf: ValuesOf = (shot, guest = tokenIdOf(shot)) => valuesOfGuest(guest, guestIds.get(guest) ?? "", shot);
  const recordings = await recordRoutes(service, lists, valuesOf);
  const body = JSON.stringify(recordings.plan);
  await send(service.url, { method: "POST", path: "/", headers: { [MODE_HEADER]: "plan" }, body });
  const floor = { service, ...floorShots(lists, recordings, valuesOf) };
  const last = GUESTS - recordings.used - 1;
  await assertFaithful(service, [
    [recordings.access, floor.open("floor", last)],
    [recordings.rsvp, floor.answer("floor", last)],
    [recordings.checkIn, floor.checkIn("floor", last)],
  ]);
  return floor;
}

interface Lists {
  visitors: InvitedList;
  responders: InvitedList;
}

/** The guest's values in a request's calls. @param guest the ID of the link, where the request does not have the link */
type ValuesOf = (shot: Shot, guest?: string) => string[];

interface Recordings extends Record<RouteName, Recording> {
  plan: Record<RouteName, FloorPlan[string]>;
  /** IDs that an RSVP creates. Its check-in confirms one of them. */
  answerIds: readonly string[];
  /** The body of an answer whose guest was checked in. */
  answered: string;
  /** How many guests at the end of the lists have made requests. */
  used: number;
}

/** Records two requests of each route, of guests at the end of the lists, whom the measurement does not reach. */
async function recordRoutes(
  service: StartedService,
  { visitors, responders }: Lists,
  valuesOf: ValuesOf,
): Promise<Recordings> {
  let last = GUESTS;
  const access = await recordTwice(async () => {
    const shot = visitors.open(--last);
    return { values: valuesOf(shot), recording: await record(service, shot, "record") };
  });
  const answers = await recordTwice(async () => {
    const shot = responders.answer(--last);
    return { values: valuesOf(shot), recording: await record(service, shot, "record") };
  });
  const answerIds = newIdsIn(answers[0].recording, answers[1].recording, answers[0].values);
  const arrivals = await recordTwice(async () => {
    const answer = responders.answer(--last);
    const before = await record(service, answer, "record");
    const answered = before.response.body;
    const shot = responders.checkIn(answered);
    const ids = newIdsIn(before, answers[0].recording, valuesOf(answer));
    const values = [...valuesOf(shot, tokenIdOf(answer)), ...ids];
    return { values, recording: await record(service, shot, "record"), answered };
  });
  const plan = {
    access: planOf(access[0].recording, access[1].recording, access[0].values),
    rsvp: planOf(answers[0].recording, answers[1].recording, [...answers[0].values, ...answerIds]),
    checkIn: planOf(arrivals[0].recording, arrivals[1].recording, arrivals[0].values),
  };
  const [{ recording: checkIn, answered }] = arrivals;
  const used = GUESTS - last;
  return { access: access[0].recording, rsvp: answers[0].recording, checkIn, plan, answerIds, answered, used };
}

/** The requests of the floor: those of the service, with the values for their calls. */
function floorShots(
  { visitors, responders }: Lists,
  { answerIds, answered }: Pick<Recordings, "answerIds" | "answered">,
  valuesOf: ValuesOf,
): Omit<RunningFloor, "service"> {
  const random = openRandom(1);
  const ids = new Map<number, string[]>();
  const idsOf = (n: number): string[] => {
    const known = ids.get(n) ?? answerIds.map(() => random.uuidAt(Date.now()));
    ids.set(n, known);
    return known;
  };
  const ofFloor = (mode: FloorMode, route: RouteName, shot: Shot, values: string[]): Shot => {
    const own = { [MODE_HEADER]: mode, [ROUTE_HEADER]: route, [VALUES_HEADER]: JSON.stringify(values) };
    return { ...shot, headers: { ...shot.headers, ...own } };
  };
  return {
    open(mode, n) {
      const shot = visitors.open(n);
      return ofFloor(mode, "access", shot, valuesOf(shot));
    },
    answer(mode, n) {
      const shot = responders.answer(n);
      return ofFloor(mode, "rsvp", shot, [...valuesOf(shot), ...idsOf(n)]);
    },
    checkIn(mode, n) {
      const shot = responders.checkIn(answered);
      return ofFloor(mode, "checkIn", shot, [...valuesOf(shot, tokenIdOf(responders.answer(n))), ...idsOf(n)]);
    },
  };
}

/** @throws DifferentCalls when a request of the floor makes other calls than the recorded one has made */
async function assertFaithful(service: StartedService, pairs: readonly [Recording, Shot][]): Promise<void> {
  for (const [recorded, shot] of pairs) {
    const played = await record(service, shot, "record floor");
    assertSameCalls(recorded.calls, played.calls);
  }
}

/** Sends a request whose calls the Worker tells. */
async function record(service: StartedService, shot: Shot, mode: "record" | "record floor"): Promise<Recording> {
  await sleep(APART_MS);
  return send<Recording>(service.url, { ...shot, headers: { ...shot.headers, [MODE_HEADER]: mode } });
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

/** Values of a guest and a request that are in its calls. */
function valuesOfGuest(tokenId: string, guestId: string, { headers }: Shot): string[] {
  const [, ticket = ""] = (headers.authorization ?? "").split(".");
  const claims = Buffer.from(ticket, "base64url").toString("utf8");
  const ids = claims.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  return [tokenId, guestId, partitionOf(tokenId), tokenId.slice(-6), headers["cf-connecting-ip"] ?? "", ...ids];
}

/** The ID in a guest's link: the first 16 of its bytes. */
function tokenIdOf({ path, body }: Shot): string {
  const token = body === undefined ? (path.split("/")[2] ?? "") : (JSON.parse(body) as { token: string }).token;
  const hex = Buffer.from(token, "base64url").subarray(0, 16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function send<T>(url: string, { method, path, headers, body }: Shot): Promise<T> {
  const response = await fetch(url + path, { method, headers, body: body ?? null });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path.split("/")[1]} returned ${response.status}: ${text}`);
  const answer = (text === "" ? null : JSON.parse(text)) as T;
  return answer;
}
