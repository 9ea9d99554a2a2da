import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { FLAGS_KV_KEY, publishedText } from "../../src/platform/flags/published.ts";
import worker from "../../src/worker.ts";
import { requestBy, signedInHost } from "../support/account.ts";
import { makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { answer, makeMessage, messageOf, messagesOf, NEWS, suppress, type WireMessage } from "../support/message.ts";
import { raceBeforeWrite, replaced } from "../support/race.ts";
import { costOf } from "../support/recording-env.ts";

const LATER = new Date(Date.now() + DAY_MS).toISOString();

async function hosting() {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  const path = `/events/${event.id}/messages`;
  return { host, event, path };
}

/** Status and error of a refused request. */
async function refusal(response: Response) {
  const body = await response.json<{ error: string; errors?: { path: string; message: string }[] }>();
  return { status: response.status, error: body.error, fields: body.errors?.map(({ path }) => path), body };
}

describe("POST /events/{eventId}/messages", () => {
  /**
   * @spec 2.72 "Scheduled message | status | draft, scheduled, sending, sent, cancelled, failed"
   * @spec 3.1 "(none) | POST create message | draft chosen | draft"
   * @spec 3.2 "(none) | POST create message | schedule chosen | scheduled"
   * @spec 3.3 "(none) | POST create message | send-now chosen | scheduled (due at once) | picked up by the scheduler"
   * @spec 4.96 "POST | /events/{id}/messages | editor+ | draft, schedule or send now; tier-gated and kill-switch
   *   gated"
   */
  it("creates a draft, a scheduled message, or a message due now", async () => {
    const { host, event } = await hosting();
    expect(await makeMessage(host, event.id)).toMatchObject({
      event_id: event.id,
      slug: null,
      audience: "everyone",
      channel: "email",
      subject: NEWS.subject,
      body: NEWS.body,
      send_at: null,
      status: "draft",
      finished_at: null,
    });
    expect(await makeMessage(host, event.id, { mode: "schedule", send_at: LATER })).toMatchObject({
      status: "scheduled",
      send_at: LATER,
    });
    const before = Date.now();
    const now = await makeMessage(host, event.id, { mode: "send_now" });
    expect(now.status).toBe("scheduled");
    expect(Date.parse(now.send_at ?? "")).toBeGreaterThanOrEqual(before);
  });

  /** @spec 2.71 "Scheduled message | send_at | timestamp" */
  it("accepts a time with any offset, and rejects a past time", async () => {
    const { host, event, path } = await hosting();
    const late = await makeMessage(host, event.id, { mode: "schedule", send_at: "2090-01-02T03:04:05+02:00" });
    expect(late.send_at).toBe("2090-01-02T01:04:05.000Z");
    const past = new Date(Date.now() - HOUR_MS).toISOString();
    for (const wrong of [
      { mode: "schedule", send_at: past },
      { mode: "draft", send_at: past },
      { mode: "schedule" },
      { mode: "schedule", send_at: null },
      { mode: "send_now", send_at: LATER },
      { mode: "schedule", send_at: "tomorrow" },
    ]) {
      const found = await refusal(await host.api("POST", path, { ...NEWS, ...wrong }));
      expect(found, JSON.stringify(wrong)).toMatchObject({ status: 400, error: "validation_failed" });
      expect(new Set(found.fields)).toEqual(new Set(["send_at"]));
    }
  });

  it("rejects an unknown placeholder in subject or body, and names it", async () => {
    const { host, path } = await hosting();
    for (const [field, text, name] of [
      ["body", "Dear {{guest_nmae}}", "{{guest_nmae}}"],
      ["body", "Dear {{ Guest_Name }}", "{{ Guest_Name }}"],
      ["body", "{{}}", "{{}}"],
      ["subject", "{{guest_name}} and {{constructor}}", "{{constructor}}"],
    ] as const) {
      const found = await refusal(await host.api("POST", path, { ...NEWS, [field]: text }));
      expect(found).toMatchObject({ status: 400, error: "validation_failed", fields: [field] });
      expect(found.body.errors?.[0]?.message).toContain(name);
    }
    const spaced = await host.api("POST", path, { ...NEWS, body: "Dear {{ guest_name }}, {{ {link} and }}" });
    expect(spaced.status).toBe(201);
  });

  it.each(["{guest_name}", "[guest_name]", "{{guest_name}", "<<guest_name>>", "｛｛guest_name｝｝", "{{Guest Name}}"])(
    "rejects %s in every text with placeholders, and says how to write it",
    async (wrong) => {
      const { host, path, event } = await hosting();
      const text = `Dear ${wrong}, welcome`;
      const reminder = (await messagesOf(host, event.id)).find(({ slug }) => slug === "reminder_7d");
      const de = (words: object) => ({ translations: { de: words } });
      const tries: [string, string, object, string][] = [
        ["POST", path, { ...NEWS, body: text }, "body"],
        ["POST", path, { ...NEWS, subject: text }, "subject"],
        ["POST", path, { ...NEWS, channel: "sms", subject: null, body: text }, "body"],
        ["POST", path, { ...NEWS, ...de({ body: text }) }, "translations.de.body"],
        ["PATCH", `${path}/${reminder?.id}`, { subject: text }, "subject"],
        ["POST", `${path}/preview`, { channel: "email", subject: "Hi", body: text }, "body"],
        ["PUT", `/events/${event.id}/texts`, { invitation: { body: text } }, "invitation.body"],
        ["PUT", `/events/${event.id}/texts`, { confirmation: { body: text } }, "confirmation.body"],
        ["PUT", `/events/${event.id}/texts`, { reminder_footer: text }, "reminder_footer"],
        [
          "PUT",
          `/events/${event.id}/texts`,
          de({ invitation: { subject: text } }),
          "translations.de.invitation.subject",
        ],
      ];
      for (const [method, target, body, field] of tries) {
        const refused = await refusal(await host.api(method, target, body));
        expect(refused, `${method} ${target} ${field}`).toMatchObject({ status: 400, fields: [field] });
        expect(refused.body.errors?.[0]?.message).toBe(`${wrong} isn't a placeholder; write {{guest_name}}`);
      }
    },
  );

  it("rejects control characters in the subject, and unknown fields", async () => {
    const { host, path } = await hosting();
    for (const wrong of [
      { subject: "Hello\r\nBcc: everybody@example.com" },
      { subject: "Hello\nthere" },
      { subject: "   " },
      { subject: null },
      { subject: "x".repeat(201) },
      { body: "a\u0000b" },
      { body: "" },
      { body: "x".repeat(10_001) },
      { audience: "nobody" },
      { channel: "fax" },
      { mode: "soon" },
      { bcc: "everybody@example.com" },
    ]) {
      const [field = ""] = Object.keys(wrong);
      const found = await refusal(await host.api("POST", path, { ...NEWS, ...wrong }));
      expect(found, JSON.stringify(wrong).slice(0, 60)).toMatchObject({ status: 400, fields: [field] });
    }
    const { audience: _, ...without } = NEWS;
    expect((await host.api("POST", path, without)).status).toBe(400);
  });

  it("accepts an audience that is empty", async () => {
    const { host, event } = await hosting();
    expect((await makeMessage(host, event.id, { audience: "declined" })).audience).toBe("declined");
  });

  it("accepts a text message without a subject, and limits its length", async () => {
    const { host, event, path } = await hosting();
    const text = { channel: "sms", subject: null, body: "See you, {{guest_name}}" };
    expect(await makeMessage(host, event.id, text)).toMatchObject({ channel: "sms", subject: "" });
    const long = await refusal(await host.api("POST", path, { ...NEWS, ...text, body: "x".repeat(1_001) }));
    expect(long).toMatchObject({ status: 400, fields: ["body"] });
  });

  /**
   * @spec 4.96 "POST | /events/{id}/messages | editor+ | draft, schedule or send now; tier-gated and kill-switch
   *   gated"
   * @spec 7.10 "402 | tier limit or feature gate reached on | message create"
   * @spec 7.13 "402 | Body holds error, reason, tier, used, limit, upgrade_url"
   */
  it("requires the host's tier, after the flag", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const path = `/events/${event.id}/messages`;
    const unpaid = await host.api("POST", path, NEWS);
    expect(unpaid.status).toBe(402);
    expect(await unpaid.json()).toMatchObject({
      error: "feature_not_in_tier",
      reason: "broadcasts",
      tier: "free",
      used: 0,
      limit: 0,
      upgrade_url: expect.stringContaining("https://usher.test/"),
    });
    await withFlagsOff(["broadcasts"], async (send) => {
      expect(await refusal(await send(requestBy(host, "POST", path, NEWS)))).toMatchObject({
        status: 403,
        error: "feature_disabled",
      });
    });
    expect((await messagesOf(host, event.id)).every(({ slug }) => slug !== null)).toBe(true);
  });

  it("checks the flag of text messages", async () => {
    const { host, path } = await hosting();
    await withFlagsOff(["sms"], async (send) => {
      const text = { ...NEWS, channel: "sms", subject: null };
      expect(await refusal(await send(requestBy(host, "POST", path, text)))).toMatchObject({
        error: "feature_disabled",
      });
      expect((await send(requestBy(host, "POST", path, NEWS))).status).toBe(201);
    });
  });

  it("creates one message for one Idempotency-Key", async () => {
    const { host, event, path } = await hosting();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => host.api("POST", path, NEWS, key)));
    const ids = await Promise.all(answers.map(async (response) => (await response.json<WireMessage>()).id));
    expect(new Set(ids).size).toBe(1);
    expect((await messagesOf(host, event.id)).filter(({ slug }) => slug === null)).toHaveLength(1);
  });

  it("returns 404 when the event is deleted meanwhile", async () => {
    const { host, event, path } = await hosting();
    const response = await raceBeforeWrite(requestBy(host, "POST", path, { ...NEWS, mode: "send_now" }), () =>
      host.api("DELETE", `/events/${event.id}`),
    );
    expect(response.status).toBe(404);
    const { count } = (await env.DB.prepare(
      "select count(*) as count from messages where event_id = ? and slug is null",
    )
      .bind(event.id)
      .first<{ count: number }>()) ?? { count: -1 };
    expect(count).toBe(0);
  });
});

