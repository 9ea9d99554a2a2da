import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import worker from "../../src/worker.ts";
import { logAccesses } from "../support/access-logs.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { addMember, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { browserHeaders, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";
import { consume } from "../support/queue.ts";

const ABSENT_ID = "01890000-0000-7000-8000-000000000000";

interface Verdict {
  access_log_id: string;
  verdict: string;
  note: string | null;
  by: { id: string; name: string };
  at: string;
}

interface Page {
  items: Verdict[];
  next_cursor: string | null;
}

const mark = (host: Host, eventId: string, logId: string, body: unknown) =>
  host.api("POST", `/events/${eventId}/access-logs/${logId}/feedback`, body);

async function verdictsOf(host: Host, eventId: string, query = ""): Promise<Page> {
  const response = await host.api("GET", `/events/${eventId}/security/feedback${query}`);
  expect(response.status).toBe(200);
  return response.json<Page>();
}

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json<{ error: string }>()).error];
}

describe("POST /events/{eventId}/access-logs/{logId}/feedback, GET /events/{eventId}/security/feedback", () => {
  /**
   * @spec 2.46 "Fraud feedback | access_log_id | uuid | primary key; re-marking replaces the previous verdict"
   * @spec 2.47 "Fraud feedback | verdict | string | legitimate or suspicious"
   * @spec 2.48 "Fraud feedback | note | string"
   * @spec 4.91 "POST | /events/{id}/access-logs/{log_id}/feedback | editor+ | verdict legitimate or suspicious plus
   *   note; 404 when the log belongs to another event; invalid verdict 400"
   */
  it("stores the verdict with author and note, and shows it in the access log", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const [marked = "", other = ""] = await logAccesses(fixture, [{ score: 70, risk: "high" }, { score: 1 }]);
    const response = await mark(host, fixture.eventId, marked, { verdict: "legitimate", note: "She is in Rome." });
    expect(response.status).toBe(200);
    const verdict = await response.json<Verdict>();
    expect(verdict).toEqual({
      access_log_id: marked,
      verdict: "legitimate",
      note: "She is in Rome.",
      by: { id: host.id, name: host.name },
      at: expect.stringMatching(/Z$/),
    });
    expect(await verdictsOf(host, fixture.eventId)).toEqual({ items: [verdict], next_cursor: null });
    const logs = await (await host.api("GET", `/events/${fixture.eventId}/access-logs`)).json<{ items: object[] }>();
    expect(new Set(logs.items)).toEqual(
      new Set([
        expect.objectContaining({ id: marked, verdict: "legitimate", score: 70, risk: "high" }),
        expect.objectContaining({ id: other, verdict: null }),
      ]),
    );
  });

  /** @spec 2.46 "Fraud feedback | access_log_id | uuid | primary key; re-marking replaces the previous verdict" */
  it("replaces the previous verdict, whichever member gave it", async () => {
    const [owner, editor] = await Promise.all([signedInHost({ name: "Owner" }), signedInHost({ name: "Editor" })]);
    const fixture = await makeEventFixture(owner.id, 1);
    await addMember(fixture.eventId, editor.id, "editor");
    const [log = ""] = await logAccesses(fixture, [{ score: 70, risk: "high" }]);
    await mark(owner, fixture.eventId, log, { verdict: "suspicious", note: "Who is this?" });
    await mark(editor, fixture.eventId, log.toUpperCase(), { verdict: "legitimate" });
    const { items } = await verdictsOf(owner, fixture.eventId);
    expect(items).toMatchObject([{ verdict: "legitimate", note: null, by: { id: editor.id, name: "Editor" } }]);
  });

  it("stores one verdict for parallel requests", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const [log = ""] = await logAccesses(fixture, [{ score: 70 }]);
    const verdicts = ["legitimate", "suspicious", "legitimate", "suspicious"];
    const answers = await Promise.all(verdicts.map((verdict) => mark(host, fixture.eventId, log, { verdict })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await verdictsOf(host, fixture.eventId)).items).toHaveLength(1);
  });

  /**
   * @spec 4.91 "POST | /events/{id}/access-logs/{log_id}/feedback | editor+ | verdict legitimate or suspicious plus
   *   note; 404 when the log belongs to another event; invalid verdict 400"
   * @spec 7.19 "404 | log from another event"
   */
  it("returns 404 for an access of another event and for an unknown one", async () => {
    const host = await signedInHost();
    const [fixture, other] = [await makeEventFixture(host.id, 1), await makeEventFixture(host.id, 1)];
    const [log = ""] = await logAccesses(other, [{ score: 70 }]);
    for (const id of [log, ABSENT_ID, "not-an-id"]) {
      expect(await refusal(await mark(host, fixture.eventId, id, { verdict: "legitimate" }))).toEqual([
        404,
        "not_found",
      ]);
    }
    expect((await verdictsOf(host, other.eventId)).items).toEqual([]);
  });

  /**
   * @spec 2.47 "Fraud feedback | verdict | string | legitimate or suspicious"
   * @spec 4.91 "POST | /events/{id}/access-logs/{log_id}/feedback | editor+ | verdict legitimate or suspicious plus
   *   note; 404 when the log belongs to another event; invalid verdict 400"
   * @spec 7.2 "400 | invalid feedback verdict"
   */
  it.each([
    [{ verdict: "innocent" }, "invalid_verdict"],
    [{ verdict: "" }, "invalid_verdict"],
    [{ verdict: "Legitimate" }, "invalid_verdict"],
    [{}, "validation_failed"],
    [{ verdict: null }, "validation_failed"],
    [{ verdict: "legitimate", note: "x".repeat(2_001) }, "validation_failed"],
    [{ verdict: "legitimate", because: "I say so" }, "validation_failed"],
  ])("rejects %j, and writes nothing", async (body, code) => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const [log = ""] = await logAccesses(fixture, [{ score: 70 }]);
    expect(await refusal(await mark(host, fixture.eventId, log, body))).toEqual([400, code]);
    expect((await verdictsOf(host, fixture.eventId)).items).toEqual([]);
  });

  /** @spec 4.92 "GET | /events/{id}/security/feedback | viewer+ | verdict history of the event" */
  it("lists verdicts newest first, once each, page by page, only of the event", async () => {
    const host = await signedInHost();
    const [fixture, other] = [await makeEventFixture(host.id, 1), await makeEventFixture(host.id, 1)];
    const logs = await logAccesses(
      fixture,
      Array.from({ length: 5 }, () => ({ score: 70 })),
    );
    const [foreign = ""] = await logAccesses(other, [{ score: 70 }]);
    await mark(host, other.eventId, foreign, { verdict: "suspicious" });
    for (const log of logs) await mark(host, fixture.eventId, log, { verdict: "suspicious" });
    const seen: Verdict[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Page = await verdictsOf(host, fixture.eventId, `?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(new Set(seen.map(({ access_log_id }) => access_log_id))).toEqual(new Set(logs));
    expect(seen).toHaveLength(5);
    const times = seen.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect((await host.api("GET", `/events/${fixture.eventId}/security/feedback?cursor=nonsense`)).status).toBe(400);
  });

  it("deletes the verdict with its guest", async () => {
    const host = await signedInHost();
    const fixture = await makeEventFixture(host.id, 1);
    const [log = ""] = await logAccesses(fixture, [{ score: 70 }]);
    await mark(host, fixture.eventId, log, { verdict: "suspicious" });
    await host.api("DELETE", `/events/${fixture.eventId}/guests/${firstOf(fixture).id}`);
    expect((await verdictsOf(host, fixture.eventId)).items).toEqual([]);
  });
});

/** Two networks of two providers in one country. */
const HOME = "81.2.69.142";
const ELSEWHERE = "109.144.0.9";
/** Scores this far apart are not caused by time or load. */
const SIGNIFICANT_POINTS = 10;

interface ScoredLog {
  id: string;
  score: number;
}

/** A guest who is known on a phone at home, and whose link was then opened on a laptop elsewhere. */
async function visited() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const { token } = firstOf(fixture);
  const newestLog = async (): Promise<ScoredLog | undefined> => {
    const response = await host.api("GET", `/events/${fixture.eventId}/access-logs?limit=1`);
    const { items } = await response.json<{ items: ScoredLog[] }>();
    return items[0];
  };
  const visit = async (userAgent: string, address: string): Promise<ScoredLog> => {
    const previous = await newestLog();
    await exports.default.fetch(openRequest(token, browserHeaders(userAgent, address)));
    return eventually(async () => {
      const newest = await newestLog();
      if (newest === undefined || newest.id === previous?.id) throw new Error("the visit is not logged yet");
      expect(newest.score).toBeTypeOf("number");
      return newest;
    });
  };
  await visit(PHONE, HOME);
  await visit(PHONE, HOME);
  const strange = await visit(LAPTOP, ELSEWHERE);
  return { host, fixture, strange, visitAgain: async () => (await visit(LAPTOP, ELSEWHERE)).score };
}

/** Posts a verdict. @returns the messages that it puts on the engine's queue */
async function verdictMessages({ host, fixture, strange }: Awaited<ReturnType<typeof visited>>, verdict: string) {
  const messages: BusMessage[] = [];
  const queue = {
    async sendBatch(batch: Iterable<MessageSendRequest<BusMessage>>) {
      for (const { body } of batch) messages.push(body);
    },
  };
  const bindings = { ...env, ACCESS_QUEUE: queue as unknown as Queue };
  const request = new Request(`https://usher.test/events/${fixture.eventId}/access-logs/${strange.id}/feedback`, {
    method: "POST",
    headers: { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ verdict }),
  });
  const context = createExecutionContext();
  const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, bindings, context);
  expect(response.status).toBe(200);
  await waitOnExecutionContext(context);
  expect(messages).toMatchObject([
    { type: "access.confirmed", body: { access_log_id: strange.id, guest_id: firstOf(fixture).id, kind: verdict } },
  ]);
  return messages;
}

