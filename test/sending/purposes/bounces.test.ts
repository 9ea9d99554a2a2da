import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { emailKey } from "../../../src/kernel/email-address.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { askForCode } from "../../support/challenges.ts";
import { answerRequest, browserHeaders, editRequest } from "../../support/guest-requests.ts";
import { clearMailFaults, setMailFaults } from "../../support/mailbox.ts";
import { sendMailReport } from "../../support/reports.ts";
import { cause, KINDS, type Kind } from "./kinds.ts";
import { deliver, send } from "./lab.ts";
import { counterOf, outcomeOf, run, type Scene, sceneOf } from "./scene.ts";
import { TABLE } from "./table.ts";

beforeAll(stopScheduler);

/** A scene in which an email of the kind is about to be sent. */
async function caused(kind: Kind): Promise<Scene> {
  const scene = await sceneOf(kind.whom, kind.isPaid ? "pro" : "free");
  await kind.prepare?.(scene);
  await cause(kind, scene);
  return scene;
}

/** The bounces that the host of a scene has. Lost links are of several hosts and come from Usher, so they count for none. */
function demandedBounces({ purpose, kind }: Kind): number {
  return TABLE[purpose].bounceCounts && kind !== "lost_links" ? 1 : 0;
}

const isSuppressed = async ({ email }: Scene) =>
  (await env.DB.prepare("select count(*) as n from suppressions where email_key = ? and reason = 'bounced'")
    .bind(emailKey(email))
    .first("n")) === 1;

describe("email to an address that does not exist", () => {
  test.each(Object.entries(KINDS))(
    "counts for the host as its purpose says, if the mail server rejects it: %s",
    async (_, kind) => {
      const scene = await caused(kind);
      await setMailFaults({ only_to: scene.email, refuse: [scene.email] });
      try {
        await deliver();
      } finally {
        await clearMailFaults(scene.email);
      }
      const row = { kind: kind.kind, purpose: kind.purpose, channel: "email" };
      const rejected = { ...row, status: "failed", reason: expect.stringMatching(/^550 5\.1\.1/) };
      expect(await outcomeOf(kind.kind, scene)).toEqual({ arrived: 0, stored: [rejected] });
      expect(await counterOf(scene, "bounced")).toBe(demandedBounces(kind));
    },
  );

  test.each(Object.entries(KINDS))(
    "counts and is suppressed as its purpose says, if a report says it: %s",
    async (_, kind) => {
      const scene = await caused(kind);
      await deliver();
      const [{ status } = {}] = (await outcomeOf(kind.kind, scene)).stored;
      expect(status).toBe("sent");
      expect(await sendMailReport("email.bounced", scene.email, { bounce: { type: "Permanent" } })).toBe(200);
      const row = { kind: kind.kind, purpose: kind.purpose, channel: "email" };
      expect((await outcomeOf(kind.kind, scene)).stored).toMatchObject([{ ...row, status: "bounced" }]);
      expect(await counterOf(scene, "bounced")).toBe(demandedBounces(kind));
      expect(await isSuppressed(scene)).toBe(kind.purpose !== "account");
    },
  );
});

/** Causes six emails to the guest, as the guest. */
async function causeMany({ token }: Scene): Promise<void> {
  const headers = browserHeaders();
  expect((await send(answerRequest(token, {}, headers))).status).toBe(201);
  await deliver();
  for (const plusOnes of [0, 2, 3]) {
    expect((await send(editRequest(token, { plus_ones: plusOnes }, headers))).status).toBe(200);
    await deliver();
  }
  expect((await send(askForCode(token, headers))).status).toBe(202);
  const link = new Request(`https://usher.test/access/${token}/request-edit-link`, { method: "POST", headers });
  expect((await send(link)).status).toBe(202);
  await deliver();
}

/** A host whose next two bounces lead to a pause. */
async function hostNearPause(): Promise<Scene> {
  const scene = await sceneOf("guest", "free");
  await run(
    "insert into sending_hours (user_id, hour, bounced) values (?, ?, 8) on conflict do update set bounced = 8",
    scene.host.id,
    Math.floor(Date.now() / HOUR_MS),
  );
  return scene;
}

async function isPaused({ host }: Scene): Promise<boolean> {
  return (await env.DB.prepare("select 1 from sending_pauses where user_id = ?").bind(host.id).first()) !== null;
}

describe("guest with a link and an address that does not exist", () => {
  test("counts as one bounce per day, if the mail server rejects six emails", async () => {
    const scene = await hostNearPause();
    await setMailFaults({ only_to: scene.email, refuse: [scene.email] });
    try {
      await causeMany(scene);
    } finally {
      await clearMailFaults(scene.email);
    }
    const { stored } = await outcomeOf("confirmation", scene);
    expect(stored.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "failed"));
    expect(await counterOf(scene, "bounced")).toBe(9);
    expect(await isPaused(scene)).toBe(false);
  });

  test.each([
    ["bounced", { bounce: { type: "Permanent" } }],
    ["complained", {}],
  ] as const)("counts once per day, if reports say that each email has %s", async (kind, more) => {
    const scene = await hostNearPause();
    await causeMany(scene);
    const { results } = await env.DB.prepare("select provider_message_id as id from deliveries where guest_id = ?")
      .bind(scene.guestId)
      .all<{ id: string }>();
    expect(results).toHaveLength(6);
    for (const { id } of results) await sendMailReport(`email.${kind}`, scene.email, { email_id: id, ...more });
    expect(await counterOf(scene, kind)).toBe(kind === "bounced" ? 9 : 1);
    expect(await isPaused(scene)).toBe(false);
  });
});
