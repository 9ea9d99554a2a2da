import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { signId } from "../../src/kernel/signed-id.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { call, freshAddress, freshEmail, grantTier, type Host, requestBy, signedInHost } from "../support/account.ts";
import { addMember } from "../support/event-fixture.ts";
import { makeEvent, type WireEvent } from "../support/guest.ts";
import { linkIn, mailsTo, mailTo } from "../support/mailbox.ts";
import { stopClock } from "../support/patient.ts";
import { raceBeforeWrite, replaced } from "../support/race.ts";
import { costOf } from "../support/recording-env.ts";

const ABSENT_ID = "01890000-0000-7000-8000-000000000000";
const WEEK_MS = 7 * 24 * 3_600_000;

type Role = "owner" | "editor" | "viewer";

interface Team {
  items: { event_id: string; user_id: string; name: string; email: string; role: Role }[];
  pending: { event_id: string; email: string; role: Role; expires_at: string }[];
}

interface Usage {
  usage: Record<"events" | "collaborators", { used: number; limit: number | null }>;
}

interface Invite {
  event_id: string;
  email: string;
  role: Role;
  created_at: string;
  expires_at: string;
}

/** A host with a paid tier, and an event. */
async function payingHost(tier: "pro" | "business" = "pro"): Promise<{ host: Host; event: WireEvent; team: string }> {
  const host = await signedInHost({ tier, name: "Ada Host" });
  const event = await makeEvent(host);
  return { host, event, team: `/events/${event.id}/collaborators` };
}

async function join(eventId: string, role: Role): Promise<Host> {
  const member = await signedInHost();
  await addMember(eventId, member.id, role);
  return member;
}

async function teamOf(member: Host, team: string): Promise<Team> {
  const response = await member.api("GET", team);
  expect(response.status).toBe(200);
  return response.json<Team>();
}

async function rolesOf(member: Host, team: string): Promise<Record<string, Role>> {
  return Object.fromEntries((await teamOf(member, team)).items.map(({ user_id, role }) => [user_id, role]));
}

/** Invites an address and returns the token that the email would contain, without waiting for the email. */
async function invite(host: Host, team: string, email: string, role: Role = "editor"): Promise<string> {
  const pending: BusMessage[] = [];
  const NOTIFIER_QUEUE = replaced(env.NOTIFIER_QUEUE, {
    async sendBatch(messages: MessageSendRequest<BusMessage>[]) {
      pending.push(...messages.map(({ body }) => body));
    },
  });
  const context = createExecutionContext();
  const request = requestBy(host, "POST", team, { email, role }) as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(request, { ...env, NOTIFIER_QUEUE }, context);
  await waitOnExecutionContext(context);
  expect(response.status, "POST …/collaborators").toBe(201);
  const [message] = pending;
  if (message?.type !== "collaborator_invite.send") throw new Error("no mail was enqueued");
  const { keyring } = createRequestContext(env, () => undefined);
  return signId(await keyring.keysFor("collaborator_invite"), message.body.invite_id);
}

/** Moves the invites to an event an hour back: an address is invited to it once an hour. */
async function anHourLater(team: string): Promise<void> {
  await env.DB.prepare(
    "update audit_records set at = at - 3600000 where event_id = ? and action = 'collaborator.invited'",
  )
    .bind(team.split("/")[2])
    .run();
}

/** The token in the link of the newest email to an address. */
async function mailedSecret(email: string): Promise<string> {
  return linkIn(await mailTo(email), "/invites/").pathname.slice("/invites/".length);
}

function preview(token: string, address = freshAddress()): Promise<Response> {
  return call("GET", `/invites/${token}`, undefined, { "CF-Connecting-IP": address });
}

function accept(member: Host, token: string, headers?: Record<string, string>): Promise<Response> {
  return member.api("POST", `/invites/${token}/accept`, undefined, headers);
}

async function errorOf(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json<{ error: string }>()).error];
}

async function audited(host: Host, eventId: string) {
  const { items } = await (await host.api("GET", `/events/${eventId}/audit`)).json<{
    items: { action: string; target: string; actor: { id: string }; before: unknown; after: unknown }[];
  }>();
  return items.map(({ action, target, actor, before, after }) => ({ action, target, by: actor.id, before, after }));
}