describe("verdicts in the engine", () => {
  it("lowers the score of the device and network of a legitimate access", async () => {
    const [marked, unmarked] = [await visited(), await visited()];
    await consume("usher-access", await verdictMessages(marked, "legitimate"));
    const [known, unknown] = [await marked.visitAgain(), await unmarked.visitAgain()];
    console.info(JSON.stringify({ first: marked.strange.score, legitimate: known, without_a_verdict: unknown }));
    expect(known).toBeLessThan(unknown - SIGNIFICANT_POINTS);
    expect(known).toBeLessThan(marked.strange.score - SIGNIFICANT_POINTS);
  });

  it("raises the score of the device and network of a suspicious access", async () => {
    const [marked, unmarked] = [await visited(), await visited()];
    await consume("usher-access", await verdictMessages(marked, "suspicious"));
    const scores = [await marked.visitAgain(), await marked.visitAgain()];
    const unknown = await unmarked.visitAgain();
    console.info(JSON.stringify({ first: marked.strange.score, suspicious: scores, without_a_verdict: unknown }));
    for (const score of scores) {
      expect(score).toBeGreaterThanOrEqual(marked.strange.score);
      expect(score).toBeGreaterThan(unknown + SIGNIFICANT_POINTS);
    }
  });

  it("applies the last verdict, however late and often earlier ones arrive", async () => {
    const visitor = await visited();
    const [first, second] = [
      await verdictMessages(visitor, "suspicious"),
      await verdictMessages(visitor, "legitimate"),
    ];
    await consume("usher-access", second);
    expect((await consume("usher-access", [...first, ...first])).acked).toEqual([0, 1]);
    expect(await visitor.visitAgain()).toBeLessThan(visitor.strange.score - SIGNIFICANT_POINTS);
  });

  it("reaches the engine from the queue, without a response waiting for it", async () => {
    const visitor = await visited();
    await mark(visitor.host, visitor.fixture.eventId, visitor.strange.id, { verdict: "legitimate" });
    // An unknown device keeps its score however often it comes back on one day, so coming back is a way to ask: less than
    // sixty times per minute, the limit of a link.
    await eventually(async () => expect(await visitor.visitAgain()).toBeLessThan(visitor.strange.score / 2), {
      everyMs: 1_500,
    });
  });
});
