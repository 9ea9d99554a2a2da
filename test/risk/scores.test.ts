import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { CALL_TIMEOUT_MS } from "../../src/platform/activities/monitors.ts";
import { logAccesses } from "../support/access-logs.ts";
import { signedInHost } from "../support/account.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { busMessage, consume } from "../support/queue.ts";
import { replaced } from "../support/race.ts";

const QUEUE = "usher-scores";

/** The engine's score of an access, some seconds from now. */
function scoreOf(fixture: EventFixture, accessLogId: string, score: number, seconds: number) {
  const guest = firstOf(fixture);
  return busMessage("fraud.scored", {
    event_id: fixture.eventId,
    guest_id: guest.id,
    token_id: guest.tokenId,
    access_log_id: accessLogId,
    score,
    reasons: ["ip_change"],
    scored_at: new Date(Date.now() + seconds * 1_000).toISOString(),
    evidence: {},
    automated: false,
  });
}

/** An access's log entry, its guest's `opened_at`, and the number of frames sent to the event's monitors. */
async function stateOfAccess(fixture: EventFixture, accessLogId: string) {
  const row = await env.DB.prepare(
    `select score, risk, at, opened_at from access_logs l join guests g on g.event_id = l.event_id and g.id = l.guest_id
     where l.event_id = ? and l.id = ?`,
  )
    .bind(fixture.eventId, accessLogId)
    .first<{ score: number; risk: string; at: number; opened_at: number | null }>();
  const monitor = env.EVENT_MONITOR.get(env.EVENT_MONITOR.idFromName(fixture.eventId));
  const frames = await runInDurableObject(
    monitor,
    (_, state) =>
      state.storage.sql
        .exec<{ count: number }>("select count(*) as count from activities where type = 'access.scored'")
        .one().count,
  );
  return { ...row, frames };
}

test("stores the newest of repeated and unordered scores, and counts the access once", async () => {
  const fixture = await makeEventFixture((await signedInHost()).id, 2);
  const [log = ""] = await logAccesses(fixture, [{ score: null }]);
  const older = scoreOf(fixture, log, 10, 1);
  const newer = scoreOf(fixture, log, 40, 2);
  expect((await consume(QUEUE, [newer, older, newer, older])).acked).toEqual([0, 1, 2, 3]);
  const known = await stateOfAccess(fixture, log);
  expect(known).toMatchObject({ score: 40, risk: "medium", opened_at: known.at, frames: 1 });
  expect((await consume(QUEUE, [older, newer])).acked).toEqual([0, 1]);
  expect(await stateOfAccess(fixture, log)).toEqual(known);
});

test("delays no score because of a deleted access in its queue batch", async () => {
  const fixture = await makeEventFixture((await signedInHost()).id, 2);
  const [log = ""] = await logAccesses(fixture, [{ score: null }]);
  const gone = scoreOf(fixture, crypto.randomUUID(), 20, 1);
  expect((await consume(QUEUE, [gone, scoreOf(fixture, log, 30, 1)])).acked).toEqual([0, 1]);
  expect(await stateOfAccess(fixture, log)).toMatchObject({ score: 30, risk: "medium", frames: 1 });
});

test("delays no score because of monitors that do not respond", async () => {
  const fixture = await makeEventFixture((await signedInHost()).id, 2);
  const [log = ""] = await logAccesses(fixture, [{ score: null }]);
  let endWait: () => void = () => undefined;
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, ms = 0) => {
    if (ms === CALL_TIMEOUT_MS) endWait = work;
    return setTimeout(work, ms);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const silent = {
    publish: () => {
      endWait();
      return new Promise<void>(() => undefined);
    },
  };
  const changes = { EVENT_MONITOR: replaced(env.EVENT_MONITOR, { get: () => silent }) };
  const message = scoreOf(fixture, log, 40, 1);
  expect((await consume(QUEUE, [message], { changes })).retried).toHaveLength(1);
  expect(await stateOfAccess(fixture, log)).toMatchObject({ score: 40, risk: "medium" });
  // Activities that the monitor did not receive stay in the outbox for the relay, although the queue message ends here.
  const left = await env.DB.prepare("select count(*) as n from outbox where body like ?").bind(`%${log}%`).first();
  expect(left).toEqual({ n: 1 });
  expect((await consume(QUEUE, [message], { attempts: 2 })).acked).toEqual([0]);
});