describe("invites: GET /invites/{token}", () => {
  /**
   * @spec 2.55 "Collaborator | event_id, user_id, role (owner, editor, viewer)"
   * @spec 2.56 "Collaborator invite | event, invited email, role, expiry (7 days), single-use flag; stored only as a
   *   SHA-256 hash, the raw value exists only in the emailed link"
   * @spec 3.11 "pending | POST /invites/{token}/accept | caller authenticated, caller email equals invited email, not
   *   expired | accepted (role granted, single-use)"
   * @spec 4.65 "GET | /invites/{token} | public; preview summary of a collaborator invite"
   * @spec 4.70 "POST | /events/{id}/collaborators | owner | creates an invite (email, role) and emails it; tier-gated
   *   (402)"
   */
  it("emails an invite, shows its content, and gives the account with its address the role", async () => {
    const { host, event, team } = await payingHost();
    const email = `Grace.${crypto.randomUUID()}@Example.com`;
    const response = await host.api("POST", team, { email: ` ${email} `, role: "editor" });
    expect(response.status).toBe(201);
    const made = await response.json<Invite>();
    expect(made).toEqual({
      event_id: event.id,
      email,
      role: "editor",
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      notified: true,
      reason: null,
    });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(WEEK_MS);
    expect((await teamOf(host, team)).pending).toEqual([
      { event_id: event.id, email, role: "editor", expires_at: made.expires_at },
    ]);

    const token = await mailedSecret(email);
    const shown = await preview(token);
    expect(shown.status).toBe(200);
    expect(await shown.json()).toEqual({
      event: { id: event.id, name: event.name, event_date: event.event_date, timezone: event.timezone },
      role: "editor",
      invited_email: email,
      invited_by: "Ada Host",
      expires_at: made.expires_at,
    });

    const grace = await signedInHost({ name: "Grace", email: email.toLowerCase() });
    expect((await grace.api("GET", `/events/${event.id}`)).status).toBe(404);
    const accepted = await accept(grace, token);
    expect([accepted.status, await accepted.json()]).toEqual([
      200,
      { event_id: event.id, role: "editor", second_factor_required: false },
    ]);
    expect(await (await grace.api("GET", `/events/${event.id}`)).json()).toMatchObject({ your_role: "editor" });
    expect(await teamOf(grace, team)).toEqual({
      items: [
        { event_id: event.id, user_id: host.id, name: "Ada Host", email: host.email, role: "owner" },
        { event_id: event.id, user_id: grace.id, name: "Grace", email: email.toLowerCase(), role: "editor" },
      ],
      pending: [],
    });
  });

  /**
   * @spec 2.56 "Collaborator invite | event, invited email, role, expiry (7 days), single-use flag; stored only as a
   *   SHA-256 hash, the raw value exists only in the emailed link"
   */
  it("puts the token only in the email", async () => {
    const { host, event, team } = await payingHost();
    const email = freshEmail();
    await host.api("POST", team, { email, role: "viewer" });
    const token = await mailedSecret(email);
    const tables = ["collaborator_invites", "secrets", "audit_records", "outbox", "deliveries", "dead_letters"];
    const rows = await Promise.all(tables.map((table) => env.DB.prepare(`select * from ${table}`).all()));
    expect(JSON.stringify(rows)).toContain(event.id);
    expect(JSON.stringify(rows)).not.toContain(token);
    const answers = [await teamOf(host, team), await audited(host, event.id)];
    expect(JSON.stringify(answers)).not.toContain(token);
  });

  /**
   * @spec 2.56 "Collaborator invite | event, invited email, role, expiry (7 days), single-use flag; stored only as a
   *   SHA-256 hash, the raw value exists only in the emailed link"
   * @spec 3.14 "accepted | POST /invites/{token}/accept again | replay | 410"
   * @spec 4.66 "POST | /invites/{token}/accept | authenticated; atomic accept"
   * @spec 5.15 "9. The collaborator invite token is random, single-use, email-bound."
   * @spec 7.22 "410 | expired or already used collaborator invite"
   */
  it("accepts one of four parallel requests", async () => {
    const { host, team } = await payingHost();
    const email = freshEmail();
    const token = await invite(host, team, email);
    const grace = await signedInHost({ email });
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(grace, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await errorOf(await accept(grace, token))).toEqual([410, "invite_gone"]);
    expect(await errorOf(await preview(token))).toEqual([410, "invite_gone"]);
  });

  it("returns 410 when another request accepts between read and write", async () => {
    const { host, team } = await payingHost();
    const email = freshEmail();
    const token = await invite(host, team, email);
    const grace = await signedInHost({ email });
    const late = await raceBeforeWrite(requestBy(grace, "POST", `/invites/${token}/accept`), async () =>
      expect((await accept(grace, token)).status).toBe(200),
    );
    expect(await errorOf(late)).toEqual([410, "invite_gone"]);
    expect(await rolesOf(host, team)).toEqual({ [host.id]: "owner", [grace.id]: "editor" });
  });

  it("returns the same response to a retry with the same key", async () => {
    const { host, event, team } = await payingHost();
    const email = freshEmail();
    const token = await invite(host, team, email, "viewer");
    const grace = await signedInHost({ email });
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(grace, token, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const answer of answers)
      expect(await answer.json()).toEqual({ event_id: event.id, role: "viewer", second_factor_required: false });
  });

  /**
   * @spec 3.12 "pending | POST /invites/{token}/accept | caller email differs | pending (403)"
   * @spec 4.66 "POST | /invites/{token}/accept | authenticated; atomic accept"
   * @spec 5.15 "9. The collaborator invite token is random, single-use, email-bound."
   * @spec 7.15 "403 | invite accepted by a different email"
   */
  it("rejects another account with 403 email_mismatch, and stays open", async () => {
    const { host, team } = await payingHost();
    const email = freshEmail();
    const token = await invite(host, team, email);
    const stranger = await signedInHost();
    expect(await errorOf(await accept(stranger, token))).toEqual([403, "email_mismatch"]);
    expect((await call("POST", `/invites/${token}/accept`)).status).toBe(401);
    expect((await teamOf(host, team)).pending).toHaveLength(1);
    expect((await accept(await signedInHost({ email }), token)).status).toBe(200);
  });

  it("accepts an account with an unverified address", async () => {
    const { host, team } = await payingHost();
    const email = freshEmail();
    const token = await invite(host, team, email);
    const grace = await signedInHost({ email });
    await env.DB.prepare("update users set email_verified = 0 where id = ?").bind(grace.id).run();
    expect((await accept(grace, token)).status).toBe(200);
  });

  /**
   * @spec 3.13 "pending | time | more than 7 days old | expired (410 on use)"
   * @spec 7.22 "410 | expired or already used collaborator invite"
   * @spec 8.11 "Collaborator invite life | 7 days"
   */
  it("expires after seven days", async () => {
    const { host, event, team } = await payingHost();
    const email = freshEmail();
    const token = await invite(host, team, email);
    const grace = await signedInHost({ email });
    const age = (ms: number) =>
      env.DB.prepare("update collaborator_invites set expires_at = expires_at - ? where event_id = ?")
        .bind(ms, event.id)
        .run();
    await age(WEEK_MS - 60_000);
    expect((await preview(token)).status).toBe(200);
    await age(60_000);
    expect(await errorOf(await preview(token))).toEqual([410, "invite_gone"]);
    expect(await errorOf(await accept(grace, token))).toEqual([410, "invite_gone"]);
    expect((await teamOf(host, team)).pending).toEqual([]);
  });

  /** @spec 5.15 "9. The collaborator invite token is random, single-use, email-bound." */
  it("replaces the old link and role when the address is invited again", async () => {
    const { host, team } = await payingHost();
    const email = freshEmail();
    const old = await invite(host, team, email, "owner");
    await anHourLater(team);
    const token = await invite(host, team, email.toUpperCase(), "viewer");
    expect(token).not.toBe(old);
    expect((await teamOf(host, team)).pending).toMatchObject([{ email: email.toUpperCase(), role: "viewer" }]);
    const grace = await signedInHost({ email });
    expect(await errorOf(await accept(grace, old))).toEqual([410, "invite_gone"]);
    expect(await (await accept(grace, token)).json()).toMatchObject({ role: "viewer" });
  });

  /**
   * @spec 3.15 "pending | DELETE /events/{id}/collaborators/pending | owner cancels | removed"
   * @spec 4.73 "DELETE | /events/{id}/collaborators/pending | owner | cancels a pending invite"
   */
  it("returns 410 after an owner has cancelled the invite", async () => {
    const { host, team } = await payingHost();
    const email = `grace+tag-${crypto.randomUUID()}@example.com`;
    const token = await invite(host, team, email);
    const cancel = () => host.api("DELETE", `${team}/pending?email=${email.toUpperCase()}`);
    expect((await cancel()).status).toBe(204);
    expect((await teamOf(host, team)).pending).toEqual([]);
    expect(await errorOf(await preview(token))).toEqual([410, "invite_gone"]);
    expect(await errorOf(await accept(await signedInHost({ email }), token))).toEqual([410, "invite_gone"]);
    expect(await errorOf(await cancel())).toEqual([404, "not_found"]);
    expect((await host.api("DELETE", `${team}/pending`)).status).toBe(400);
  });

  it("returns 410 after the event is deleted", async () => {
    const { host, event, team } = await payingHost();
    const email = freshEmail();
    const token = await invite(host, team, email);
    await host.api("DELETE", `/events/${event.id}`);
    expect(await errorOf(await preview(token))).toEqual([410, "invite_gone"]);
    expect(await errorOf(await accept(await signedInHost({ email }), token))).toEqual([410, "invite_gone"]);
  });

  it("returns 404 for a forged token, without I/O", async () => {
    const grace = await signedInHost();
    for (const token of ["A".repeat(43), "short", "%2e%2e"]) {
      expect(await errorOf(await accept(grace, token))).toEqual([404, "not_found"]);
    }
    const cost = await costOf(new Request(`https://usher.test/invites/${"A".repeat(43)}`));
    expect([cost.response.status, cost.calls]).toEqual([404, []]);
  });

  it("raises a lower role and keeps a higher one", async () => {
    const { host, event, team } = await payingHost();
    for (const [held, invited, becomes] of [
      ["viewer", "editor", "editor"],
      ["owner", "editor", "owner"],
      ["editor", "editor", "editor"],
    ] as const) {
      const email = freshEmail();
      const token = await invite(host, team, email, invited);
      const grace = await signedInHost({ email });
      await addMember(event.id, grace.id, held);
      expect(await (await accept(grace, token)).json()).toEqual({
        event_id: event.id,
        role: becomes,
        second_factor_required: false,
      });
      expect((await rolesOf(host, team))[grace.id]).toBe(becomes);
    }
  });

  it("returns 409 already_member for a collaborator, in any spelling of the address", async () => {
    const { host, event, team } = await payingHost();
    const viewer = await join(event.id, "viewer");
    for (const email of [viewer.email.toUpperCase(), host.email]) {
      expect(await errorOf(await host.api("POST", team, { email, role: "owner" }))).toEqual([409, "already_member"]);
    }
    expect(await teamOf(host, team)).toMatchObject({ pending: [] });
  });

  it("returns 409 already_member for a user who joins between read and write", async () => {
    const { host, event, team } = await payingHost();
    const grace = await signedInHost();
    const body = { email: grace.email, role: "viewer" };
    const late = await raceBeforeWrite(requestBy(host, "POST", team, body), () =>
      addMember(event.id, grace.id, "editor"),
    );
    expect(await errorOf(late)).toEqual([409, "already_member"]);
    expect((await teamOf(host, team)).pending).toEqual([]);
  });

  it.each([
    ["no role", { email: "grace@example.com" }],
    ["a role that is none", { email: "grace@example.com", role: "admin" }],
    ["an address that is none", { email: "grace", role: "viewer" }],
    ["an address with a line break", { email: "grace@example.com\r\nBcc: eve@example.com", role: "viewer" }],
    ["a field that does not exist", { email: "grace@example.com", role: "viewer", token: "mine" }],
  ])("returns 400 for an invite with %s", async (_, body) => {
    const { host, team } = await payingHost();
    expect(await errorOf(await host.api("POST", team, body))).toEqual([400, "validation_failed"]);
    expect((await teamOf(host, team)).pending).toEqual([]);
  });

  it("sends one email when its request is retried with its key", async () => {
    const { host, team } = await payingHost();
    const email = freshEmail();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => host.api("POST", team, { email, role: "viewer" }, key)),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(bodies).size).toBe(1);
    await mailTo(email);
    // A second email would have been sent before the email of a later invite.
    const later = freshEmail();
    await host.api("POST", team, { email: later, role: "viewer" });
    await mailTo(later);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("limits emails to one per hour for an address and event", async () => {
    const { host, team } = await payingHost();
    const email = freshEmail();
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) {
      statuses.push((await host.api("POST", team, { email, role: "viewer" })).status);
    }
    expect(statuses).toEqual([201, 429, 429, 429, 429, 429]);
    expect((await host.api("POST", team, { email: freshEmail(), role: "viewer" })).status).toBe(201);
    const { host: other, team: elsewhere } = await payingHost();
    expect((await other.api("POST", elsewhere, { email, role: "viewer" })).status).toBe(201);
  });

  it("allows sixty reads per minute", async () => {
    stopClock();
    const { host, team } = await payingHost();
    const token = await invite(host, team, freshEmail());
    const statuses: number[] = [];
    // Not all in parallel: after two seconds without a count, a request is allowed.
    for (const group of [20, 20, 22]) {
      statuses.push(...(await Promise.all(Array.from({ length: group }, async () => (await preview(token)).status))));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const limited = await preview(token);
    expect([limited.status, limited.headers.has("retry-after")]).toEqual([429, true]);
  });
});

