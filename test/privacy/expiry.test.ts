import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { refreshTokens } from "../../src/db/schema/accounts.ts";
import { sessions } from "../../src/db/schema/sessions.ts";
import { credentialsOf, newRefreshToken, REFRESH_TOKEN_TTL_MS } from "../../src/identity/accounts/credentials.ts";
import { verifyDevice } from "../../src/invitations/devices/queries.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { call, freshAddress, signedInHost } from "../support/account.ts";
import { issuedToken, post } from "../support/auth.ts";
import { runScheduler, stopScheduler } from "../support/broadcast.ts";
import { issueEditNonce } from "../support/edit-nonce.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP } from "../support/guest-requests.ts";
import { storeInvite } from "../support/invites.ts";

const LINK_RETENTION_MS = 7 * DAY_MS;
const REFRESH_TOKEN_RETENTION_MS = 180 * DAY_MS;
const ROWS_PER_ALARM = 500;

type Token = Awaited<ReturnType<typeof newRefreshToken>>;

const services = () => createRequestContext({ ...env }, () => undefined);

async function runAlarm(): Promise<void> {
  await runScheduler();
  await stopScheduler();
}

async function rowsIn(table: string): Promise<number> {
  return (await env.DB.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n ?? -1;
}

/** Follows a link of an account email. */
async function resetLink(): Promise<() => Promise<Response>> {
  const token = await issuedToken((await signedInHost()).id, "reset_password");
  return () => post("/auth/reset-password", { token, password: "another long phrase" });
}

/** Follows the link of an invite. */
async function inviteLink(): Promise<() => Promise<Response>> {
  const host = await signedInHost();
  const { eventId } = await makeEventFixture(host.id, 0);
  const { token } = await storeInvite(eventId, { email: "a@b.example", invitedBy: host.id });
  return () => call("GET", `/invites/${token}`, undefined, { "CF-Connecting-IP": freshAddress() });
}

/** Follows a link with which a guest edits on another device. */
async function editLink(): Promise<() => Promise<Response>> {
  const { token, tokenId } = firstOf(await makeEventFixture((await signedInHost()).id, 1));
  const nonce = await issueEditNonce(tokenId);
  await exports.default.fetch(answerRequest(token));
  const edit = { response: "declined", edit_nonce: nonce };
  return () => exports.default.fetch(editRequest(token, edit, browserHeaders(LAPTOP)));
}

/** Unused refresh tokens that expired this long ago. */
async function tokensOf(userId: string, expiredForMs: readonly number[]): Promise<Token[]> {
  const { keyring } = services();
  const now = Date.now();
  return Promise.all(
    expiredForMs.map((ms) => newRefreshToken(keyring, { userId, createdAt: now - ms - REFRESH_TOKEN_TTL_MS })),
  );
}

async function write(rows: readonly Token[]): Promise<void> {
  const { accountsDb } = services();
  await accountsDb.batch(rows.map((row) => accountsDb.insert(refreshTokens).values(row)));
}

/** A live session with a used token that expired this long ago. */
async function sessionWithUsedToken(expiredForMs: number): Promise<{ used: string; current: string }> {
  const { id: userId } = await signedInHost();
  const { keyring } = services();
  const [used] = await tokensOf(userId, [expiredForMs]);
  if (used === undefined) throw new Error("no token");
  const current = await newRefreshToken(keyring, { userId, createdAt: Date.now(), familyId: used.familyId });
  await write([{ ...used, usedAt: used.createdAt, replacedBy: current.id }, current]);
  const times = { createdAt: used.createdAt, authenticatedAt: used.createdAt, lastUsedAt: current.createdAt };
  await services()
    .accountsDb.insert(sessions)
    .values({ id: used.familyId, userId, method: "password", ...times, expiresAt: current.expiresAt });
  const signed = async (row: Token) => (await credentialsOf(keyring, row)).refreshToken;
  return { used: await signed(used), current: await signed(current) };
}

const refresh = async (token: string) => (await post("/auth/refresh", { refresh_token: token })).status;

beforeEach(async () => {
  await stopScheduler();
  // Rows of other tests would be deleted first.
  for (const table of ["refresh_tokens", "secrets", "collaborator_invites"]) {
    await env.DB.exec(`delete from ${table}`);
  }
});

describe("expired emailed links", () => {
  it.each([
    ["secrets", resetLink, 400],
    ["collaborator_invites", inviteLink, 410],
    ["secrets", editLink, 403],
  ])("deletes from %s a week later, with the same response as before", async (table, make, status) => {
    const follow = await make();
    const aged = (ms: number) =>
      env.DB.prepare(`update ${table} set expires_at = ?`)
        .bind(Date.now() - ms)
        .run();
    await aged(LINK_RETENTION_MS - DAY_MS);
    await runAlarm();
    expect(await rowsIn(table)).toBe(1);
    expect((await follow()).status).toBe(status);
    await aged(LINK_RETENTION_MS + DAY_MS);
    await runAlarm();
    expect(await rowsIn(table)).toBe(0);
    expect((await follow()).status).toBe(status);
  });
});

describe("expired refresh tokens", () => {
  it("ends the session of a replayed token, for half a year", async () => {
    const { used, current } = await sessionWithUsedToken(REFRESH_TOKEN_RETENTION_MS - DAY_MS);
    await runAlarm();
    expect(await rowsIn("refresh_tokens")).toBe(3);
    expect(await refresh(used)).toBe(401);
    expect(await refresh(current)).toBe(401);
  });

  it("deletes the token after half a year, rejects it as before, and keeps the session", async () => {
    const { used, current } = await sessionWithUsedToken(REFRESH_TOKEN_RETENTION_MS + DAY_MS);
    await runAlarm();
    expect(await rowsIn("refresh_tokens")).toBe(2);
    expect(await refresh(used)).toBe(401);
    expect(await refresh(current)).toBe(200);
  });

  it("deletes tokens in batches, together with the tokens that they replaced", async () => {
    const { id } = await signedInHost();
    const ages = Array.from(
      { length: ROWS_PER_ALARM + 100 },
      (_, index) => REFRESH_TOKEN_RETENTION_MS + DAY_MS - index,
    );
    const rows = await tokensOf(id, ages);
    const [last, next] = [rows[ROWS_PER_ALARM - 1], rows[ROWS_PER_ALARM]];
    if (last === undefined || next === undefined) throw new Error("too few");
    // The successor has the smaller id, and the batch ends between the two.
    Object.assign(next, { usedAt: next.createdAt, replacedBy: last.id });
    await write(rows);
    await runAlarm();
    expect(await rowsIn("refresh_tokens")).toBe(1 + 99);
    await runAlarm();
    expect(await rowsIn("refresh_tokens")).toBe(1);
  });
});

describe("stored guest devices", () => {
  it("deletes a device 30 days after the event, and not before, also for a postponed event", async () => {
    const host = await signedInHost();
    const fixtures = await Promise.all([makeEventFixture(host.id, 1), makeEventFixture(host.id, 1)]);
    const { db } = services();
    for (const fixture of fixtures) {
      const device = { eventId: fixture.eventId, guestId: firstOf(fixture).id, device: "x".repeat(22) };
      await db.batch([verifyDevice(db, { ...device, at: 0, expiresAt: Date.now() - DAY_MS })]);
    }
    const [over, postponed] = fixtures.map(({ eventId }) => eventId);
    await env.DB.prepare("update events set event_date = ? where id = ?")
      .bind(Date.now() - 31 * DAY_MS, over)
      .run();
    await runAlarm();
    const { results } = await env.DB.prepare("select event_id from guest_devices where event_id in (?, ?)")
      .bind(over, postponed)
      .all();
    expect(results).toEqual([{ event_id: postponed }]);
  });
});

describe("stored sessions", () => {
  it("deletes expired sessions with their monitors, and later the mark of an ended session", async () => {
    const [expired, live] = await Promise.all([signedInHost(), signedInHost()]);
    await env.DB.batch([
      env.DB.prepare("insert into session_monitors select id, 'event' from sessions where user_id in (?, ?)").bind(
        expired.id,
        live.id,
      ),
      env.DB.prepare("update sessions set expires_at = ? where user_id = ?").bind(Date.now() - 1, expired.id),
      env.DB.prepare("insert into ended_sessions values ('old', 'user', ?), ('new', 'user', ?)").bind(
        Date.now() - 91 * DAY_MS,
        Date.now() - 89 * DAY_MS,
      ),
    ]);
    await runAlarm();
    const of = (table: string) => env.DB.prepare(`select count(*) as n from ${table} where user_id = ?`);
    expect(await of("sessions").bind(expired.id).first("n")).toBe(0);
    expect(await of("sessions").bind(live.id).first("n")).toBe(1);
    const { results } = await env.DB.prepare("select id from ended_sessions where user_id = 'user'").all();
    expect(results).toEqual([{ id: "new" }]);
    const monitors = "select session_id from session_monitors where event_id = 'event'";
    expect((await env.DB.prepare(monitors).all()).results).toHaveLength(1);
  });

  it("deletes sessions with the account, and exports them until then", async () => {
    const host = await signedInHost();
    const seen = { "User-Agent": "curl/8.5.0" };
    expect((await post("/auth/login", { email: host.email, password: host.password }, seen)).status).toBe(200);
    const exported = await (await host.api("GET", "/me/data-export")).json<{ sessions: { device: string | null }[] }>();
    expect(exported.sessions.map(({ device }) => device)).toEqual([null, "curl"]);
    expect((await host.api("DELETE", "/me")).status).toBe(204);
    const left = env.DB.prepare("select count(*) as n from sessions where user_id = ?").bind(host.id);
    expect(await left.first("n")).toBe(0);
    expect((await host.api("GET", "/me")).status).toBe(401);
  });
});

describe("stored payment webhooks", () => {
  it("stays for sixty days, so that a repetition has no effect", async () => {
    const since = (days: number) => [`evt_${crypto.randomUUID()}`, Date.now() - days * DAY_MS] as const;
    const [recent, old] = [since(59), since(61)];
    const insert = env.DB.prepare("insert into webhook_events (id, received_at) values (?, ?)");
    await env.DB.batch([insert.bind(...recent), insert.bind(...old)]);
    await runAlarm();
    const { results } = await env.DB.prepare("select id from webhook_events").all();
    expect(results).toEqual([{ id: recent[0] }]);
  });
});

describe("stored scanner tickets", () => {
  it("disappears from the list of door devices after 30 days, unlike a named device", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { eventId } = await makeEventFixture(host.id, 0);
    const path = `/events/${eventId}/door-devices`;
    for (const _ of [1, 2]) expect((await host.api("POST", `/events/${eventId}/scanner-ticket`)).status).toBe(201);
    expect((await host.api("POST", path, { name: "Side entrance", rights: ["scan"] })).status).toBe(201);
    const idsOf = async () => {
      const { items } = await (await host.api("GET", path)).json<{ items: { id: string }[] }>();
      return items.map(({ id }) => id);
    };
    const [named, recent, old] = await idsOf();
    const expireAgo = (id: string | undefined, days: number) =>
      env.DB.prepare("update door_devices set expires_at = ? where id = ?")
        .bind(Date.now() - days * DAY_MS, id)
        .run();
    await expireAgo(recent, 29);
    await expireAgo(old, 31);
    await runAlarm();
    expect(await idsOf()).toEqual([named, recent]);
  });
});

describe("stored counts of emails and text messages", () => {
  it("last for two days, longer than the 24 hours of the budgets", async () => {
    const { id } = await signedInHost();
    const hour = Math.floor(Date.now() / 3_600_000);
    const ages = [0, 23, 47, 50];
    await env.DB.batch(
      ages.flatMap((age) => [
        env.DB.prepare("insert into sending_hours (user_id, hour, recipients) values (?, ?, 1)").bind(id, hour - age),
        env.DB.prepare("insert into text_counts (scope, hour, count) values (?, ?, 1)").bind(
          `account:${id}`,
          hour - age,
        ),
      ]),
    );
    await runAlarm();
    const agesIn = async (statement: string, key: string) => {
      const { results } = await env.DB.prepare(statement).bind(key).all<{ hour: number }>();
      return results.map((row) => hour - row.hour);
    };
    expect(await agesIn("select hour from sending_hours where user_id = ? order by hour desc", id)).toEqual([
      0, 23, 47,
    ]);
    const texts = "select hour from text_counts where scope = ? order by hour desc";
    expect(await agesIn(texts, `account:${id}`)).toEqual([0, 23, 47]);
  });
});
