import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import plain from "../../../testkit/fixtures/images/plain.png?inline";
import { type Host, requestBy, signedInHost } from "../../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { bytesOf } from "../../support/images.ts";
import { storeInvite } from "../../support/invites.ts";
import { raceBeforeWrite } from "../../support/race.ts";

const INVITED = "grace@example.com";

/** Losses of a member: the statement that causes each, and the status of the response. */
const LOSSES = [
  ["the role", "delete from event_collaborators where event_id = ?1 and user_id = ?2", 404],
  ["the rank", "update event_collaborators set role = 'viewer' where event_id = ?1 and user_id = ?2", 403],
  ["the session", "update users set sessions_valid_from = 9e15 where ?1 <> id and id = ?2", 401],
  ["the event", "update events set deleted_at = unixepoch() * 1000 where id = ?1 and ?2 <> id", 404],
] as const;

/** The rows of an event, and a user's idempotency records. */
const STORED = [
  "select * from events where id = ?1 and ?2 <> id",
  ...["guests", "guest_counts", "access_tokens", "messages", "collaborator_invites"].map(
    (table) => `select * from ${table} where event_id = ?1 and ?2 <> event_id`,
  ),
  "select * from outbox where type <> 'activity.publish' and instr(body, ?1) > 0 and ?2 <> id",
  "select * from idempotency_keys where user_id = ?2 and ?1 <> user_id",
];

/** Restores all of it. */
const RESTORE = [
  "insert or replace into event_collaborators (event_id, user_id, role, created_at) values (?1, ?2, 'owner', 1)",
  "update users set sessions_valid_from = 0 where ?1 <> id and id = ?2",
  "update events set deleted_at = null where id = ?1 and ?2 <> id",
];

let eventId: string;
let member: Host;
/** A guest whose link was never mailed, and one without a link. */
let guests: { linked: string; fresh: string };

beforeAll(async () => {
  const host = await signedInHost({ tier: "pro" });
  member = await signedInHost();
  const event = await makeEvent(host);
  eventId = event.id;
  const [linked, fresh] = [
    await addGuest(host, eventId, { email: "linked@example.com" }),
    await addGuest(host, eventId, { email: "fresh@example.com" }),
  ];
  await issueLink(host, eventId, linked.id, { notify: false });
  guests = { linked: linked.id, fresh: fresh.id };
  await storeInvite(eventId, { email: INVITED, invitedBy: host.id });
});

/** A request of the member that succeeds with the role. */
function request(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const sent = requestBy(member, method, `/events/${eventId}${path}`, body);
  for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
  return sent;
}

/** A new key for each request, so that none is a replay of another. */
function key(): Record<string, string> {
  return { "Idempotency-Key": crypto.randomUUID() };
}

function importing(headers: Record<string, string> = {}): Request {
  const init = { method: "POST", body: "name,email\nNew,new@example.com" };
  const sent = new Request(`https://usher.test/events/${eventId}/guests/import`, init);
  const all = { Authorization: `Bearer ${member.token}`, "Content-Type": "text/csv", ...headers };
  for (const [name, value] of Object.entries(all)) sent.headers.set(name, value);
  return sent;
}

const REQUESTS: [string, () => Request][] = [
  ["changes a guest", () => request("PATCH", `/guests/${guests.fresh}`, { name: "Eve" })],
  ["imports guests", () => importing()],
  ["imports guests, with a key", () => importing(key())],
  ["makes a link", () => request("POST", "/tokens", { guest_id: guests.fresh })],
  ["makes a link, with a key", () => request("POST", "/tokens", { guest_id: guests.fresh }, key())],
  ["mails a link again", () => request("POST", "/tokens", { guest_id: guests.linked })],
  ["mails a link again, with a key", () => request("POST", "/tokens", { guest_id: guests.linked }, key())],
  ["rotates a link", () => request("POST", "/tokens/rotate", { guest_id: guests.linked })],
  ["rotates a link, with a key", () => request("POST", "/tokens/rotate", { guest_id: guests.linked }, key())],
  ["changes an event", () => request("PATCH", "", { name: "Eve's", timezone: "Asia/Tokyo" })],
  ["closes an event", () => request("DELETE", "")],
  ["takes an invite back", () => request("DELETE", `/collaborators/pending?email=${INVITED}`)],
];

async function run(statements: readonly string[]): Promise<unknown[]> {
  const results = await env.DB.batch(statements.map((one) => env.DB.prepare(one).bind(eventId, member.id)));
  return results.map((result) => result.results);
}

