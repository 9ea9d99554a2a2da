import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { invitationMail } from "../../../src/invitations/mails/invitation-mail.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { NotDelivered } from "../../../src/sending/deliver.ts";
import { sendMail } from "../../../src/sending/send-mail.ts";
import { type Host, requestBy, signedInHost } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { addMember } from "../../support/event-fixture.ts";
import { importCsv } from "../../support/guest-list.ts";
import { answerRequest, browserHeaders, editRequest } from "../../support/guest-requests.ts";
import { clearMailFaults, mailsTo, setMailFaults } from "../../support/mailbox.ts";
import { raceBeforeWrite, racingDatabases } from "../../support/race.ts";
import { sendMailReport } from "../../support/reports.ts";
import { cause, KINDS, type Kind } from "./kinds.ts";
import { deliver, send } from "./lab.ts";
import { run, type Scene, sceneOf } from "./scene.ts";

beforeAll(stopScheduler);

const OWN = "Bring your skates.";
const CONFIRMATION = /You're going|you're down as going/i;

/** An invited guest of an event whose confirmation has the host's text. */
async function rink() {
  const scene = await sceneOf("guest", "pro");
  await run("insert into event_texts (event_id, confirmation_body, updated_at) values (?, ?, 1)", scene.eventId, OWN);
  return { ...scene, headers: browserHeaders() };
}

type Rink = Awaited<ReturnType<typeof rink>>;

function kindOf(name: string): Kind {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}

async function reach(scene: Scene, name: "invitation" | "broadcast"): Promise<void> {
  const response = await cause(kindOf(name), scene);
  expect(response?.status).toBeLessThan(300);
  await deliver();
}

function patch({ eventId, guestId, host }: Scene, email: string, by: Host = host): Request {
  return requestBy(by, "PATCH", `/events/${eventId}/guests/${guestId}`, { email });
}

async function changeAddress(scene: Scene, email: string, by?: Host): Promise<void> {
  expect((await send(patch(scene, email, by))).status).toBe(200);
}

const freshAddress = () => `skater-${crypto.randomUUID()}@example.com`;

/** Replies yes, or edits the RSVP. @returns whether the confirmation to the address has the host's text */
async function hasOwnWords({ token, headers }: Rink, email: string): Promise<boolean> {
  const confirmations = async () => (await mailsTo(email)).filter(({ subject }) => CONFIRMATION.test(subject));
  const known = new Set((await confirmations()).map(({ id }) => id));
  const first = await send(answerRequest(token, { plus_ones: 0 }, headers));
  if (first.status !== 201) {
    expect((await send(editRequest(token, { plus_ones: 1 }, headers))).status).toBe(200);
  }
  await deliver();
  const [mail, ...more] = (await confirmations()).filter(({ id }) => !known.has(id));
  expect(more).toEqual([]);
  if (mail === undefined) throw new Error("no confirmation");
  return mail.text.includes(OWN);
}

const statusOf = ({ eventId, guestId }: Scene) =>
  env.DB.prepare("select delivery_status as status from guests where event_id = ? and id = ?")
    .bind(eventId, guestId)
    .first("status");

