import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type Host, requestBy, signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { interrupted } from "../support/interleave.ts";

const INVITED = "grace@example.com";

/** What a member may lose of an event, and what whoever has lost it is answered. */
const LOSSES = [
  ["the role", "delete from event_collaborators where event_id = ?1 and user_id = ?2", 404],
  ["the rank", "update event_collaborators set role = 'viewer' where event_id = ?1 and user_id = ?2", 403],
  ["the session", "update users set sessions_valid_from = 9e15 where ?1 <> id and id = ?2", 401],
  ["the event", "update events set deleted_at = unixepoch() * 1000 where id = ?1 and ?2 <> id", 404],
] as const;

/** What belongs to an event, and what a user's requests with a key came to. */
const STORED = [
  "select * from events where id = ?1 and ?2 <> id",
  ...["guests", "guest_counts", "access_tokens", "messages", "collaborator_invites"].map(
    (table) => `select * from ${table} where event_id = ?1 and ?2 <> event_id`,
  ),
  "select * from outbox where instr(body, ?1) > 0 and ?2 <> id",
  "select * from idempotency_keys where user_id = ?2 and ?1 <> user_id",
];

/** Gives back all of it. */
const MEND = [
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
  await env.DB.prepare(
    `insert into collaborator_invites (token_hash, event_id, email, email_key, role, invited_by, created_at, expires_at)
     values ('hash', ?1, ?2, ?2, 'viewer', ?3, 1, 9e15)`,
  )
    .bind(eventId, INVITED, host.id)
    .run();
});

/** The member's request, which comes to something for who may. */
function request(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const sent = requestBy(member, method, `/events/${eventId}${path}`, body);
  for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
  return sent;
}

/** A key of its own for each request, so that none is answered by another. */
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

describe("what a member loses between the look and the write of a request that", () => {
  it.each(REQUESTS)("%s is lost for the write", async (_, made) => {
    for (const [lost, loss, status] of LOSSES) {
      await run(MEND);
      let before: unknown[] = [];
      const lose = async () => {
        await run([loss]);
        before = await run(STORED);
      };
      const response = await interrupted(made(), lose, 2);
      expect(response.status, lost).toBe(status);
      expect(await run(STORED), lost).toEqual(before);
    }
  });
});
