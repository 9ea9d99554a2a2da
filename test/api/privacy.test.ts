import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addMember, firstOf, makeCrowd } from "../support/crowd.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, openRequest } from "../support/guest-requests.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

type Export = Record<
  "events" | "guests" | "tokens" | "rsvps" | "access_logs" | "notifications",
  Record<string, unknown>[]
> & {
  user: Record<string, unknown>;
  exported_at: string;
};

async function exportOf(host: Host): Promise<{ text: string; data: Export }> {
  const response = await host.api("GET", "/me/data-export");
  expect(response.status).toBe(200);
  const text = await response.text();
  return { text, data: JSON.parse(text) as Export };
}

describe("GET /me/data-export", () => {
  it("holds everything of the user's own events, to the last of many guests, and no secret of a link", async () => {
    const host = await signedInHost({ tier: "business" });
    const crowd = await makeCrowd(host.id, 1_203);
    const { token } = firstOf(crowd);
    await send(openRequest(token));
    await send(answerRequest(token));
    await eventually(async () => expect((await exportOf(host)).data.notifications.length).toBeGreaterThan(0));
    const { text, data } = await exportOf(host);
    expect(data.user).toMatchObject({ id: host.id, email: host.email, name: host.name });
    expect([data.events, data.guests, data.tokens, data.rsvps, data.access_logs].map((rows) => rows.length)).toEqual([
      1, 1_203, 1_203, 1, 2,
    ]);
    expect(new Set(data.guests.map((guest) => guest.id)).size).toBe(1_203);
    expect(data.events[0]).toMatchObject({ id: crowd.eventId, event_date: expect.stringMatching(/Z$/) });
    for (const secret of [token, "password_hash", "argon2", "recipient_hash", "token_hash"])
      expect(text).not.toContain(secret);
  });

  it("holds nothing of events on which the user only helps", async () => {
    const [owner, helper] = await Promise.all([signedInHost(), signedInHost()]);
    const crowd = await makeCrowd(owner.id, 2);
    await addMember(crowd.eventId, helper.id, "editor");
    const { data, text } = await exportOf(helper);
    expect(data.events).toEqual([]);
    expect(text).not.toContain(crowd.eventId);
  });
});

describe("DELETE /me", () => {
  it("scrubs the account, ends its sessions, and leaves the address free", async () => {
    const host = await signedInHost();
    expect((await host.api("DELETE", "/me")).status).toBe(204);
    expect((await host.api("GET", "/me")).status).toBe(401);
    const refresh = await call("POST", "/auth/refresh", { refresh_token: host.refreshToken });
    expect(refresh.status).toBe(401);
    const tables = await env.DB.prepare(
      "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%' and name <> 'd1_migrations'",
    ).all<{ name: string }>();
    for (const { name } of tables.results) {
      const { results } = await env.DB.prepare(`select * from "${name}"`).all();
      expect(JSON.stringify(results), `in ${name}`).not.toContain(host.email);
    }
    const again = await call("POST", "/auth/signup", { email: host.email, password: host.password, name: "Ada again" });
    expect(again.status).toBe(202);
    const rows = await env.DB.prepare("select count(*) as live from users where email_key = ?")
      .bind(host.email)
      .first();
    expect(rows).toEqual({ live: 1 });
  });

  it("closes the events that only this user owns, and cancels what was to be sent", async () => {
    const host = await signedInHost();
    const created = await host.api("POST", "/events", {
      name: "Gala",
      event_date: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    });
    const { id } = (await created.json()) as { id: string };
    const crowd = await makeCrowd(host.id, 1);
    await host.api("DELETE", "/me");
    expect((await send(openRequest(firstOf(crowd).token))).status).toBe(404);
    const { results } = await env.DB.prepare("select distinct status from messages where event_id = ?").bind(id).all();
    expect(results).toEqual([{ status: "cancelled" }]);
  });

  it("hands an event that others own too to the next owner", async () => {
    const [host, other] = await Promise.all([signedInHost(), signedInHost()]);
    const crowd = await makeCrowd(host.id, 1);
    await addMember(crowd.eventId, other.id, "owner");
    await host.api("DELETE", "/me");
    expect((await send(openRequest(firstOf(crowd).token))).status).toBe(200);
    const event = await other.api("GET", `/events/${crowd.eventId}`);
    expect(await event.json()).toMatchObject({ host_id: other.id, your_role: "owner" });
  });
});