describe("collaborator limit of a tier", () => {
  /**
   * @spec 4.70 "POST | /events/{id}/collaborators | owner | creates an invite (email, role) and emails it; tier-gated
   *   (402)"
   * @spec 7.12 "402 | tier limit or feature gate reached on | collaborator invite."
   * @spec 7.13 "402 | Body holds error, reason, tier, used, limit, upgrade_url"
   * @spec 8.1 "Free tier | 1 event, 50 guests, no collaborators, no custom branding, scanner or broadcasts"
   */
  it("allows no collaborator on the free tier", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const response = await host.api("POST", `/events/${event.id}/collaborators`, {
      email: freshEmail(),
      role: "viewer",
    });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({
      error: "tier_limit",
      reason: "collaborators_limit",
      tier: "free",
      used: 0,
      limit: 0,
      upgrade_url: expect.any(String),
    });
  });

  /** @spec 8.2 "Pro tier | 10 events, 1,000 guests, 5 collaborators, branding, scanner, broadcasts" */
  it("allows five on Pro, counting members and open invites on all events of the host", async () => {
    const { host, event, team } = await payingHost();
    const second = await makeEvent(host);
    const elsewhere = `/events/${second.id}/collaborators`;
    const member = await join(event.id, "viewer");
    await join(second.id, "owner");
    const emails = [freshEmail(), freshEmail(), freshEmail()];
    const statusOf = async (path: string, email: string) =>
      (await host.api("POST", path, { email, role: "viewer" })).status;
    expect(await statusOf(team, emails[0] ?? "")).toBe(201);
    expect(await statusOf(elsewhere, emails[1] ?? "")).toBe(201);
    expect(await statusOf(team, emails[2] ?? "")).toBe(201);
    const full = await host.api("POST", elsewhere, { email: freshEmail(), role: "viewer" });
    expect(await full.json()).toMatchObject({ tier: "pro", used: 5, limit: 5 });
    const billing = async () =>
      (await (await host.api("GET", "/billing/status")).json<{ usage: Record<string, unknown> }>()).usage.collaborators;
    expect(await billing()).toEqual({ used: 5, limit: 5 });

    // An address takes one seat: a second event or a second invite takes no other.
    expect(await statusOf(elsewhere, emails[0] ?? "")).toBe(201);
    expect(await statusOf(elsewhere, member.email)).toBe(201);
    await anHourLater(team);
    expect(await statusOf(team, (emails[0] ?? "").toUpperCase())).toBe(201);
    expect(await billing()).toEqual({ used: 5, limit: 5 });

    // A seat is free again when a collaborator leaves, and when an invite is cancelled or has expired.
    const fresh = async () => statusOf(team, freshEmail());
    expect(await fresh()).toBe(402);
    await host.api("DELETE", `${team}/pending?email=${emails[2]}`);
    expect(await fresh()).toBe(201);
    await host.api("DELETE", `${elsewhere}/pending?email=${member.email}`);
    await host.api("DELETE", `${team}/${member.id}`);
    expect(await fresh()).toBe(201);
    expect(await fresh()).toBe(402);
    await env.DB.prepare("update collaborator_invites set expires_at = 1 where event_id = ?").bind(event.id).run();
    expect(await fresh()).toBe(201);
  });

  /** @spec 8.3 "Business tier | unlimited events, 5,000 guests, unlimited collaborators, all features" */
  it("allows any number on Business", async () => {
    const { host, team } = await payingHost("business");
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await host.api("POST", team, { email: freshEmail(), role: "viewer" })).status,
      ),
    );
    expect(statuses).toEqual(Array(8).fill(201));
  });

  it("follows the tier of the event's host, whichever member invites", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const owner = await join(event.id, "owner");
    await grantTier(owner.id, "business");
    const team = `/events/${event.id}/collaborators`;
    const body = { email: freshEmail(), role: "viewer" };
    expect((await owner.api("POST", team, body)).status).toBe(402);
    await grantTier(host.id, "pro");
    expect((await owner.api("POST", team, body)).status).toBe(201);
  });

  it("allows one of eight parallel invites for the last seat", async () => {
    const { host, event, team } = await payingHost();
    for (let index = 0; index < 4; index++) await join(event.id, "viewer");
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await host.api("POST", team, { email: freshEmail(), role: "viewer" })).status,
      ),
    );
    expect(statuses.sort()).toEqual([201, 402, 402, 402, 402, 402, 402, 402]);
    expect((await teamOf(host, team)).pending).toHaveLength(1);
    expect((await audited(host, event.id)).map(({ action }) => action)).toEqual(["collaborator.invited"]);
  });

  it("returns 402 when the last seat is taken between read and write", async () => {
    const { host, event, team } = await payingHost();
    for (let index = 0; index < 4; index++) await join(event.id, "viewer");
    const late = await raceBeforeWrite(requestBy(host, "POST", team, { email: freshEmail(), role: "viewer" }), () =>
      join(event.id, "viewer"),
    );
    expect(late.status).toBe(402);
    expect(await late.json()).toMatchObject({ used: 5, limit: 5 });
    expect((await teamOf(host, team)).pending).toEqual([]);
  });
});

