import {
  createExecutionContext,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import type { EditCounter } from "../../src/rsvp/edit-counter.ts";
import { ENTER_TIMEOUT_MS } from "../../src/rsvp/edit-rsvp.ts";
import worker from "../../src/worker.ts";
import { signedInHost } from "../support/account.ts";
import { turnTimeouts } from "../support/edit-turns.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite, replaced, UNARMED_SCHEDULER } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

/** Sends a request through the Worker. */
async function send(request: Request, changes: Partial<Cloudflare.Bindings> = {}): Promise<Response> {
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, ...changes }, context);
  await waitOnExecutionContext(context);
  return response;
}

/** A guest who has answered, with the number of edits so far. */
async function answered(edits = 0) {
  const fixture = await makeEventFixture((await signedInHost()).id, 1);
  const guest = firstOf(fixture);
  const headers = browserHeaders();
  expect((await send(answerRequest(guest.token, {}, headers))).status).toBe(201);
  await env.DB.prepare("update rsvps set edit_count = ? where guest_id = ?").bind(edits, guest.id).run();
  const edit = (plusOnes: number) => editRequest(guest.token, { plus_ones: plusOnes }, headers);
  const editCount = () =>
    env.DB.prepare("select edit_count from rsvps where guest_id = ?").bind(guest.id).first<number>("edit_count");
  return { ...guest, edit, editCount };
}

const objectOf = (tokenId: string) => env.EDIT_COUNTER.get(env.EDIT_COUNTER.idFromName(tokenId));
const errorOf = async (response: Response) => ((await response.json()) as { error?: string }).error;

/** True if a promise is settled after all pending work of this isolate had its turn. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  using _ = await objectOf(newId(Date.now())).enter();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

/** The binding with another answer to `enter`. */
function counterWith(enter: () => unknown): Partial<Cloudflare.Bindings> {
  return { EDIT_COUNTER: replaced(env.EDIT_COUNTER, { get: () => ({ enter }) }) };
}

describe("EditCounter.enter", () => {
  it("admits edits of one link one after the other, in the order of arrival", async () => {
    turnTimeouts(600_000);
    const object = objectOf(newId(Date.now()));
    const first = await object.enter();
    const [second, third] = [object.enter(), object.enter()];
    expect([first.seen, await isSettled(second), await isSettled(third)]).toEqual([0, false, false]);
    first.place[Symbol.dispose]();
    expect([(await second).seen, await isSettled(third)]).toEqual([1, false]);
    (await second)[Symbol.dispose]();
    expect((await third).seen).toBe(2);
    (await third)[Symbol.dispose]();
    await eventually(async () => {
      using next = await object.enter();
      expect(next.seen).toBe(0);
    });
  });

  it("admits an edit after the timeout for one that does not leave, without delaying later edits", async () => {
    turnTimeouts(0);
    const object = objectOf(newId(Date.now()));
    await object.enter();
    const second = await object.enter();
    expect(second.seen).toBe(1);
    second.place[Symbol.dispose]();
    await eventually(async () => {
      using next = await object.enter();
      expect(next.seen).toBe(0);
    });
  });
});

describe("EditCounter.hit", () => {
  it("stores the edit-link emails of the last hour, and deletes them by alarm", async () => {
    const rule = { name: "edit-link", limit: 3, windowSeconds: 3_600 };
    const object = objectOf(newId(Date.now()));
    const allowed = async () => (await object.hit(rule)).allowed;
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
    const stored = () =>
      runInDurableObject<EditCounter, [number, number | null]>(object, async (_, { storage }) => [
        (await storage.list()).size,
        await storage.getAlarm(),
      ]);
    expect(await stored()).toEqual([1, expect.any(Number)]);
    expect(await runDurableObjectAlarm(object)).toBe(true);
    expect(await stored()).toEqual([0, null]);
    expect(await allowed()).toBe(true);
  });

  it("stores nothing for edits", async () => {
    const object = objectOf(newId(Date.now()));
    using _ = await object.enter();
    const stored = await runInDurableObject<EditCounter, number>(
      object,
      async (__, { storage }) => (await storage.list()).size,
    );
    expect(stored).toBe(0);
  });
});