describe.each(["invitation", "broadcast"] as const)("host's text in a confirmation after a single %s", (name) => {
  it("appears once the mail server has accepted it, and after a report that it was delivered", async () => {
    const scene = await rink();
    await reach(scene, name);
    expect(await hasOwnWords(scene, scene.email)).toBe(true);
    expect(await sendMailReport("email.delivered", scene.email)).toBe(200);
    expect(await hasOwnWords(scene, scene.email)).toBe(true);
  });

  it("stays away while the email waits for its server, and after the server has rejected it", async () => {
    const waiting = await rink();
    await reach(waiting, name);
    for (const table of ["deliveries", "message_deliveries"]) {
      await run(`update ${table} set status = 'pending' where event_id = ?`, waiting.eventId);
    }
    expect(await hasOwnWords(waiting, waiting.email)).toBe(false);

    const rejected = await rink();
    await setMailFaults({ only_to: rejected.email, refuse: [rejected.email] });
    try {
      await reach(rejected, name);
    } finally {
      await clearMailFaults(rejected.email);
    }
    expect(await hasOwnWords(rejected, rejected.email)).toBe(false);
  });

  it("stays away at an address that a host or an editor has changed, until that address is reached too", async () => {
    const scene = await rink();
    await reach(scene, name);
    const editor = await signedInHost();
    await addMember(scene.eventId, editor.id, "editor");
    const [second, third] = [freshAddress(), freshAddress()];
    await changeAddress(scene, second);
    expect(await hasOwnWords(scene, second)).toBe(false);
    await reach(scene, "invitation");
    expect(await hasOwnWords(scene, second)).toBe(true);
    await changeAddress(scene, third, editor);
    expect(await hasOwnWords(scene, third)).toBe(false);
    await reach(scene, "broadcast");
    expect(await hasOwnWords(scene, third)).toBe(true);
  });

  it("stays away at an address that was replaced and set again, until it is reached again", async () => {
    const scene = await rink();
    await reach(scene, name);
    await changeAddress(scene, freshAddress());
    await changeAddress(scene, scene.email);
    expect(await hasOwnWords(scene, scene.email)).toBe(false);
    await reach(scene, "broadcast");
    expect(await hasOwnWords(scene, scene.email)).toBe(true);
  });

  it("appears at an address that differs only in its case", async () => {
    const scene = await rink();
    await reach(scene, name);
    await changeAddress(scene, scene.email.toUpperCase().replace("@EXAMPLE.COM", "@example.com"));
    expect(await hasOwnWords(scene, scene.email)).toBe(true);
  });

  it("stays away after a late report about the address that was replaced", async () => {
    const scene = await rink();
    await reach(scene, name);
    const second = freshAddress();
    await changeAddress(scene, second);
    expect(await sendMailReport("email.delivered", scene.email)).toBe(200);
    expect(await hasOwnWords(scene, second)).toBe(false);
    expect(await statusOf(scene)).toBeNull();
  });

  it("stays away if the email was sent between the reads and the write of the change of the address", async () => {
    const scene = await rink();
    const second = freshAddress();
    const changed = await raceBeforeWrite(patch(scene, second), () => reach(scene, name));
    expect(changed.status).toBe(200);
    expect(await mailsTo(scene.email)).toHaveLength(1);
    expect(await hasOwnWords(scene, second)).toBe(false);
  });
});

describe("invitation whose guest gets another address", () => {
  it("goes to the new address only, also if the change comes while it is rendered", async () => {
    const scene = await rink();
    await cause(kindOf("invitation"), scene);
    const second = freshAddress();
    const change = () => changeAddress(scene, second);
    const { databases } = racingDatabases(change, { beforeWriteOf: "deliveries" }, 1);
    const ctx = createRequestContext({ ...env, ...databases }, () => undefined);
    const { eventId, guestId, tokenId, email, token } = scene;
    const now = new Date().toISOString();
    const body = {
      event_id: eventId,
      guest_id: guestId,
      token_id: tokenId,
      guest_name: "",
      guest_email: email,
      host_name: "",
      event_name: "",
      event_date: now,
      issued_at: now,
      link: `https://usher.test/i/${token}`,
    };
    await expect(sendMail(ctx, invitationMail, newId(Date.now()), body)).rejects.toThrow(NotDelivered);
    await deliver();
    expect(await mailsTo(email)).toEqual([]);
    expect(await mailsTo(second)).toHaveLength(1);
    expect(await hasOwnWords(scene, second)).toBe(true);
  });
});

describe("import of a guest whom an invitation has reached", () => {
  it("changes no address: the row with the guest's own ID is skipped", async () => {
    const scene = await rink();
    await run("update guests set external_id = 'crm-1' where id = ?", scene.guestId);
    await reach(scene, "invitation");
    const second = freshAddress();
    const report = await importCsv(scene.host, scene.eventId, `name,email,external_id\nGuest 0,${second},crm-1\n`);
    expect(report).toMatchObject({ imported: 0, skipped: 1 });
    expect(await hasOwnWords(scene, scene.email)).toBe(true);
    expect(await mailsTo(second)).toEqual([]);
  });
});