describe("GET /events/{eventId}/collaborators", () => {
  /** @spec 4.69 "GET | /events/{id}/collaborators | viewer+ | list collaborators and pending invites" */
  it("lists the members to every member in one round trip, owners first", async () => {
    const { host, event, team } = await payingHost();
    const [viewer, editor] = [await join(event.id, "viewer"), await join(event.id, "editor")];
    await host.api("POST", team, { email: freshEmail(), role: "viewer" });
    const cost = await costOf(requestBy(viewer, "GET", team));
    expect([cost.roundTrips, cost.d1Calls]).toEqual([1, 1]);
    const seen = await cost.response.json<Team>();
    expect(seen.items.map(({ user_id, role }) => [user_id, role])).toEqual([
      [host.id, "owner"],
      [editor.id, "editor"],
      [viewer.id, "viewer"],
    ]);
    expect(seen.pending).toHaveLength(1);
    expect(await teamOf(host, team)).toEqual(seen);
  });

  /**
   * @spec 4.70 "POST | /events/{id}/collaborators | owner | creates an invite (email, role) and emails it; tier-gated
   *   (402)"
   * @spec 4.71 "PATCH | /events/{id}/collaborators/{user_id} | owner | role change"
   * @spec 4.72 "DELETE | /events/{id}/collaborators/{user_id} | owner | removal; refused with 400 for the last owner"
   * @spec 4.73 "DELETE | /events/{id}/collaborators/pending | owner | cancels a pending invite"
   */
  it("accepts changes only from owners", async () => {
    const { host, event, team } = await payingHost();
    const [viewer, editor] = [await join(event.id, "viewer"), await join(event.id, "editor")];
    for (const member of [viewer, editor]) {
      const refused = [
        await member.api("POST", team, { email: freshEmail(), role: "viewer" }),
        await member.api("PATCH", `${team}/${viewer.id}`, { role: "owner" }),
        await member.api("DELETE", `${team}/${viewer.id}`),
        await member.api("DELETE", `${team}/pending?email=${host.email}`),
      ];
      for (const response of refused) expect(await errorOf(response)).toEqual([403, "role_too_low"]);
    }
    expect(await rolesOf(host, team)).toEqual({ [host.id]: "owner", [viewer.id]: "viewer", [editor.id]: "editor" });
  });

  it("returns 404 to a user without a role", async () => {
    const { host, team } = await payingHost();
    const other = await payingHost();
    const stranger = await signedInHost();
    const elsewhere = await join(other.event.id, "editor");
    for (const userId of [stranger.id, elsewhere.id, ABSENT_ID, "me", "nobody"]) {
      expect((await host.api("PATCH", `${team}/${userId}`, { role: "viewer" })).status, userId).toBe(404);
    }
    for (const userId of [stranger.id, elsewhere.id, ABSENT_ID, "nobody"]) {
      expect((await host.api("DELETE", `${team}/${userId}`)).status, userId).toBe(404);
    }
    expect((await stranger.api("DELETE", `${team}/me`)).status).toBe(404);
    expect((await stranger.api("GET", team)).status).toBe(404);
    expect(await rolesOf(other.host, other.team)).toMatchObject({ [elsewhere.id]: "editor" });
  });

  /**
   * @spec 4.71 "PATCH | /events/{id}/collaborators/{user_id} | owner | role change"
   * @spec 4.72 "DELETE | /events/{id}/collaborators/{user_id} | owner | removal; refused with 400 for the last owner"
   */
  it("applies a new role from the next request on", async () => {
    const { host, event, team } = await payingHost();
    const grace = await join(event.id, "viewer");
    const rename = async () => (await grace.api("PATCH", `/events/${event.id}`, { name: "Ours" })).status;
    expect(await rename()).toBe(403);
    const raised = await host.api("PATCH", `${team}/${grace.id.toUpperCase()}`, { role: "editor" });
    expect([raised.status, await raised.json()]).toEqual([
      200,
      { event_id: event.id, user_id: grace.id, name: grace.name, email: grace.email, role: "editor" },
    ]);
    expect(await rename()).toBe(200);
    await host.api("PATCH", `${team}/${grace.id}`, { role: "viewer" });
    expect(await rename()).toBe(403);
    expect((await host.api("DELETE", `${team}/${grace.id}`)).status).toBe(204);
    expect(await rename()).toBe(404);
    expect((await host.api("DELETE", `${team}/${grace.id}`)).status).toBe(404);
  });

  it("lets a member leave: DELETE /events/{eventId}/collaborators/me", async () => {
    const { host, event, team } = await payingHost();
    const editor = await join(event.id, "editor");
    expect((await editor.api("DELETE", `${team}/me`)).status).toBe(204);
    expect((await editor.api("GET", `/events/${event.id}`)).status).toBe(404);
    expect(await rolesOf(host, team)).toEqual({ [host.id]: "owner" });
  });

  it.each([
    ["no role", {}],
    ["a role that is none", { role: "host" }],
    ["a field that does not exist", { role: "viewer", email: "x@example.com" }],
  ])("rejects a change with %s", async (_, body) => {
    const { host, event, team } = await payingHost();
    const grace = await join(event.id, "editor");
    expect((await host.api("PATCH", `${team}/${grace.id}`, body)).status).toBe(400);
    expect((await rolesOf(host, team))[grace.id]).toBe("editor");
  });
});

