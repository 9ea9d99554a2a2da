import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import operations from "../../docs/operations.md?raw";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { parseRow } from "../../src/platform/outbox/outbox-row.ts";
import { signedInHost } from "../support/account.ts";
import { dueMessage } from "../support/broadcast.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { mailTo } from "../support/mailbox.ts";
import { consume } from "../support/queue.ts";

/** The statements of the documented code block that contains this text. */
function statementsOf(text: string): string[] {
  const blocks = [...operations.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = ""]) => sql);
  const found = blocks.find((sql) => sql.includes(text)) ?? "";
  return found
    .split(";")
    .map((sql) => sql.trim())
    .filter((sql) => sql !== "");
}

async function run(text: string): Promise<D1Result<Record<string, unknown>>[]> {
  const statements = statementsOf(text);
  expect(statements.length, text).toBeGreaterThan(0);
  return env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
}

it("sends no message again after a restore that was sent since the backup", async () => {
  const fixture = await makeEventFixture((await signedInHost({ tier: "pro" })).id, 1);
  const id = await dueMessage(fixture.eventId);
  await run("update messages set status = 'sent'");
  const row = env.DB.prepare("select status, finished_at from messages where id = ?").bind(id);
  expect(await row.first()).toEqual({ status: "sent", finished_at: expect.any(Number) });
  expect(await env.DB.prepare("select count(*) as n from outbox").first("n")).toBe(0);
});

it("emails the new link to guests with an emailed link after a stolen secret", async () => {
  const fixture = await makeEventFixture((await signedInHost()).id, 2);
  const { id, email, token, tokenId } = firstOf(fixture);
  await env.DB.prepare("update access_tokens set notified_at = 1 where id = ?").bind(tokenId).run();
  await run("insert into outbox");
  const outbox = await env.DB.prepare("select id, type, body from outbox where body ->> 'event_id' = ?")
    .bind(fixture.eventId)
    .all<{ id: string; type: string; body: string }>();
  const messages: BusMessage[] = outbox.results.flatMap(
    (one) => parseRow({ ...one, body: JSON.parse(one.body) }).messages,
  );
  await env.DB.prepare("delete from outbox where created_at = 0").run();
  expect(messages).toMatchObject([{ type: "invitation.send", body: { guest_id: id } }]);
  const changes = { PLATFORM_SECRET: "a secret that was made after the theft" };
  expect((await consume("usher-notifier", messages, { changes })).acked).toEqual([0]);
  const { text } = await mailTo(email);
  expect(text).toMatch(/https:\/\/usher\.test\/i\/[\w-]{43}/);
  expect(text).not.toContain(token);
});

it("counts unscored accesses and the outbox with the documented queries", async () => {
  expect((await run("sum(score is null)")).map(({ results }) => results.length)).toEqual([1, 1]);
});
