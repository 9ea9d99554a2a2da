import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { stopScheduler } from "../support/broadcast.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { addGuest, issueLink, makeEvent, type WireEvent } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { mailsTo } from "../support/mailbox.ts";
import { deliver, send } from "./purposes/lab.ts";

beforeAll(stopScheduler);

type Host = Awaited<ReturnType<typeof signedInHost>>;

const stranger = () => `stranger-${crypto.randomUUID()}@example.com`;

/** Adds an address, takes its link without an email, and replies as the guest. */
async function replyAs(host: Host, { id: eventId }: WireEvent, email: string) {
  const guest = await addGuest(host, eventId, { email });
  const { token } = await issueLink(host, eventId, guest.id, { notify: false });
  const headers = browserHeaders();
  expect((await send(answerRequest(token, {}, headers))).status).toBe(201);
  return { guest, token, headers };
}

async function pageOf({ token, headers }: Awaited<ReturnType<typeof replyAs>>): Promise<string> {
  return (await send(new Request(`https://usher.test/i/${token}?answered=1`, { headers }))).text();
}

describe("confirmations to guests whom no invitation has reached", () => {
  it("reach all guests of an event, and end there for a host who deletes guests and adds others", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const replies: Awaited<ReturnType<typeof replyAs>>[] = [];
    for (let turn = 0; turn < 10; turn++) {
      replies.push(...(await Promise.all(Array.from({ length: 5 }, () => replyAs(host, event, stranger())))));
    }
    await deliver();
    const statuses = await Promise.all(replies.map(async ({ guest }) => (await deliveriesTo(guest.id))[0]?.status));
    expect(statuses.filter((status) => status === "sent")).toHaveLength(50);

    const [first, second] = replies;
    if (first === undefined || second === undefined) throw new Error("no guests");
    await host.api("DELETE", `/events/${event.id}/guests/${first.guest.id}`);
    const email = stranger();
    const next = await replyAs(host, event, email);
    const before = await pageOf(next);
    await deliver();
    expect(await deliveriesTo(next.guest.id)).toMatchObject([{ status: "suppressed", reason: "sending_limit" }]);
    expect(await mailsTo(email)).toEqual([]);
    for (const html of [before, await pageOf(next)]) {
      expect(html).toContain('class="pass"');
      expect(html).toContain("email you a confirmation");
    }
    // A guest who was confirmed today counts once.
    expect((await send(editRequest(second.token, { plus_ones: 0 }, second.headers))).status).toBe(200);
    await deliver();
    expect((await deliveriesTo(second.guest.id)).map(({ status }) => status)).toEqual(["sent", "sent"]);
  });

  it("stay nine per hour for one mailbox whose guest is deleted and added again", async () => {
    const host = await signedInHost({ tier: "pro" });
    const email = stranger();
    for (let turn = 0; turn < 3; turn++) {
      // Another event of the host, whose first one is deleted.
      const event = await makeEvent(host);
      const { guest, token, headers } = await replyAs(host, event, email);
      await deliver();
      for (const plusOnes of [0, 2, 3]) {
        expect((await send(editRequest(token, { plus_ones: plusOnes }, headers))).status).toBe(200);
        await deliver();
      }
      expect((await host.api("DELETE", `/events/${event.id}/guests/${guest.id}`)).status).toBe(204);
      await env.DB.prepare("delete from events where id = ?").bind(event.id).run();
    }
    expect(await mailsTo(email)).toHaveLength(9);
  });
});
