import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/kernel/clock.ts";
import { signedInHost } from "../../support/account.ts";
import { runScheduler, stopScheduler } from "../../support/broadcast.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { mailTo } from "../../support/mailbox.ts";
import { answer, markInvited, messagesOf } from "../../support/message.ts";

beforeEach(stopScheduler);

/** A zone of the IANA database in which it is ten in the evening now. */
function zoneAtTen(): string {
  const offset = ((22 - new Date().getUTCHours() + 12 + 24) % 24) - 12;
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/** A guest of an event whom a reminder is for, and the reminder: the last call is for guests without an RSVP. */
async function reminded(slug: string, { event_date, timezone }: { event_date: number; timezone: string }) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, { event_date: new Date(event_date).toISOString(), timezone });
  const email = `grace-${event.id}@example.com`;
  const guest = await addGuest(host, event.id, { email });
  await markInvited(event.id);
  if (slug !== "reminder_3d") await answer(event.id, guest.id, "attending");
  const reminder = (await messagesOf(host, event.id)).find((message) => message.slug === slug);
  if (reminder === undefined) throw new Error(`no ${slug}`);
  return { host, event, email, reminder };
}

test("says tomorrow in the day-of reminder the evening before an event at one in the night", async () => {
  const event_date = Date.now() + 3 * HOUR_MS + 10 * MINUTE_MS;
  const { email, reminder } = await reminded("reminder_day_of", { event_date, timezone: zoneAtTen() });
  // The ten minutes until it is due pass.
  await env.DB.prepare("update messages set send_at = send_at - ? where id = ?").bind(HOUR_MS, reminder.id).run();
  await runScheduler();
  const mail = await mailTo(email);
  expect(mail.subject).toBe("Garden party is tomorrow");
  expect(mail.text).toContain("Garden party is tomorrow:");
  expect(mail.text).not.toMatch(/today/i);
});

test("states the current distance in a reminder that the host sends now", async () => {
  const five = await reminded("reminder_3d", { event_date: Date.now() + 5 * DAY_MS, timezone: "UTC" });
  const path = `/events/${five.event.id}/messages/${five.reminder.id}`;
  expect((await five.host.api("POST", `${path}/send-now`)).status).toBe(200);
  await runScheduler();
  const mail = await mailTo(five.email);
  expect(mail.text).toContain("Garden party is in 5 days");
  expect(mail.text).not.toMatch(/three days|3 days/i);
});
