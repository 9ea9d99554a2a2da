import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../../support/account.ts";
import { addMember, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../../support/guest-requests.ts";
import { UNKNOWN_ID } from "../../support/operations.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { costOf, warmRecording } from "../../support/recording-env.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

interface WireQuestion {
  id: string;
  label: string;
  kind: string;
  options: string[];
}

interface Problem {
  error: string;
  errors: { path: string; message: string }[];
}

const MEAL = { label: "Meal", kind: "choice", options: ["Fish", "Vegan"], required: true, scope: "person" };
const SONG = { label: "A song", kind: "text" };

/** An event with a guest who uses one phone, and questions. */
async function askedEvent(items: unknown[] = [MEAL, SONG], event: Record<string, unknown> = {}) {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const path = `/events/${fixture.eventId}`;
  const put = (questions: unknown[]) => host.api("PUT", `${path}/questions`, { items: questions });
  const set = async (questions: unknown[]) => {
    const response = await put(questions);
    expect(response.status).toBe(200);
    return await response.json<{ items: WireQuestion[]; removed: WireQuestion[] }>();
  };
  if (Object.keys(event).length > 0) expect((await host.api("PATCH", path, event)).status).toBe(200);
  const questions = items.length === 0 ? [] : (await set(items)).items;
  const guest = firstOf(fixture);
  const headers = browserHeaders();
  const idOf = (label: string) => questions.find((question) => question.label === label)?.id ?? "";
  return {
    host,
    path,
    put,
    set,
    questions,
    idOf,
    guest,
    fixture,
    headers,
    answer: (answer: Record<string, unknown>) => send(answerRequest(guest.token, answer, headers)),
    edit: (changes: Record<string, unknown>) => send(editRequest(guest.token, changes, headers)),
    open: async () => (await send(openRequest(guest.token, headers))).json<Record<string, unknown>>(),
    history: async () =>
      (await (await host.api("GET", `${path}/guests/${guest.id}/rsvp/history`)).json<{ items: unknown[] }>()).items,
    rsvp: async () => (await (await host.api("GET", `${path}/guests/${guest.id}`)).json<{ rsvp: unknown }>()).rsvp,
  };
}

const pathsOf = async (response: Response): Promise<string[]> => {
  expect(response.status).toBe(400);
  const { errors } = await response.json<Problem>();
  return errors.map(({ path }) => path);
};

describe("PUT /events/{eventId}/questions, GET /events/{eventId}/questions", () => {
  it("replaces the list, keeps the IDs, and restores removed questions by ID", async () => {
    const { set, host, path } = await askedEvent([]);
    const none = await (await host.api("GET", `${path}/questions`)).json();
    expect(none).toEqual({ items: [], removed: [], updated_at: null });
    const first = await set([MEAL, { ...SONG, help: "Anything goes." }]);
    expect(first).toMatchObject({
      items: [
        { ...MEAL, help: null, when: "attending" },
        { label: "A song", help: "Anything goes.", kind: "text", options: [], required: false, scope: "guest" },
      ],
      removed: [],
    });
    const [meal, song] = first.items;
    const second = await set([{ ...SONG, id: song?.id, label: "A tune" }]);
    expect(second).toMatchObject({ items: [{ id: song?.id, label: "A tune" }], removed: [meal] });
    const third = await set([meal, second.items[0]]);
    expect(third).toMatchObject({ items: [meal, second.items[0]], removed: [] });
    expect(await (await host.api("GET", `${path}/questions`)).json()).toEqual(third);
    const { items } = await (await host.api("GET", `${path}/audit`)).json<{ items: Record<string, unknown>[] }>();
    expect(items[0]).toMatchObject({
      action: "questions.updated",
      before: { count: 1, questions: "A tune (text)" },
      after: { count: 2, questions: "Meal (choice)\nA tune (text)" },
    });
  });

  it.each([
    ["500 options", { ...MEAL, options: Array.from({ length: 500 }, (_, index) => `${index}`) }, "items.0.options"],
    ["a choice without options", { ...MEAL, options: [] }, "items.0.options"],
    ["an option that is there twice", { ...MEAL, options: ["a", "b", "a"] }, "items.0.options.2"],
    ["a text with options", { ...SONG, options: ["a"] }, "items.0.options"],
    ["an unknown kind", { ...SONG, kind: "essay" }, "items.0.kind"],
    ["no label", { kind: "text" }, "items.0.label"],
    ["an unknown id", { ...SONG, id: UNKNOWN_ID }, "items.0.id"],
    ["an unknown field", { ...SONG, hint: "x" }, "items.0.hint"],
  ])("rejects %s", async (_, question, path) => {
    const { put, host, path: event } = await askedEvent([]);
    expect(await pathsOf(await put([question]))).toEqual([path]);
    expect(await (await host.api("GET", `${event}/questions`)).json()).toMatchObject({ items: [] });
  });

  it("allows at most twenty questions, each ID once, and no change of kind", async () => {
    const { put, questions } = await askedEvent([SONG]);
    expect(await pathsOf(await put(Array(21).fill(SONG)))).toEqual(["items"]);
    expect((await put(Array(20).fill(SONG))).status).toBe(200);
    const id = questions[0]?.id;
    expect(
      await pathsOf(
        await put([
          { ...SONG, id },
          { ...SONG, id },
        ]),
      ),
    ).toEqual(["items.1.id"]);
    expect(await pathsOf(await put([{ ...MEAL, id }]))).toEqual(["items.0.kind"]);
  });

  it("rejects the ID of another event's question", async () => {
    const other = await askedEvent([SONG]);
    const { put } = await askedEvent([]);
    expect(await pathsOf(await put([{ ...SONG, id: other.questions[0]?.id }]))).toEqual(["items.0.id"]);
  });

  it("accepts editors, and lets viewers read", async () => {
    const { fixture, path } = await askedEvent();
    const viewer = await signedInHost();
    expect((await viewer.api("GET", `${path}/questions`)).status).toBe(404);
    await addMember(fixture.eventId, viewer.id, "viewer");
    expect((await viewer.api("GET", `${path}/questions`)).status).toBe(200);
    expect((await viewer.api("PUT", `${path}/questions`, { items: [] })).status).toBe(403);
  });

  it("keeps the changes of parallel editors", async () => {
    const { put, host, path } = await askedEvent([]);
    const responses = await Promise.all(["a", "b", "c"].map((label) => put([{ ...SONG, label }])));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { items, removed } = await (await host.api("GET", `${path}/questions`)).json<{
      items: WireQuestion[];
      removed: WireQuestion[];
    }>();
    expect([...items, ...removed].map(({ label }) => label).sort()).toEqual(["a", "b", "c"]);
  });
});

describe("answers to questions", () => {
  it("stores answers with the RSVP, shows them, and keeps them in an edit that omits them", async () => {
    const event = await askedEvent([MEAL, SONG, { label: "Bus?", kind: "yes_no", when: "always" }], {
      companion_names: "optional",
    });
    const { idOf } = event;
    expect(await event.open()).toMatchObject({ questions: event.questions, event: { companion_names: "optional" } });
    const answers = { [idOf("Meal")]: "Fish", [idOf("A song")]: "Waterloo", [idOf("Bus?")]: false };
    const companions = [{ name: "Ben", answers: { [idOf("Meal")]: "Vegan" } }];
    const response = await event.answer({ plus_ones: undefined, companions, answers });
    expect(response.status).toBe(201);
    const stored = {
      plus_ones: 1,
      companions: [{ name: "Ben", attending: true, answers: { [idOf("Meal")]: "Vegan" } }],
      answers,
      answered_by: "guest",
    };
    expect(await response.json()).toMatchObject(stored);
    expect(await event.open()).toMatchObject({ rsvp: stored });
    expect(await event.rsvp()).toMatchObject(stored);

    const edited = await event.edit({ answers: { [idOf("A song")]: null } });
    const { [idOf("A song")]: _, ...left } = answers;
    expect(await edited.json()).toMatchObject({ ...stored, answers: left, edit_count: 1 });
    expect(await event.history()).toMatchObject([{ revision: 0, ...stored }]);

    const declined = await event.edit({ response: "declined" });
    expect(await declined.json()).toMatchObject({
      plus_ones: 0,
      companions: [],
      answers: { [idOf("Bus?")]: false },
    });
  });

  it("rejects wrong or missing answers by path, and writes nothing", async () => {
    const event = await askedEvent([MEAL, SONG], { companion_names: "optional" });
    const foreign = (await askedEvent()).idOf("A song");
    const { idOf } = event;
    const [meal, song] = [idOf("Meal"), idOf("A song")];
    const fish = { [meal]: "Fish" };
    const paths = async (answer: Record<string, unknown>) => pathsOf(await event.answer(answer));
    expect(await paths({ plus_ones: 0 })).toEqual([`answers.${meal}`]);
    expect(await paths({ plus_ones: 0, answers: { [meal]: "Meat" } })).toEqual([`answers.${meal}`]);
    expect(await paths({ plus_ones: 0, answers: { ...fish, [song]: true } })).toEqual([`answers.${song}`]);
    expect(await paths({ plus_ones: 0, answers: { ...fish, [foreign]: "x" } })).toEqual([`answers.${foreign}`]);
    expect(await paths({ plus_ones: 0, answers: { ...fish, [UNKNOWN_ID]: "x" } })).toEqual([`answers.${UNKNOWN_ID}`]);
    expect(await paths({ plus_ones: 2, answers: fish })).toEqual(["companions"]);
    const companions = [{ answers: fish }, { answers: { [song]: "x" } }];
    expect(await paths({ plus_ones: undefined, companions, answers: fish })).toEqual([
      `companions.1.answers.${song}`,
      `companions.1.answers.${meal}`,
    ]);
    expect(await event.rsvp()).toBeNull();
    // An absent companion needs no answer, and a sent answer is not stored.
    const declined = await event.answer({ response: "declined", plus_ones: undefined, answers: fish });
    expect(await declined.json()).toMatchObject({ answers: {} });
  });

  it("keeps answers when their question is removed, and accepts them unchanged", async () => {
    const event = await askedEvent([SONG]);
    const answers = { [event.idOf("A song")]: "Waterloo" };
    expect((await event.answer({ plus_ones: 0, answers })).status).toBe(201);
    await event.set([]);
    expect(await event.rsvp()).toMatchObject({ answers });
    expect(await event.open()).toMatchObject({ questions: [], rsvp: { answers } });
    expect((await event.edit({ plus_ones: 1, answers })).status).toBe(200);
    expect(await pathsOf(await event.edit({ answers: { [event.idOf("A song")]: "Fernando" } }))).toHaveLength(1);
    expect(await event.rsvp()).toMatchObject({ plus_ones: 1, answers });
  });

  it("validates answers by the questions at the time of the write", async () => {
    const event = await askedEvent([SONG]);
    const [song] = event.questions;
    const required = { ...song, required: true };
    const refused = await raceBeforeWrite(
      answerRequest(event.guest.token, { plus_ones: 0 }, event.headers),
      async () => void (await event.set([required])),
      { beforeWriteOf: "rsvps" },
    );
    expect(await pathsOf(refused)).toEqual([`answers.${song?.id}`]);
    expect(await event.rsvp()).toBeNull();

    // A change that does not concern the answer does not refuse it.
    const answers = { [song?.id ?? ""]: "Waterloo" };
    const taken = await raceBeforeWrite(
      answerRequest(event.guest.token, { plus_ones: 0, answers }, event.headers),
      async () => void (await event.set([required, { ...SONG, label: "Another" }])),
      { beforeWriteOf: "rsvps" },
    );
    expect(taken.status).toBe(201);
    const edited = await raceBeforeWrite(
      editRequest(event.guest.token, { answers: { [song?.id ?? ""]: "Fernando" } }, event.headers),
      async () => void (await event.set([])),
      { beforeWriteOf: "rsvps" },
    );
    expect(await pathsOf(edited)).toEqual([`answers.${song?.id}`]);
    expect(await event.rsvp()).toMatchObject({ answers, edit_count: 0 });
    expect(await event.history()).toEqual([]);
  });

  it("reads one more row to show answers, and two to store them, for any number of questions", async () => {
    const costs = async (count: number) => {
      const { guest, headers } = await askedEvent(Array(count).fill(SONG));
      const requests = [
        openRequest(guest.token, headers),
        answerRequest(guest.token, {}, headers),
        editRequest(guest.token, { plus_ones: 2 }, headers),
      ];
      const recording = warmRecording();
      const found: number[][] = [];
      for (const request of requests) {
        const { rowsRead, d1Calls, response } = await costOf(request, recording);
        expect(response.ok).toBe(true);
        found.push([rowsRead, d1Calls]);
      }
      return found;
    };
    const none = await costs(0);
    const one = await costs(1);
    expect(one.map(([rows = 0], index) => rows - (none[index]?.[0] ?? 0))).toEqual([1, 2, 2]);
    expect(await costs(20)).toEqual(one);
    expect(one.map(([, calls]) => calls)).toEqual([1, 2, 2]);
  });

  it("exports answers with the companions in the host's and the guest's data export", async () => {
    const event = await askedEvent([MEAL, SONG], { companion_names: "required" });
    const { host, path, guest, idOf } = event;
    const answers = { [idOf("Meal")]: "Fish" };
    const companions = [{ name: "Ben Hur", answers: { [idOf("Meal")]: "Vegan" } }];
    expect((await event.answer({ plus_ones: undefined, companions, answers })).status).toBe(201);
    expect((await event.edit({ answers: { [idOf("Meal")]: "Vegan" } })).status).toBe(200);
    const party = { companions: [{ name: "Ben Hur", attending: true, answers: companions[0]?.answers }] };
    const expected = {
      rsvps: [{ ...party, answers: { [idOf("Meal")]: "Vegan" }, answered_by: "guest", seat: "confirmed", heads: 2 }],
      rsvp_revisions: [{ ...party, answers, answered_by: "guest", seat: "confirmed" }],
    };
    const ofHost = await host.api("GET", "/me/data-export");
    expect(await ofHost.json()).toMatchObject({
      ...expected,
      questions: [{ event_id: event.fixture.eventId, items: event.questions, removed: [] }],
    });
    const ofGuest = await host.api("GET", `${path}/guests/${guest.id}/data-export`);
    expect(await ofGuest.json()).toMatchObject(expected);
  });
});
