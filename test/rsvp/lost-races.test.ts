import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { reportUrl } from "../../src/invitations/report-link.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { requestBy, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { loseEveryRace, raceBeforeWrite } from "../support/race.ts";
import { recordsOf } from "../support/records.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** A guest with a link, who may have sent an RSVP. */
async function invited(plusOnes?: number) {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, 1);
  const { eventId } = fixture;
  const { id, token, tokenId } = firstOf(fixture);
  const headers = browserHeaders();
  if (plusOnes !== undefined)
    expect((await send(answerRequest(token, { plus_ones: plusOnes }, headers))).status).toBe(201);
  const path = `/events/${eventId}/guests/${id}/rsvp`;
  const run = (statement: string) => env.DB.prepare(statement).bind(eventId).run();
  return {
    host,
    eventId,
    id,
    token,
    tokenId,
    headers,
    path,
    run,
    edit: (changes: Record<string, unknown>, own = headers) => send(editRequest(token, changes, own)),
    record: (answer: Record<string, unknown>) => requestBy(host, "PUT", path, answer),
    records: () => recordsOf(host, eventId),
    rsvp: async () => {
      const guest = await host.api("GET", path.replace(/\/rsvp$/, ""));
      return (await guest.json<{ rsvp: Record<string, unknown> | null }>()).rsvp;
    },
    history: async () => (await (await host.api("GET", `${path}/history`)).json<{ items: unknown[] }>()).items,
    /** Another version of the event's questions, by which an RSVP is validated. */
    askAgain: () =>
      run(
        `insert into event_questions (event_id, items, removed, updated_at) values (?, '[]', '[]', 1)
         on conflict do update set version = version + 1`,
      ),
    /** The number of messages to the guest that wait in the outbox or were handed over. */
    confirmations: async () => {
      const found = env.DB.prepare(
        "select count(*) as n from outbox where instr(body, ?) > 0 and instr(body, 'rsvp_id') > 0",
      );
      return found.bind(id).first<number>("n");
    },
    logs: async () => {
      const { results } = await run("select kind from access_logs where event_id = ? order by id");
      return results.map(({ kind }) => kind);
    },
  };
}

async function outcomeOf(response: Response): Promise<[number, string | undefined]> {
  return [response.status, (await response.json<{ error?: string }>()).error];
}

describe("POST /rsvp", () => {
  it("returns 409 rsvp_changed and stores no RSVP when the questions change before each write", async () => {
    const { token, headers, askAgain, run, rsvp, confirmations, logs } = await invited();
    // With a waitlist no RSVP lacks a seat, so nothing reads the seats after a lost write.
    await run("update events set waitlist = 1 where id = ?");
    const lost = await loseEveryRace(answerRequest(token, {}, headers), askAgain, {
      batchesAfter: null,
      beforeWriteOf: "rsvps",
    });
    expect(await outcomeOf(lost)).toEqual([409, "rsvp_changed"]);
    expect([await rsvp(), await confirmations(), await logs()]).toEqual([null, 0, ["rsvp"]]);
  });
});

describe("PATCH /rsvp/{token}", () => {
  it("keeps the RSVP that a host has recorded between read and write as a revision", async () => {
    const { token, headers, host, path, rsvp, history, records } = await invited(1);
    const late = await raceBeforeWrite(
      editRequest(token, { response: "maybe" }, headers),
      async () => expect((await host.api("PUT", path, { response: "attending", plus_ones: 3 })).status).toBe(200),
      { beforeWriteOf: "rsvps" },
    );
    const edited = { response: "maybe", plus_ones: 3, edit_count: 1 };
    expect([late.status, await late.json()]).toMatchObject([200, edited]);
    expect(await rsvp()).toMatchObject(edited);
    expect(await history()).toMatchObject([
      { revision: 1, plus_ones: 3, replaced_by: "guest" },
      { revision: 0, plus_ones: 1, replaced_by: "host" },
    ]);
    expect(await records()).toMatchObject([
      { action: "rsvp.recorded", before: { plus_ones: 1 }, after: { plus_ones: 3 } },
    ]);
  });

  it("returns 409 rsvp_changed and keeps the RSVP when the questions change before each write", async () => {
    const { token, headers, askAgain, rsvp, history, logs } = await invited(1);
    const request = editRequest(token, { response: "declined" }, headers);
    const lost = await loseEveryRace(request, askAgain, { batchesAfter: null, beforeWriteOf: "rsvps" });
    expect(await outcomeOf(lost)).toEqual([409, "rsvp_changed"]);
    expect(await rsvp()).toMatchObject({ response: "attending", plus_ones: 1, edit_count: 0 });
    expect([await history(), await logs()]).toEqual([[], ["rsvp", "edit"]]);
  });
});