describe("last owner of an event", () => {
  /**
   * @spec 2.57 "Every event has at least one owner."
   * @spec 4.72 "DELETE | /events/{id}/collaborators/{user_id} | owner | removal; refused with 400 for the last owner"
   * @spec 7.5 "400 | removing the last owner"
   */
  it("stays: rejects a demotion, a removal and leaving", async () => {
    const { host, event, team } = await payingHost();
    await join(event.id, "editor");
    const refused = [
      await host.api("PATCH", `${team}/${host.id}`, { role: "editor" }),
      await host.api("DELETE", `${team}/${host.id}`),
      await host.api("DELETE", `${team}/me`),
    ];
    for (const response of refused) expect(await errorOf(response)).toEqual([400, "last_owner"]);
    expect((await host.api("PATCH", `${team}/${host.id}`, { role: "owner" })).status).toBe(200);
    expect((await rolesOf(host, team))[host.id]).toBe("owner");
    expect(await audited(host, event.id)).toEqual([]);
  });

  it("leaves only when there is another owner", async () => {
    const { host, event, team } = await payingHost();
    const owner = await join(event.id, "owner");
    expect((await host.api("PATCH", `${team}/${host.id}`, { role: "viewer" })).status).toBe(200);
    expect((await host.api("DELETE", `${team}/me`)).status).toBe(204);
    expect(await errorOf(await owner.api("DELETE", `${team}/me`))).toEqual([400, "last_owner"]);
  });

  it("stays when the other owners are deleted accounts", async () => {
    const { host, event, team } = await payingHost();
    const owner = await join(event.id, "owner");
    await env.DB.prepare(
      "update users set deleted_at = 1, email = null, email_key = null, password_hash = null where id = ?",
    )
      .bind(owner.id)
      .run();
    expect(await errorOf(await host.api("DELETE", `${team}/me`))).toEqual([400, "last_owner"]);
    expect(await rolesOf(host, team)).toEqual({ [host.id]: "owner" });
  });

  /** @spec 2.57 "Every event has at least one owner." */
  it.each([
    ["demote one another", (_: string, other: string) => ["PATCH", `/${other}`, { role: "viewer" }] as const],
    ["remove one another", (_: string, other: string) => ["DELETE", `/${other}`, undefined] as const],
    ["demote themselves", (self: string) => ["PATCH", `/${self}`, { role: "editor" }] as const],
    ["leave", () => ["DELETE", "/me", undefined] as const],
  ])("remains when two owners %s together", async (_, request) => {
    const { event, team } = await payingHost();
    for (let round = 0; round < 4; round++) {
      const current = (await ownersIn(event.id))[0] ?? "";
      const [one, two] = [await join(event.id, "owner"), await join(event.id, "owner")];
      await env.DB.prepare("delete from event_collaborators where event_id = ? and user_id = ?")
        .bind(event.id, current)
        .run();
      const act = async (self: Host, other: Host) => {
        const [method, path, body] = request(self.id, other.id);
        return (await self.api(method, `${team}${path}`, body)).status;
      };
      const statuses = await Promise.all([act(one, two), act(two, one)]);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(await ownersIn(event.id)).toHaveLength(1);
    }
  });

  it.each([
    ["demotes", "PATCH", { role: "viewer" }, 403],
    ["removes", "DELETE", undefined, 404],
  ] as const)("remains when one %s the other between read and write", async (_, method, body, refusal) => {
    const { host, event, team } = await payingHost();
    const owner = await join(event.id, "owner");
    const late = await raceBeforeWrite(requestBy(host, method, `${team}/${owner.id}`, body), async () =>
      expect((await owner.api(method, `${team}/${host.id}`, body)).ok).toBe(true),
    );
    expect(late.status).toBe(refusal);
    expect(await ownersIn(event.id)).toEqual([owner.id]);
    expect(await audited(owner, event.id)).toHaveLength(1);
  });

  it("remains when the other one leaves between read and write", async () => {
    const { host, event, team } = await payingHost();
    const owner = await join(event.id, "owner");
    const late = await raceBeforeWrite(requestBy(host, "DELETE", `${team}/me`), async () =>
      expect((await owner.api("DELETE", `${team}/me`)).status).toBe(204),
    );
    expect(await errorOf(late)).toEqual([400, "last_owner"]);
    expect(await ownersIn(event.id)).toEqual([host.id]);
  });
});

