import { exports } from "cloudflare:workers";
import { expect, onTestFinished, test } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch } from "../support/broadcast.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { clearMailFaults, setMailFaults } from "../support/mailbox.ts";
import { makeMessage } from "../support/message.ts";
import { sendMailReport } from "../support/reports.ts";
import { freshReceiver } from "../support/webhook-receiver.ts";

type Frame = Record<string, unknown> & { type: string };

/** Records the activities of an event that the live channel sends. */
async function watch(host: Host, eventId: string): Promise<Frame[]> {
  const { ticket } = await (await host.api("POST", "/auth/ws-ticket", { event_id: eventId })).json<{
    ticket: string;
  }>();
  const url = `https://usher.test/events/${eventId}/live?ticket=${ticket}`;
  const { webSocket } = await exports.default.fetch(new Request(url, { headers: { Upgrade: "websocket" } }));
  const frames: Frame[] = [];
  webSocket?.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data))));
  webSocket?.accept();
  onTestFinished(() => webSocket?.close());
  return frames;
}

/** An event with an endpoint and a monitor, whose guest is invited. @returns the readers of every surface */
async function inviteWatched(email: string) {
  const host = await signedInHost({ tier: "business" });
  const event = await makeEvent(host);
  const receiver = freshReceiver();
  const endpoint = { url: receiver.url, types: ["invitation.bounced"] };
  expect((await host.api("POST", "/webhook-endpoints", endpoint)).status).toBe(201);
  const frames = await watch(host, event.id);
  const guest = await addGuest(host, event.id, { email });
  await issueLink(host, event.id, guest.id);
  const read = async <Body>(path: string) => (await host.api("GET", `/events/${event.id}${path}`)).json<Body>();
  const bounced = "invitation.bounced";
  const surfaces = {
    guest: async () => (await read<{ delivery: object }>(`/guests/${guest.id}`)).delivery,
    list: async () => (await read<{ items: { delivery: object }[] }>("/guests")).items[0]?.delivery,
    timeline: async () =>
      (await read<{ items: Frame[] }>(`/guests/${guest.id}/timeline`)).items.find(({ cause }) => cause !== undefined),
    webhook: async () => (await receiver.taken()).find(({ type }) => type === bounced)?.data,
    live: async () => frames.find(({ type }) => type === bounced),
  };
  return { host, event, guest, surfaces, read };
}

/** Waits until every surface says the same of an invitation. */
async function expectEverywhere(
  { surfaces }: Awaited<ReturnType<typeof inviteWatched>>,
  { cause, reason }: { cause: string; reason: unknown },
): Promise<void> {
  for (const [name, read] of Object.entries(surfaces)) {
    const isActivity = name === "webhook" || name === "live";
    await eventually(async () =>
      expect([name, await read()]).toEqual([
        name,
        expect.objectContaining({ cause, reason, ...(isActivity ? {} : { status: "bounced" }) }),
      ]),
    );
  }
}

test("says the same of an address that does not exist, on every surface", async () => {
  const domain = `${crypto.randomUUID()}.example`;
  const email = `nobody@${domain}`;
  await setMailFaults({ only_to: domain, refuse: [email] });
  onTestFinished(() => clearMailFaults(domain));
  const watched = await inviteWatched(email);
  await expectEverywhere(watched, { cause: "unknown_address", reason: expect.stringMatching(/^550/) });

  const { host, event, read } = watched;
  const { id } = await makeMessage(host, event.id, { audience: "everyone", mode: "send_now" });
  await deliverBatches(await dispatch(id));
  const deliveries = await read<{ items: object[] }>(`/messages/${id}/deliveries`);
  expect(deliveries.items).toMatchObject([{ status: "bounced", cause: "unknown_address" }]);
});

test.each([
  ["Permanent", "unknown_address"],
  ["Transient", "temporary"],
])("says the same of a later report of a %s bounce, on every surface", async (type, cause) => {
  const email = `late@${crypto.randomUUID()}.example`;
  const watched = await inviteWatched(email);
  await eventually(async () => expect(await watched.surfaces.guest()).toMatchObject({ status: "sent" }));
  expect(await sendMailReport("email.bounced", email, { bounce: { type, message: "no" } })).toBe(200);
  await expectEverywhere(watched, { cause, reason: type });
});