describe("PUT /events/{eventId}/guests/{guestId}/rsvp", () => {
  it("records the RSVP that it replaced when the guest edits it between read and write", async () => {
    const { record, edit, rsvp, history, records } = await invited(1);
    const late = await raceBeforeWrite(record({ response: "declined" }), async () =>
      expect((await edit({ plus_ones: 2 })).status).toBe(200),
    );
    expect([late.status, await late.json()]).toMatchObject([200, { response: "declined", edit_count: 1 }]);
    expect(await rsvp()).toMatchObject({ response: "declined", plus_ones: 0 });
    expect(await history()).toMatchObject([
      { revision: 1, plus_ones: 2, replaced_by: "host" },
      { revision: 0, plus_ones: 1, replaced_by: "guest" },
    ]);
    expect(await records()).toMatchObject([
      { before: { response: "attending", plus_ones: 2 }, after: { response: "declined", plus_ones: 0 } },
    ]);
  });

  it("returns 409 rsvp_changed and records nothing when the RSVP changes before each write", async () => {
    const { record, run, rsvp, history, records } = await invited(1);
    const change = () => run("update rsvps set host_change_count = host_change_count + 1 where event_id = ?");
    const lost = await loseEveryRace(record({ response: "declined" }), change);
    expect(await outcomeOf(lost)).toEqual([409, "rsvp_changed"]);
    expect(await rsvp()).toMatchObject({ response: "attending", plus_ones: 1 });
    expect([await history(), await records()]).toEqual([[], []]);
  });
});

describe("POST /not-me/{token}", () => {
  /** A guest whose RSVP another person has declined, and the report of that edit. */
  async function declined() {
    const guest = await invited(1);
    expect((await guest.edit({ response: "declined" }, browserHeaders())).status).toBe(200);
    const edit = env.DB.prepare("select id from access_logs where event_id = ? and kind = 'edit'").bind(guest.eventId);
    const accessLogId = (await edit.first<string>("id")) ?? "";
    const ctx = createRequestContext(env, () => undefined);
    const url = await reportUrl(ctx, { tokenId: guest.tokenId, accessLogId });
    return { ...guest, report: new Request(url, { method: "POST" }) };
  }

  it("keeps an RSVP that the guest has edited between read and write, and records that", async () => {
    const { report, edit, rsvp, records } = await declined();
    const late = await raceBeforeWrite(report, async () =>
      expect((await edit({ response: "attending", plus_ones: 2 })).status).toBe(200),
    );
    expect([late.status, await late.text()]).toEqual([200, expect.stringContaining("changed again since")]);
    expect(await rsvp()).toMatchObject({ response: "attending", plus_ones: 2, edit_count: 2 });
    expect(await records()).toMatchObject([{ action: "access.reported", after: { answer: "kept" } }]);
  });

  it("returns 409 and changes neither link nor RSVP when the RSVP changes before each write", async () => {
    const { report, run, token, rsvp, records } = await declined();
    const change = () => run("update rsvps set updated_at = updated_at + 1 where event_id = ?");
    const lost = await loseEveryRace(report, change);
    expect(lost.status).toBe(409);
    expect(await rsvp()).toMatchObject({ response: "declined" });
    expect(await records()).toEqual([]);
    const reports = await run("select count(*) as n from access_reports where event_id = ?");
    expect(reports.results).toEqual([{ n: 0 }]);
    expect((await send(openRequest(token))).status).toBe(200);
  });
});