describe("PATCH /rsvp/{token} and the link's EditCounter", () => {
  it("takes its turn in parallel with the first read, and leaves after the response", async () => {
    const { edit, tokenId } = await answered();
    for (const plusOnes of [0, 1]) {
      const { response, calls, roundTrips, d1Calls } = await costOf(edit(plusOnes), recordingEnv());
      expect(response.status).toBe(200);
      expect(roundTrips).toBeLessThanOrEqual(3);
      expect(d1Calls).toBe(2);
      const names = calls.flatMap(({ input }) =>
        input.target === "object" ? [`${input.binding}.${input.method}`] : [],
      );
      expect(names.filter((name) => name.startsWith("EDIT_COUNTER"))).toEqual(["EDIT_COUNTER.enter"]);
    }
    using next = await objectOf(tokenId).enter();
    expect(next.seen).toBe(0);
  });

  it("leaves after an error", async () => {
    const { edit, tokenId, token } = await answered();
    const foreign = editRequest(token, { plus_ones: 0 }, browserHeaders("another browser"));
    expect((await send(foreign)).status).toBe(403);
    expect((await send(edit(100))).status).toBe(400);
    using next = await objectOf(tokenId).enter();
    expect(next.seen).toBe(0);
  });

  it("rejects the sixth edit, which waits for the fifth, before it writes, and logs its access", async () => {
    turnTimeouts(600_000);
    const { edit, editCount, id } = await answered(4);
    const recording = recordingEnv();
    let sixth: Promise<Response> | undefined;
    const sendSixth = async () => {
      const context = createExecutionContext();
      const incoming = edit(2) as Request<unknown, IncomingRequestCfProperties>;
      const sent = Promise.resolve(worker.fetch(incoming, recording.env, context));
      sixth = sent.finally(() => waitOnExecutionContext(context));
      await eventually(() =>
        expect(recording.recorder.calls.some(({ target, ended }) => target === "d1" && Number.isFinite(ended))).toBe(
          true,
        ),
      );
    };
    // The fifth has read and is scored; the sixth comes before the fifth writes.
    const fifth = await raceBeforeWrite(edit(1), sendSixth, { beforeWriteOf: "rsvps" });
    expect(fifth.status).toBe(200);
    const refused = await sixth;
    expect([refused?.status, refused && (await errorOf(refused))]).toEqual([409, "edit_limit_reached"]);
    const batches = recording.recorder.calls.flatMap(({ input }) => (input.target === "d1" ? [input.statements] : []));
    expect(batches.filter((batch) => batch.some(({ sql }) => /rsvp_revisions/i.test(sql)))).toEqual([]);
    expect(await editCount()).toBe(5);
    const logged = await env.DB.prepare("select count(*) as n from access_logs where guest_id = ? and kind = 'edit'")
      .bind(id)
      .first<number>("n");
    expect(logged).toBe(2);
  });

  it("stores exactly five of many edits when the object has lost its state each time", async () => {
    const { edit, editCount } = await answered();
    // Each call finds an object that knows nothing.
    const forgetful = {
      EDIT_COUNTER: replaced(env.EDIT_COUNTER, { get: () => env.EDIT_COUNTER.get(env.EDIT_COUNTER.newUniqueId()) }),
    };
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(edit(index % 5), forgetful)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await editCount()).toBe(5);
    const codes = await Promise.all(responses.filter(({ status }) => status !== 200).map(errorOf));
    expect(new Set(codes)).toEqual(new Set(["edit_limit_reached"]));
  });

  it("admits the next edit when the object was restarted during an edit", async () => {
    turnTimeouts(600_000);
    const { edit, tokenId } = await answered();
    await objectOf(tokenId).enter();
    await runInDurableObject(objectOf(tokenId), (_, state) => state.abort()).catch(() => undefined);
    expect((await send(edit(2))).status).toBe(200);
  });

  it("continues after two seconds without an object that does not respond, and reads again", async () => {
    const { edit, editCount } = await answered();
    turnTimeouts(0);
    const recording = recordingEnv(
      undefined,
      counterWith(() => new Promise(() => undefined)),
    );
    const { response, d1Calls } = await costOf(edit(2), recording);
    expect([response.status, d1Calls, ENTER_TIMEOUT_MS]).toEqual([200, 3, 2_000]);
    expect(await editCount()).toBe(1);
  });

  it("continues without an object that fails", async () => {
    const { edit, editCount } = await answered();
    const fail = () => Promise.reject(new Error("the object was reset"));
    const { response, d1Calls } = await costOf(edit(2), recordingEnv(undefined, counterWith(fail)));
    expect([response.status, d1Calls]).toEqual([200, 2]);
    expect(await editCount()).toBe(1);
  });

  it("releases a turn that arrives too late", async () => {
    const { edit } = await answered();
    turnTimeouts(0);
    const late = Promise.withResolvers<unknown>();
    const dispose = vi.fn();
    expect(
      (
        await send(
          edit(2),
          counterWith(() => late.promise),
        )
      ).status,
    ).toBe(200);
    late.resolve({ seen: 0, place: { [Symbol.dispose]: dispose } });
    await eventually(() => expect(dispose).toHaveBeenCalledTimes(1));
  });
});
