import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { tagKeys } from "../../../src/kernel/tag-keys.ts";
import { signedInHost } from "../../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../../support/broadcast.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { clearMailFaults, mailsTo, setMailFaults } from "../../support/mailbox.ts";
import { deliveriesOf, messageOf } from "../../support/message.ts";
import { recordingEnv } from "../../support/recording-env.ts";

beforeEach(stopScheduler);

const GUESTS = 300;
/** The attempts of a batch; a connection that breaks with every 50th email breaks for no guest twice in a row. */
const ATTEMPTS = 5;

test("sends 299 emails, each once, although one address is rejected and connections drop", async () => {
  const host = await signedInHost({ tier: "business" });
  const { eventId, guests } = await makeEventFixture(host.id, GUESTS);
  const suffix = `-${eventId}@example.com`;
  const refused = guests[123]?.email ?? "";
  await setMailFaults({ only_to: suffix, refuse: [refused], drop_every: 50 });
  try {
    const id = await dueMessage(eventId);
    let open = await dispatch(id);
    expect(open).toHaveLength(3);
    const began = Date.now();
    for (let attempts = 1; attempts <= ATTEMPTS && open.length > 0; attempts++) {
      const { retried } = await deliverBatches(open, { attempts });
      open = retried.flatMap(({ index }) => open[index] ?? []);
    }
    const seconds = (Date.now() - began) / 1000;
    console.info(`${GUESTS} mails over SMTP, four connections: ${Math.round(GUESTS / seconds)} a second`);
    expect(open).toEqual([]);

    for (const { email } of guests) expect(await mailsTo(email), email).toHaveLength(email === refused ? 0 : 1);
    const deliveries = await deliveriesOf(host, eventId, id);
    expect(deliveries).toHaveLength(GUESTS);
    const failed = deliveries.filter(({ status }) => status !== "sent");
    expect(failed).toMatchObject([{ status: "bounced", guest: { id: guests[123]?.id }, attempts: 1 }]);
    expect(failed[0]?.reason).toMatch(/^550 5\.1\.1 .*no such mailbox/);
    expect(deliveries.filter(({ attempts }) => attempts > 1).length).toBeGreaterThanOrEqual(5);
    expect((await messageOf(host, eventId, id)).status).toBe("sent");
  } finally {
    await clearMailFaults(suffix);
  }
}, 60_000);

/** Budgets for each recipient. An audience by standing reads one row more: the RSVP, when the message is sent. */
const MAX_ROWS_READ = { everyone: 8, attending: 9, pending: 9, "tag:all": 8, chosen: 8 } as const;
const MAX_ROWS_WRITTEN = 4;
const SIZES = [100, 400] as const;
const LARGEST_LIST = 5_000;
/** Of a broadcast to 5,000 guests. */
const MAX_D1_CALLS = 160;

/** Extrapolates the cost for 5,000 guests from the two sizes: a fixed part, and one for each recipient. */
function atLargestList([few = 0, many = 0]: number[]): number {
  return few + ((many - few) / (SIZES[1] - SIZES[0])) * (LARGEST_LIST - SIZES[0]);
}

test.each(["everyone", "attending", "pending", "tag:all", "chosen"] as const)(
  "costs few rows per recipient with the audience %s, so that 5,000 fit the budget",
  async (audience) => {
    const perBatch: number[] = [];
    const rows: { read: number; written: number }[] = [];
    for (const size of SIZES) {
      const host = await signedInHost({ tier: "business" });
      const { eventId } = await makeEventFixture(host.id, size);
      if (audience === "attending") {
        await env.DB.prepare(
          `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, seat, user_agent, fingerprint, submitted_at,
             updated_at)
           select event_id, id, id, 'attending', 0, 1, 'confirmed', '', '{}', 1, 1 from guests where event_id = ?`,
        )
          .bind(eventId)
          .run();
      }
      const id = await dueMessage(eventId, audience === "tag:all" || audience === "chosen" ? {} : { audience });
      if (audience === "tag:all" || audience === "chosen") {
        await env.DB.batch([
          env.DB.prepare("update messages set segment = ? where id = ?").bind(audience, id),
          env.DB.prepare("update guests set tag_keys = ? where event_id = ?").bind(tagKeys(["all"]), eventId),
          env.DB.prepare(
            "insert into message_recipients (event_id, message_id, guest_id) select event_id, ?, id from guests where event_id = ?",
          ).bind(id, eventId),
        ]);
      }
      const recording = recordingEnv();
      // The mail server is not part of the cost.
      const changes = { ...recording.env, SMTP_URL: "" };
      const batches = await dispatch(id, changes);
      for (const batch of batches) expect((await deliverBatches([batch], { changes })).acked).toEqual([0]);
      const calls = recording.recorder.calls.filter(({ target }) => target === "d1");
      const sum = (pick: (call: (typeof calls)[number]) => number) =>
        calls.reduce((total, call) => total + pick(call), 0);
      rows.push({ read: sum(({ rowsRead }) => rowsRead), written: sum(({ rowsWritten }) => rowsWritten) });
      expect(await messageOf(host, eventId, id)).toMatchObject({ status: "sent" });
      perBatch.push((calls.length - 2) / batches.length);
    }
    expect(atLargestList(rows.map(({ read }) => read)) / LARGEST_LIST).toBeLessThanOrEqual(MAX_ROWS_READ[audience]);
    expect(atLargestList(rows.map(({ written }) => written)) / LARGEST_LIST).toBeLessThanOrEqual(MAX_ROWS_WRITTEN);
    // Two calls for the claim, and the same number for each batch, however large the event is.
    const [few = 0, many] = perBatch;
    expect(many).toBe(few);
    expect(2 + few * (LARGEST_LIST / SIZES[0])).toBeLessThanOrEqual(MAX_D1_CALLS);
  },
  60_000,
);
