import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { eventBranding, eventCollaborators, events } from "../../src/db/schema/events.ts";
import { outbox } from "../../src/db/schema/messages.ts";
import { toIsoTime } from "../../src/kernel/clock.ts";
import { authorizeMember, type EventCaller } from "../../src/platform/authorization/authorize-member.ts";
import { commit, conflictAs, LostRace, retried } from "../../src/platform/commit/commit.ts";
import { nextVersion, unchanged } from "../../src/platform/commit/unchanged.ts";
import { pending } from "../../src/platform/flush-after-response/flush-after-response.ts";
import { busMessage } from "../../src/platform/outbox/enqueue.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { signedInHost } from "../support/account.ts";
import { makeEvent } from "../support/guest.ts";
import { recordsOf } from "../support/records.ts";

/** A host with an event, as a verb has read them. */
async function read() {
  const host = await signedInHost();
  const { id: eventId } = await makeEvent(host);
  const later: (() => Promise<void>)[] = [];
  const ctx = createRequestContext(env, (work) => later.push(work));
  const { db } = ctx;
  const session = { userId: host.id, issuedAt: Date.now() + 1_000, sessionId: crypto.randomUUID() };
  const caller: EventCaller = { session, eventId, minimumRole: "editor" };
  const found = await authorizeMember(ctx, caller, { event: db.select().from(events).where(eq(events.id, eventId)) });
  const rename = (name: string, at: number) =>
    db
      .update(events)
      .set({ name, updatedAt: nextVersion(events, at) })
      .where(eq(events.id, eventId))
      .returning({ name: events.name, updatedAt: events.updatedAt });
  const [event] = found.event;
  if (event === undefined) throw new Error("the event is missing");
  const runLater = async () => {
    for (const work of later) await work();
  };
  return { host, ctx, db, eventId, member: found.member, event, rename, runLater };
}

const audit = { action: "event.updated", before: null, after: null } as const;

describe("commit", () => {
  it("writes the change with its record, and returns the results of changes and reads by name", async () => {
    const { host, ctx, db, eventId, member, event, rename } = await read();
    const at = Date.now() + 5_000;
    const found = await commit(ctx, {
      by: member,
      guard: [unchanged(events, { id: eventId }, event), unchanged(eventBranding, { eventId }, undefined), null],
      changes: { renamed: rename("Mine", at) },
      parts: [{ audit: { action: "questions.updated", before: null, after: null }, guard: [sql`1`] }],
      reads: { names: db.select({ name: events.name }).from(events).where(eq(events.id, eventId)) },
      audit,
      at,
      lost: "event_changed",
    });
    expect(found).toEqual({ renamed: [{ name: "Mine", updatedAt: at }], names: [{ name: "Mine" }] });
    expect(await recordsOf(host, eventId)).toMatchObject([
      { action: "event.updated" },
      { action: "questions.updated" },
    ]);
  });

  it("publishes the activities that only the write tells, and runs the effects", async () => {
    const { ctx, db, eventId, member, rename, runLater } = await read();
    const at = Date.now() + 5_000;
    const sent: unknown[] = [];
    const kind = { send: async (_: unknown, items: readonly unknown[]) => void sent.push(...items) };
    const waiting = () =>
      db.select({ body: outbox.body }).from(outbox).where(sql`instr(${outbox.body}, ${eventId}) > 0`);
    await commit(ctx, {
      by: member,
      changes: { renamed: rename("Mine", at) },
      audit: null,
      activities: ({ renamed }) =>
        renamed.map(({ name }) => ({ type: "event.updated", at: toIsoTime(at), changed: [name] })),
      effects: [pending(kind, "pending"), async () => sent.push("alone")],
      at,
      lost: "event_changed",
    });
    // Without the activities: the relay would read them from the database.
    expect(await waiting()).toEqual([{ body: { event_id: eventId } }]);
    await runLater();
    expect(sent.sort()).toEqual(["alone", "pending"]);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ["is false", sql`0`],
    ["is NULL", sql`null`],
    ["is the other side of an OR that is false", sql`0 or 0`],
  ])("writes nothing and throws the code when a condition %s", async (_, condition) => {
    const { host, ctx, eventId, member, rename } = await read();
    const lost = commit(ctx, {
      by: member,
      guard: [sql`1`, condition],
      changes: { renamed: rename("Mine", Date.now()) },
      audit,
      at: Date.now(),
      lost: "event_changed",
    });
    await expect(lost).rejects.toThrow(LostRace);
    await expect(lost).rejects.toMatchObject({ code: "event_changed" });
    expect(await (await host.api("GET", `/events/${eventId}`)).json()).toMatchObject({ name: "Garden party" });
    expect(await recordsOf(host, eventId)).toEqual([]);
  });

  it("writes nothing when the actor has lost the role", async () => {
    const { ctx, db, eventId, member, rename } = await read();
    await db.update(eventCollaborators).set({ role: "viewer" }).where(eq(eventCollaborators.eventId, eventId));
    const change = { changes: { renamed: rename("Mine", 1) }, audit, at: 1, lost: "event_changed" } as const;
    await expect(commit(ctx, { by: member, ...change })).rejects.toThrow(LostRace);
  });

  it("throws what another constraint throws", async () => {
    const { ctx, db, member } = await read();
    const broken = db.update(events).set({ capacity: 0 }).where(eq(events.id, member.eventId));
    const change = commit(ctx, { by: member, changes: { broken }, audit: null, at: 1, lost: "event_changed" });
    await expect(change).rejects.not.toThrow(LostRace);
  });

  it("does the work of a message after the response, or leaves it to the relay if it fails", async () => {
    const { db } = await read();
    const deferred: (() => Promise<unknown>)[] = [];
    const ctx = createRequestContext(env, (task) => void deferred.push(task));
    const done: string[] = [];
    const works = (name: string, run: () => Promise<unknown>) => {
      const message = busMessage(ctx, "session.ended", { user_id: name, ended_at: 1 });
      return commit(ctx, { by: "service", changes: {}, immediate: [{ message, run }], at: 1, lost: "not_found" });
    };
    await works("done", async () => void done.push("done"));
    await works("failed", () => Promise.reject(new Error("unreachable")));
    const stored = () => db.select({ body: outbox.body }).from(outbox).where(eq(outbox.type, "session.ended"));
    expect(await stored()).toHaveLength(2);
    await Promise.allSettled(deferred.map((task) => task()));
    expect(done).toEqual(["done"]);
    expect(JSON.stringify(await stored())).toMatch(/^[^}]*failed[^}]*\}/);
    expect(await stored()).toHaveLength(1);
  });

  it("writes for the service while the guard holds, without a guard always", async () => {
    const { ctx, eventId, rename, event } = await read();
    const change = { by: "service", at: 1, lost: "not_found" } as const;
    await commit(ctx, { ...change, changes: { renamed: rename("One", Date.now()) } });
    const guard = [unchanged(events, { id: eventId }, event)];
    const lost = commit(ctx, { ...change, guard, changes: { renamed: rename("Two", Date.now()) } });
    await expect(lost).rejects.toMatchObject({ code: "not_found" });
  });

  it("refuses a guard whose values one statement could not bind", async () => {
    const { ctx, member, event } = await read();
    const guard = Array.from({ length: 20 }, () => unchanged(events, { id: event.id }, event));
    const change = commit(ctx, { by: member, guard, changes: {}, audit: null, at: 1, lost: "event_changed" });
    await expect(change).rejects.toThrow("one JSON value");
  });
});

