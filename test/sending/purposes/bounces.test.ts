import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { emailKey } from "../../../src/kernel/email-address.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { clearMailFaults, setMailFaults } from "../../support/mailbox.ts";
import { sendMailReport } from "../../support/reports.ts";
import { cause, KINDS, type Kind } from "./kinds.ts";
import { deliver } from "./lab.ts";
import { counterOf, outcomeOf, type Scene, sceneOf } from "./scene.ts";
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
