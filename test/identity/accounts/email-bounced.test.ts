import { beforeAll, describe, expect, it } from "vitest";
import { cause, KINDS } from "../../sending/purposes/kinds.ts";
import { deliver } from "../../sending/purposes/lab.ts";
import { run, sceneOf } from "../../sending/purposes/scene.ts";
import type { Host } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { clearMailFaults, mailsTo, setMailFaults } from "../../support/mailbox.ts";
import { sendMailReport } from "../../support/reports.ts";

beforeAll(stopScheduler);

async function emailBounced(host: Host): Promise<boolean> {
  return (await (await host.api("GET", "/me")).json<{ email_bounced: boolean }>()).email_bounced;
}

/** Sends the host an email of a kind, by name. */
async function mail(scene: Awaited<ReturnType<typeof sceneOf>>, name: string): Promise<void> {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  await cause(kind, scene);
  await deliver();
}

/** Sends it while the mail server knows no such address. */
async function rejected(scene: Awaited<ReturnType<typeof sceneOf>>, name: string): Promise<void> {
  const { email } = scene.host;
  await setMailFaults({ only_to: email, refuse: [email] });
  try {
    await mail(scene, name);
  } finally {
    await clearMailFaults(email);
  }
}

const PERMANENT = { bounce: { type: "Permanent" } };

describe("GET /me", () => {
  it("returns email_bounced once the mail server has rejected an email, until it accepts the next", async () => {
    const scene = await sceneOf("host", "free");
    expect(await emailBounced(scene.host)).toBe(false);
    await rejected(scene, "password reset");
    expect(await emailBounced(scene.host)).toBe(true);
    await mail(scene, "sign-up with a known address");
    expect(await emailBounced(scene.host)).toBe(false);
    expect(await mailsTo(scene.host.email)).toHaveLength(1);
  });

  it("returns email_bounced after a report of a bounce, and the next email is sent all the same", async () => {
    const scene = await sceneOf("host", "free");
    await mail(scene, "password reset");
    expect(await sendMailReport("email.delivered", scene.host.email)).toBe(200);
    expect(await emailBounced(scene.host)).toBe(false);
    expect(await sendMailReport("email.bounced", scene.host.email, PERMANENT)).toBe(200);
    expect(await emailBounced(scene.host)).toBe(true);
    await mail(scene, "sign-up with a known address");
    expect(await emailBounced(scene.host)).toBe(false);
    expect(await mailsTo(scene.host.email)).toHaveLength(2);
  });

  it.each(["alert", "test email"])("returns no email_bounced after a bounce of another purpose: %s", async (name) => {
    const scene = await sceneOf("host", "free");
    await rejected(scene, name);
    await mail(scene, name);
    expect(await sendMailReport("email.bounced", scene.host.email, PERMANENT)).toBe(200);
    expect(await emailBounced(scene.host)).toBe(false);
  });

  it("returns email_bounced of the present address, and neither of an earlier nor of a requested one", async () => {
    const scene = await sceneOf("somebody", "free");
    await rejected(scene, "password reset");
    await run("update users set email = ?1, email_key = ?1 where id = ?2", `moved-${scene.email}`, scene.host.id);
    expect(await emailBounced(scene.host)).toBe(false);

    const other = await sceneOf("somebody", "free");
    await setMailFaults({ only_to: other.email, refuse: [other.email] });
    try {
      await mail(other, "change of an address");
    } finally {
      await clearMailFaults(other.email);
    }
    expect(await emailBounced(other.host)).toBe(false);
  });
});