describe("unchanged", () => {
  it.each([{}, { eventId: "1" }, { id: "1" }, { eventId: "1", userId: "1", role: "1" }])(
    "refuses the key %j, which is not the primary key",
    (key) => {
      expect(() => unchanged(eventCollaborators, key as Record<string, string>, undefined)).toThrow(
        "a row of event_collaborators is named by eventId and userId",
      );
    },
  );

  it("sees a change by a statement that sets no version", async () => {
    const { ctx, db, eventId, member } = await read();
    const key = { eventId, userId: member.userId };
    const find = () => db.select().from(eventCollaborators).where(eq(eventCollaborators.eventId, eventId));
    const [before] = await find();
    await db.update(eventCollaborators).set({ role: "editor" }).where(eq(eventCollaborators.eventId, eventId));
    const change = { by: member, changes: {}, audit: null, at: 1, lost: "team_changed" } as const;
    await expect(commit(ctx, { ...change, guard: [unchanged(eventCollaborators, key, before)] })).rejects.toThrow(
      LostRace,
    );
    const [after] = await find();
    await commit(ctx, { ...change, guard: [unchanged(eventCollaborators, key, after)] });
  });

  it("sees two changes of one millisecond", async () => {
    const { db, eventId, rename } = await read();
    const at = Date.now() + 60_000;
    expect(await rename("One", at)).toEqual([{ name: "One", updatedAt: at }]);
    expect(await rename("Two", at)).toEqual([{ name: "Two", updatedAt: at + 1 }]);
    expect(await db.select({ name: events.name }).from(events).where(eq(events.id, eventId))).toEqual([
      { name: "Two" },
    ]);
  });
});

describe("retried", () => {
  const losing = (times: number, error: Error = new LostRace("team_changed")) => {
    const state = { calls: 0 };
    const verb = async (given: string) => {
      if (state.calls++ < times) throw error;
      return given;
    };
    return { state, verb };
  };

  it("runs a verb again until it has not lost, and no more often than it may", async () => {
    const [won, lost] = [losing(2), losing(3)];
    expect([await retried(won.verb, 3)("given"), won.state.calls]).toEqual(["given", 3]);
    await expect(retried(lost.verb, 3)("given")).rejects.toMatchObject({ code: "team_changed" });
    expect(lost.state.calls).toBe(3);
  });

  it("stops when a verb decides the same again", async () => {
    const decisions = [1, 2, 2, 3];
    const state = { calls: 0 };
    const verb = async () => conflictAs("list_changed", decisions[state.calls++])(new LostRace("team_changed"));
    await expect(retried(verb, 4)()).rejects.toMatchObject({ code: "list_changed" });
    expect(state.calls).toBe(3);
  });

  it("does not run a verb again for another refusal", async () => {
    const { state, verb } = losing(1, new Error("refused"));
    await expect(retried(verb, 3)("given")).rejects.toThrow("refused");
    expect(state.calls).toBe(1);
  });
});