describe("tier of an event after an owner leaves", () => {
  const hostOf = async (member: Host, { id }: WireEvent) =>
    (await (await member.api("GET", `/events/${id}`)).json<WireEvent>()).host_id;
  const usage = async (member: Host) => (await (await member.api("GET", "/billing/status")).json<Usage>()).usage;

  it.each([
    ["leaves", (host: Host, _: Host, team: string) => host.api("DELETE", `${team}/me`)],
    ["is removed", (host: Host, successor: Host, team: string) => successor.api("DELETE", `${team}/${host.id}`)],
    [
      "is demoted",
      (host: Host, successor: Host, team: string) => successor.api("PATCH", `${team}/${host.id}`, { role: "editor" }),
    ],
    ["steps down", (host: Host, _: Host, team: string) => host.api("PATCH", `${team}/${host.id}`, { role: "viewer" })],
  ])("%s, which transfers the event and its tier to the longest-serving other owner", async (_, end) => {
    const { host, event, team } = await payingHost();
    await join(event.id, "editor");
    const [successor, later] = [await join(event.id, "owner"), await join(event.id, "owner")];
    await env.DB.prepare(
      "update event_collaborators set created_at = created_at + 9 where event_id = ? and user_id = ?",
    )
      .bind(event.id, later.id)
      .run();
    // The new host's tier allows one event, which exists: no more can be created, and this one is transferred all the same.
    await makeEvent(successor);
    expect((await successor.api("PUT", `/events/${event.id}/branding`, { font: "Georgia" })).status).toBe(200);
    expect((await end(host, successor, team)).ok).toBe(true);
    expect(await hostOf(later, event)).toBe(successor.id);
    expect((await usage(successor)).events).toEqual({ used: 2, limit: 1 });
    expect((await usage(host)).events.used).toBe(0);
    const refused = await successor.api("PUT", `/events/${event.id}/branding`, { font: "Didot" });
    expect(await errorOf(refused)).toEqual([402, "feature_not_in_tier"]);
    expect((await successor.api("PATCH", `/events/${event.id}`, { name: "Goes on" })).status).toBe(200);
  });

  it("stays host until the host's own owner role is removed", async () => {
    const { host, event, team } = await payingHost();
    const [first, second] = [await join(event.id, "owner"), await join(event.id, "owner")];
    expect((await host.api("PATCH", `${team}/${first.id}`, { role: "editor" })).status).toBe(200);
    expect((await first.api("DELETE", `${team}/me`)).status).toBe(204);
    expect(await hostOf(host, event)).toBe(host.id);
    // The other owner is removed before the write: there is no new host, and nothing is written.
    const alone = await raceBeforeWrite(requestBy(host, "DELETE", `${team}/me`), () =>
      second.api("DELETE", `${team}/me`),
    );
    expect(await errorOf(alone)).toEqual([400, "last_owner"]);
    expect(await hostOf(host, event)).toBe(host.id);
  });
});