describe("writes of a member (role removed before the write)", () => {
  it.each(REQUESTS)("changes nothing when the request %s", async (_, made) => {
    for (const [lost, loss, status] of LOSSES) {
      await run(RESTORE);
      let before: unknown[] = [];
      const lose = async () => {
        await run([loss]);
        before = await run(STORED);
      };
      const response = await raceBeforeWrite(made(), lose);
      expect(response.status, lost).toBe(status);
      expect(await run(STORED), lost).toEqual(before);
    }
  });
});

describe("writes of a member (role removed and granted again)", () => {
  it.each(REQUESTS.filter(([name]) => name.includes(" a link")))(
    "issues one link when the request %s",
    async (_, made) => {
      await run(RESTORE);
      const lose = () => run([LOSSES[0][1]]);
      const regain = () => run(RESTORE.slice(0, 1));
      const response = await raceBeforeWrite(made(), lose, { thenBeforeNextBatch: regain });
      expect(response.ok).toBe(true);
      const { id, guest_id } = await response.json<{ id: string; guest_id: string }>();
      const valid = "select id from access_tokens where guest_id = ? and revoked_at is null";
      expect((await env.DB.prepare(valid).bind(guest_id).all()).results).toEqual([{ id }]);
    },
  );
});

/** How a session ends: by a new password, or with the account. */
const ENDINGS = [
  ["session", "update users set sessions_valid_from = 9e15 where id = ?"],
  [
    "account",
    "update users set email = null, email_key = null, password_hash = null, deleted_at = 1, sessions_valid_from = 9e15 where id = ?",
  ],
] as const;

const OWNED = [
  "select * from users where id = ?1 and ?2 <> id",
  "select * from events where host_id = ?1 and ?2 <> id",
  "select * from event_collaborators where user_id = ?1 and ?2 <> user_id",
  "select * from collaborator_invites where email_key = ?2 and ?1 <> email_key",
  "select * from uploads where user_id = ?1 and ?2 <> user_id",
  "select * from idempotency_keys where user_id = ?1 and ?2 <> user_id",
];

/** A request of a user, with additional headers. */
function requestOf(user: Host, method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) {
  const sent = new Request(`https://usher.test${path}`, { method, ...(body === undefined ? {} : { body }) });
  for (const [name, value] of Object.entries({ Authorization: `Bearer ${user.token}`, ...headers })) {
    sent.headers.set(name, value);
  }
  return sent;
}

const JSON_BODY = { "Content-Type": "application/json" };

function creating(user: Host, headers = {}): Request {
  const body = JSON.stringify({ name: "Gala", event_date: "2099-01-01T00:00:00Z" });
  return requestOf(user, "POST", "/events", body, { ...JSON_BODY, ...headers });
}

async function accepting(user: Host, headers = {}): Promise<Request> {
  const { token } = await storeInvite(eventId, { email: user.email, invitedBy: member.id });
  return requestOf(user, "POST", `/invites/${token}/accept`, undefined, headers);
}

function storing(user: Host, headers = {}): Request {
  const form = new FormData();
  form.set("file", new File([bytesOf(plain)], "plain.png"));
  return requestOf(user, "POST", "/uploads/image", form, headers);
}

async function storedFiles(): Promise<string[]> {
  return (await env.BUCKET.list()).objects.map((object) => object.key);
}

const OWN_REQUESTS: [string, (user: Host) => Request | Promise<Request>][] = [
  ["makes an event", (user) => creating(user)],
  ["makes an event, with a key", (user) => creating(user, key())],
  ["accepts an invite", (user) => accepting(user)],
  ["accepts an invite, with a key", (user) => accepting(user, key())],
  ["stores an image", (user) => storing(user)],
  ["stores an image, with a key", (user) => storing(user, key())],
  ["agrees to the terms", (user) => requestOf(user, "POST", "/me/accept-terms", "{}", JSON_BODY)],
  ["deletes the account", (user) => requestOf(user, "DELETE", "/me")],
];

describe("writes of a session (ended before the write)", () => {
  it.each(OWN_REQUESTS)("changes nothing when the request %s", async (_, made) => {
    for (const [ended, end] of ENDINGS) {
      const user = await signedInHost({ tier: "pro" });
      await makeEvent(user);
      const owned = async () => {
        const rows = await env.DB.batch(OWNED.map((one) => env.DB.prepare(one).bind(user.id, user.email)));
        return rows.map(({ results }) => results);
      };
      const request = await made(user);
      const files = await storedFiles();
      let before: unknown[] = [];
      const finish = async () => {
        await env.DB.prepare(end).bind(user.id).run();
        before = await owned();
      };
      const response = await raceBeforeWrite(request, finish);
      expect(response.status, ended).toBe(401);
      expect(await owned(), ended).toEqual(before);
      expect(await storedFiles(), ended).toEqual(files);
    }
  });
});