/** Sends requests to a Worker with some flags off and an empty flag cache. */
async function withFlagsOff(flags: string[], work: (send: (request: Request) => Promise<Response>) => Promise<void>) {
  const published = publishedText(flags.map((key) => ({ key, percentage: 0 })));
  const KV = replaced(env.KV, {
    get: async (key: string) => (key === FLAGS_KV_KEY ? published : env.KV.get(key)),
  });
  const isolate = { ...env, KV };
  await work(async (request) => {
    const context = createExecutionContext();
    const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, isolate, context);
    await waitOnExecutionContext(context);
    return response;
  });
}

describe("PATCH and DELETE /events/{eventId}/messages/{messageId}", () => {
  /**
   * @spec 3.5 "draft or scheduled | PATCH message | status is draft or scheduled | unchanged status shape not stated
   *   | fields updated; on any other status the edit is refused with a conflict"
   * @spec 4.97 "PATCH | /events/{id}/messages/{message_id} | editor+ | only in draft or scheduled"
   */
  it("changes fields one by one, and the status by a mode", async () => {
    const { host, event, path } = await hosting();
    const { id } = await makeMessage(host, event.id);
    const change = async (body: object) => (await host.api("PATCH", `${path}/${id}`, body)).json<WireMessage>();
    expect(await change({ subject: "Other news" })).toMatchObject({
      subject: "Other news",
      body: NEWS.body,
      status: "draft",
    });
    expect(await change({ mode: "schedule", send_at: LATER })).toMatchObject({ status: "scheduled", send_at: LATER });
    expect(await change({ audience: "attending" })).toMatchObject({ status: "scheduled", audience: "attending" });
    expect(await change({ mode: "draft" })).toMatchObject({ status: "draft", send_at: LATER });
    expect(await change({ mode: "schedule" })).toMatchObject({ status: "scheduled", send_at: LATER });
    expect(await change({ mode: "draft", send_at: null })).toMatchObject({ status: "draft", send_at: null });
    const now = await change({ mode: "send_now" });
    expect(Date.parse(now.send_at ?? "")).toBeLessThanOrEqual(Date.now());
  });

  it("rejects an invalid change and leaves the message unchanged", async () => {
    const { host, event, path } = await hosting();
    const draft = await makeMessage(host, event.id);
    const past = new Date(Date.now() - HOUR_MS).toISOString();
    for (const [body, field] of [
      [{}, ""],
      [{ mode: "schedule" }, "send_at"],
      [{ send_at: past }, "send_at"],
      [{ body: "{{nothing}}" }, "body"],
      [{ subject: null }, "subject"],
      [{ subject: "a\nb" }, "subject"],
      [{ status: "sent" }, "status"],
    ] as const) {
      const found = await refusal(await host.api("PATCH", `${path}/${draft.id}`, body));
      expect(found, JSON.stringify(body)).toMatchObject({ status: 400, fields: [field] });
    }
    const scheduled = await makeMessage(host, event.id, { mode: "schedule", send_at: LATER });
    const untimed = await refusal(await host.api("PATCH", `${path}/${scheduled.id}`, { send_at: null }));
    expect(untimed).toMatchObject({ status: 400, fields: ["send_at"] });
    expect(await messageOf(host, event.id, draft.id)).toEqual(draft);
  });

  /**
   * @spec 2.72 "Scheduled message | status | draft, scheduled, sending, sent, cancelled, failed"
   * @spec 3.5 "draft or scheduled | PATCH message | status is draft or scheduled | unchanged status shape not stated
   *   | fields updated; on any other status the edit is refused with a conflict"
   * @spec 3.6 "draft or scheduled | DELETE message | has not fired | cancelled"
   * @spec 4.99 "DELETE | /events/{id}/messages/{message_id} | editor+ | cancels"
   * @spec 7.25 "conflict | editing a cancelled message"
   */
  it("cancels once, and then rejects a change, sending and another cancellation", async () => {
    const { host, event, path } = await hosting();
    const { id } = await makeMessage(host, event.id, { mode: "schedule", send_at: LATER });
    expect((await host.api("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await messageOf(host, event.id, id)).status).toBe("cancelled");
    for (const [method, rest, body] of [
      ["PATCH", "", { subject: "Too late" }],
      ["DELETE", "", undefined],
      ["POST", "/send-now", undefined],
    ] as const) {
      const found = await refusal(await host.api(method, `${path}/${id}${rest}`, body));
      expect(found, method).toMatchObject({ status: 409, error: "message_not_editable" });
    }
  });

  /**
   * @spec 3.5 "draft or scheduled | PATCH message | status is draft or scheduled | unchanged status shape not stated
   *   | fields updated; on any other status the edit is refused with a conflict"
   * @spec 4.97 "PATCH | /events/{id}/messages/{message_id} | editor+ | only in draft or scheduled"
   */
  it.each(["sending", "sent", "failed"])("returns 409 for a message that is %s", async (status) => {
    const { host, event, path } = await hosting();
    const { id } = await makeMessage(host, event.id, { mode: "schedule", send_at: LATER });
    await env.DB.prepare("update messages set status = ?, claimed_at = ? where id = ?")
      .bind(status, Date.now() + DAY_MS, id)
      .run();
    expect(await refusal(await host.api("PATCH", `${path}/${id}`, { subject: "Late" }))).toMatchObject({ status: 409 });
    expect(await refusal(await host.api("DELETE", `${path}/${id}`))).toMatchObject({ status: 409 });
    expect(await refusal(await host.api("POST", `${path}/${id}/send-now`))).toMatchObject({ status: 409 });
  });

  it("rejects a change with an outdated expected_updated_at", async () => {
    const { host, event, path } = await hosting();
    const { id, updated_at } = await makeMessage(host, event.id);
    // The time of a change has a resolution of a millisecond.
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(updated_at)));
    await host.api("PATCH", `${path}/${id}`, { subject: "Theirs" });
    const mine = { subject: "Mine", expected_updated_at: updated_at };
    const found = await refusal(await host.api("PATCH", `${path}/${id}`, mine));
    expect(found).toMatchObject({ status: 409, error: "message_changed" });
    const now = await messageOf(host, event.id, id);
    expect(now.subject).toBe("Theirs");
    const again = await host.api("PATCH", `${path}/${id}`, { ...mine, expected_updated_at: now.updated_at });
    expect((await again.json<WireMessage>()).subject).toBe("Mine");
    const alone = await host.api("PATCH", `${path}/${id}`, { expected_updated_at: now.updated_at });
    expect(alone.status).toBe(400);
  });

  it("keeps a message cancelled during a concurrent change", async () => {
    const { host, event, path } = await hosting();
    for (const [method, rest, body] of [
      ["PATCH", "", { subject: "Changed" }],
      ["PATCH", "", { mode: "send_now" }],
      ["POST", "/send-now", undefined],
    ] as const) {
      const { id } = await makeMessage(host, event.id, { mode: "schedule", send_at: LATER });
      const request = requestBy(host, method, `${path}/${id}${rest}`, body);
      const response = await raceBeforeWrite(request, () => host.api("DELETE", `${path}/${id}`));
      expect(response.status).toBe(409);
      expect(await messageOf(host, event.id, id)).toMatchObject({ status: "cancelled", subject: NEWS.subject });
    }
  });

  it("returns 404 for a message of another event", async () => {
    const { host, event } = await hosting();
    const other = await makeEvent(host);
    const { id } = await makeMessage(host, event.id);
    const path = `/events/${other.id}/messages/${id}`;
    const answers = await Promise.all([
      host.api("PATCH", path, { subject: "Mine" }),
      host.api("DELETE", path),
      host.api("POST", `${path}/send-now`),
      host.api("GET", `${path}/deliveries`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await messageOf(host, event.id, id)).toMatchObject({ status: "draft" });
  });

  it("sends no draft when broadcasts are switched off, but sends a reminder", async () => {
    const { host, event, path } = await hosting();
    const { id } = await makeMessage(host, event.id);
    const reminder = (await messagesOf(host, event.id)).find(({ slug }) => slug === "reminder_7d");
    await withFlagsOff(["broadcasts"], async (send) => {
      const off = await send(requestBy(host, "POST", `${path}/${id}/send-now`));
      expect(await refusal(off)).toMatchObject({ status: 403, error: "feature_disabled" });
      expect((await send(requestBy(host, "PATCH", `${path}/${id}`, { subject: "Still a draft" }))).status).toBe(200);
      const later = { mode: "schedule", send_at: LATER };
      expect((await send(requestBy(host, "PATCH", `${path}/${reminder?.id}`, later))).status).toBe(200);
    });
  });
});

describe("reminders in the list of messages", () => {
  it("allows a host of any tier to move and cancel reminders", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const path = `/events/${event.id}/messages`;
    const reminders = await messagesOf(host, event.id);
    expect(reminders.map(({ slug, audience, status }) => [slug, audience, status]).sort()).toEqual([
      ["reminder_1d", "attending_and_maybe", "scheduled"],
      ["reminder_3d", "pending", "scheduled"],
      ["reminder_7d", "pending_and_maybe", "scheduled"],
      ["reminder_day_of", "attending_and_maybe", "scheduled"],
    ]);
    const [first, second] = reminders;
    const changed = await host.api("PATCH", `${path}/${first?.id}`, { send_at: LATER });
    expect(await changed.json()).toMatchObject({ slug: first?.slug, subject: first?.subject, send_at: LATER });
    expect((await host.api("DELETE", `${path}/${second?.id}`)).status).toBe(204);
  });
});

describe("GET /events/{eventId}/messages", () => {
  /** @spec 4.94 "GET | /events/{id}/messages | editor+ | list" */
  it("lists newest first, in pages without gaps", async () => {
    const { host, event, path } = await hosting();
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push((await makeMessage(host, event.id)).id);
    const seen: string[] = [];
    let cursor = "";
    do {
      const response = await host.api("GET", `${path}?limit=4${cursor && `&cursor=${cursor}`}`);
      const page = await response.json<{ items: WireMessage[]; next_cursor: string | null }>();
      expect(page.items.length).toBeLessThanOrEqual(4);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? "";
    } while (cursor);
    expect(seen).toHaveLength(9);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(new Set(made).isSubsetOf(new Set(seen))).toBe(true);
    expect((await host.api("GET", `${path}?cursor=nonsense`)).status).toBe(400);
  });

  it("makes one round trip", async () => {
    const { host, event } = await hosting();
    await makeMessage(host, event.id);
    const cost = await costOf(requestBy(host, "GET", `/events/${event.id}/messages`));
    expect(cost.response.status).toBe(200);
    expect(cost.d1Calls).toBe(1);
    expect(cost.rowsRead).toBeLessThanOrEqual(10 + 5);
  });
});

describe("GET /events/{eventId}/messages/recipient-count", () => {
  /**
   * @spec 4.95 "GET | /events/{id}/messages/recipient-count?audience=... | viewer+ | number of guests an audience
   *   would reach"
   */
  it("counts reachable, unreachable and suppressed guests", async () => {
    const { host, event, path } = await hosting();
    const at = (name: string) => `${name}-${event.id}@example.com`;
    const guests = {
      ada: await addGuest(host, event.id, { email: at("ada"), phone: "+4915112345678" }),
      bob: await addGuest(host, event.id, { email: at("Bob") }),
      eve: await addGuest(host, event.id, { phone: "+4915112345679" }),
      kim: await addGuest(host, event.id, { email: at("kim") }),
      lea: await addGuest(host, event.id, {}),
    };
    await suppress(at("BOB"));
    await answer(event.id, guests.ada.id, "attending");
    await answer(event.id, guests.bob.id, "attending");
    await answer(event.id, guests.eve.id, "declined");
    const count = async (query: string) => (await host.api("GET", `${path}/recipient-count?${query}`)).json();
    expect(await count("audience=everyone")).toMatchObject({ count: 2, unreachable: 2, suppressed: 1 });
    expect(await count("audience=attending")).toMatchObject({ count: 1, unreachable: 0, suppressed: 1 });
    expect(await count("audience=pending")).toMatchObject({ count: 1, unreachable: 1, suppressed: 0 });
    expect(await count("audience=declined")).toMatchObject({ count: 0, unreachable: 1, suppressed: 0 });
    expect(await count("audience=maybe")).toMatchObject({ count: 0, unreachable: 0, suppressed: 0 });
    expect(await count("audience=attending_and_pending")).toMatchObject({ count: 2, unreachable: 1, suppressed: 1 });
    expect(await count("audience=attending_and_maybe")).toMatchObject({ count: 1, unreachable: 0, suppressed: 1 });
    expect(await count("audience=pending_and_maybe")).toMatchObject({ count: 1, unreachable: 1, suppressed: 0 });
    expect(await count("audience=everyone&channel=sms")).toMatchObject({ count: 2, unreachable: 3, suppressed: 0 });
    expect((await host.api("GET", `${path}/recipient-count`)).status).toBe(400);
    expect((await host.api("GET", `${path}/recipient-count?audience=all`)).status).toBe(400);
  });

  it("makes one round trip", async () => {
    const { host } = await hosting();
    const fixture = await makeEventFixture(host.id, 20);
    const path = `/events/${fixture.eventId}/messages/recipient-count?audience=everyone`;
    const cost = await costOf(requestBy(host, "GET", path));
    expect(await cost.response.json()).toMatchObject({ count: 20, unreachable: 0, suppressed: 0 });
    expect(cost.d1Calls).toBe(1);
  });
});

describe("audit records of messages", () => {
  /**
   * @spec 2.82 "Audit record | written for branding update, threshold update, allowlist add/remove, collaborator
   *   invite/role-change/remove, message create/send-now/cancel; fields: not shown"
   */
  it("records created, sent and cancelled messages, without their text", async () => {
    const { host, event, path } = await hosting();
    const sent = await makeMessage(host, event.id, { body: "A secret for {{guest_name}}" });
    const cancelled = await makeMessage(host, event.id, { mode: "schedule", send_at: LATER });
    await host.api("PATCH", `${path}/${sent.id}`, { subject: "An edit leaves no record" });
    await host.api("POST", `${path}/${sent.id}/send-now`);
    await host.api("DELETE", `${path}/${cancelled.id}`);
    await host.api("DELETE", `${path}/${cancelled.id}`);
    const response = await host.api("GET", `/events/${event.id}/audit`);
    const { items } = await response.json<{
      items: { action: string; target: string; actor: { id: string }; before: unknown; after: unknown }[];
    }>();
    expect(items.map(({ action, target }) => [action, target])).toEqual([
      ["message.cancelled", cancelled.id],
      ["message.sent_now", sent.id],
      ["message.created", cancelled.id],
      ["message.created", sent.id],
    ]);
    expect(items.every(({ actor }) => actor.id === host.id)).toBe(true);
    expect(items[0]).toMatchObject({ before: { status: "scheduled" }, after: { status: "cancelled" } });
    expect(items[3]).toMatchObject({
      before: null,
      after: { audience: "everyone", channel: "email", status: "draft" },
    });
    expect(JSON.stringify(items)).not.toContain("A secret");
  });
});