async function ownersIn(eventId: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select user_id from event_collaborators where event_id = ? and role = 'owner'",
  )
    .bind(eventId)
    .all<{ user_id: string }>();
  return results.map(({ user_id }) => user_id);
}

describe("audit records of collaborators", () => {
  /**
   * @spec 2.82 "Audit record | written for branding update, threshold update, allowlist add/remove, collaborator
   *   invite/role-change/remove, message create/send-now/cancel; fields: not shown"
   */
  it("names the actor and the member, with the state before and after", async () => {
    const { host, event, team } = await payingHost();
    const email = freshEmail();
    await host.api("POST", team, { email, role: "viewer" });
    await anHourLater(team);
    const token = await invite(host, team, email, "editor");
    const grace = await signedInHost({ email });
    await accept(grace, token);
    await host.api("PATCH", `${team}/${grace.id}`, { role: "owner" });
    await host.api("PATCH", `${team}/${grace.id}`, { role: "owner" });
    await grace.api("PATCH", `${team}/${host.id}`, { role: "viewer" });
    await host.api("DELETE", `${team}/me`);
    expect(await audited(grace, event.id)).toEqual([
      { action: "collaborator.removed", target: host.id, by: host.id, before: { role: "viewer" }, after: null },
      {
        action: "collaborator.role_changed",
        target: host.id,
        by: grace.id,
        before: { role: "owner" },
        after: { role: "viewer" },
      },
      {
        action: "collaborator.role_changed",
        target: grace.id,
        by: host.id,
        before: { role: "editor" },
        after: { role: "owner" },
      },
      { action: "collaborator.joined", target: grace.id, by: grace.id, before: null, after: { role: "editor" } },
      {
        action: "collaborator.invited",
        target: email,
        by: host.id,
        before: { role: "viewer" },
        after: { role: "editor" },
      },
      { action: "collaborator.invited", target: email, by: host.id, before: null, after: { role: "viewer" } },
    ]);
  });
});
