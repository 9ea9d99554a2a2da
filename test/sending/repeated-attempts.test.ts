import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { emailKey } from "../../src/kernel/email-address.ts";
import { newId } from "../../src/kernel/ids.ts";
import { signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { clearMailFaults, mailsTo, setMailFaults } from "../support/mailbox.ts";
import { suppress } from "../support/message.ts";
import { busMessage, consume } from "../support/queue.ts";

const QUEUE = "usher-notifier";

/** An invitation that the guest's mail server has put off once. */
async function deferredInvitation() {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const email = `busy-${crypto.randomUUID()}@example.com`;
  const guest = await addGuest(host, event.id, { email });
  const { id, link } = await issueLink(host, event.id, guest.id, { notify: false });
  const message = busMessage("invitation.send", {
    event_id: event.id,
    guest_id: guest.id,
    token_id: id,
    guest_name: guest.name,
    guest_email: email,
    host_name: "Ada Host",
    event_name: event.name,
    event_date: event.event_date,
    issued_at: new Date().toISOString(),
    link,
  });
  await setMailFaults({ only_to: email, defer: [email] });
  try {
    expect((await consume(QUEUE, [message])).retried).toHaveLength(1);
  } finally {
    await clearMailFaults(email);
  }
  return { host, event, guest, email, message };
}

type Deferred = Awaited<ReturnType<typeof deferredInvitation>>;

/** Spends the host's budget, and fills the guest's mailbox. */
async function reachLimits({ host, event, guest }: Deferred): Promise<void> {
  const now = Date.now();
  const mail = env.DB.prepare(
    `insert into deliveries (id, dedupe_key, kind, purpose, channel, event_id, guest_id, recipient_hash, status, attempts,
       created_at, updated_at) values (?1, ?1, 'confirmation', 'reply', 'email', ?2, ?3, 'hash', 'sent', 1, ?4, ?4)`,
  );
  await env.DB.batch([
    ...Array.from({ length: 9 }, () => mail.bind(newId(now), event.id, guest.id, now)),
    env.DB.prepare(
      `insert into sending_hours (user_id, hour, recipients) values (?, ?, 200)
       on conflict do update set recipients = excluded.recipients`,
    ).bind(host.id, Math.floor(now / HOUR_MS)),
  ]);
}

describe("repeated attempt of an email", () => {
  it.each<[string, string, (deferred: Deferred) => Promise<unknown>]>([
    ["guest unsubscribes", "unsubscribed", ({ email }) => suppress(email, "unsubscribed")],
    ["guest complains", "complained", ({ email }) => suppress(email, "complained")],
    [
      "guest unsubscribes from the host",
      "unsubscribed",
      ({ email, host }) =>
        env.DB.prepare("insert into host_unsubscribes values (?, ?, 'unsubscribed', 1)")
          .bind(emailKey(email), host.id)
          .run(),
    ],
    [
      "host is paused",
      "sending_paused",
      ({ host }) => env.DB.prepare("insert into sending_pauses values (?, 'bounces', 1)").bind(host.id).run(),
    ],
  ])("makes no second attempt if the %s in between", async (_, reason, happen) => {
    const deferred = await deferredInvitation();
    await happen(deferred);
    expect((await consume(QUEUE, [deferred.message], { attempts: 2 })).acked).toEqual([0]);
    expect(await mailsTo(deferred.email)).toEqual([]);
    expect(await deliveriesTo(deferred.guest.id)).toMatchObject([{ status: "suppressed", reason }]);
  });

  it("makes the second attempt over the limits, because the email counts already", async () => {
    const deferred = await deferredInvitation();
    await reachLimits(deferred);
    expect((await consume(QUEUE, [deferred.message], { attempts: 2 })).acked).toEqual([0]);
    expect(await mailsTo(deferred.email)).toHaveLength(1);
  });
});
