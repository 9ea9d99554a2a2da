import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { call, freshAddress, freshEmail, signedInHost } from "../support/account.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { eventually } from "../support/eventually.ts";
import { makeEvent } from "../support/guest.ts";
import { storeInvite } from "../support/invites.ts";
import { linkIn, mailsTo, mailTo } from "../support/mailbox.ts";
import { busMessage, consume } from "../support/queue.ts";

const PASSWORD = "correct horse battery staple";
const NEW_PASSWORD = "another horse, another staple";
const VERIFY = "Confirm your email address";
const RESET = "Reset your password";

function post(path: string, body: unknown, address = freshAddress()): Promise<Response> {
  return call("POST", path, body, { "CF-Connecting-IP": address });
}

async function signUp(name = "Ada Host"): Promise<string> {
  const email = freshEmail();
  expect((await post("/auth/signup", { email, password: PASSWORD, name })).status).toBe(202);
  return email;
}

async function userOf(email: string): Promise<string> {
  const id = await env.DB.prepare("select id from users where email_key = ?").bind(email).first<string>("id");
  if (id === null) throw new Error("no such user");
  return id;
}

/** The secret in the link of an email. */
function tokenIn(mail: Awaited<ReturnType<typeof mailTo>>, path: string): string {
  return linkIn(mail, path).searchParams.get("token") ?? "";
}

/**
 * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
 *   reminder, edit-link and collaborator-invite messages."
 */
test("sends an email after a sign-up, whose link verifies the address", async () => {
  const email = await signUp("Zoë 🎉 <script>");
  const mail = await mailTo(email);
  expect(mail.subject).toBe(VERIFY);
  expect(mail.text).toContain("24\u00a0hours");
  const verified = await post("/auth/verify-email", { token: tokenIn(mail, "/verify-email") });
  expect(verified.status).toBe(200);
  await eventually(async () => {
    const rows = await deliveriesTo(await userOf(email));
    expect(rows.map(({ kind, status }) => ({ kind, status }))).toEqual([{ kind: "verify_email", status: "sent" }]);
  });
  expect(await mailsTo(email)).toHaveLength(1);
});

test("emails only the owner after a sign-up with a taken address", async () => {
  const email = await signUp();
  await mailTo(email, { subject: VERIFY });
  expect((await post("/auth/signup", { email, password: PASSWORD, name: "Mallory" })).status).toBe(202);
  const mail = await mailTo(email, { subject: "You already have an account" });
  expect(mail.text).toContain("Hi,");
  expect(mail.text).not.toMatch(/Ada Host|Mallory/);
});

/**
 * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
 *   reminder, edit-link and collaborator-invite messages."
 */
test("sends an email for a forgotten password, whose link sets a new one", async () => {
  const email = await signUp();
  expect((await post("/auth/forgot-password", { email })).status).toBe(202);
  const mail = await mailTo(email, { subject: RESET });
  expect(mail.text).toContain("1\u00a0hour");
  const token = tokenIn(mail, "/reset-password");
  expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(204);
  expect((await post("/auth/login", { email, password: NEW_PASSWORD })).status).toBe(200);
});

test("sends an email when the account is locked, whose link unlocks it", async () => {
  const email = await signUp();
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await post("/auth/login", { email, password: "a wrong password" })).status).toBe(401);
  }
  const mail = await mailTo(email, { subject: "Your account is locked" });
  expect((await post("/auth/login", { email, password: PASSWORD })).status).toBe(401);
  const token = tokenIn(mail, "/reset-password");
  expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(204);
  expect((await post("/auth/login", { email, password: NEW_PASSWORD })).status).toBe(200);
});

test("skips an email whose link was used meanwhile", async () => {
  const email = await signUp();
  const mail = await mailTo(email);
  const userId = await userOf(email);
  const sent = await eventually(async () => {
    const [row] = await deliveriesTo(userId);
    expect(row?.status).toBe("sent");
    return row;
  });
  await post("/auth/verify-email", { token: tokenIn(mail, "/verify-email") });
  const outcome = await consume("usher-notifier", [
    busMessage("account.mail", { user_id: userId, kind: "verify_email", token_id: newId(Date.now()) }),
    busMessage("account.mail", { user_id: userId, kind: "reset_password", token_id: newId(Date.now()) }),
  ]);
  expect(outcome.acked).toEqual([0, 1]);
  expect((await deliveriesTo(userId)).map(({ status, reason }) => ({ status, reason }))).toEqual(
    expect.arrayContaining([
      { status: "sent", reason: null },
      { status: "suppressed", reason: "account_verified" },
      { status: "suppressed", reason: "link_replaced" },
    ]),
  );
  expect((await deliveriesTo(userId)).find(({ id }) => id === sent?.id)?.status).toBe("sent");
  expect(await mailsTo(email)).toHaveLength(1);
});

test("sends no email after the account was deleted", async () => {
  const host = await signedInHost();
  await env.DB.prepare(
    "update users set email = null, email_key = null, password_hash = null, deleted_at = 1 where id = ?",
  )
    .bind(host.id)
    .run();
  const message = busMessage("account.mail", { user_id: host.id, kind: "already_registered" });
  expect((await consume("usher-notifier", [message])).acked).toEqual([0]);
  expect(await deliveriesTo(host.id)).toEqual([]);
  expect(await mailsTo(host.email)).toEqual([]);
});

/** A pending collaborator invite. */
async function invited(options: { expiresIn?: number } = {}) {
  const host = await signedInHost({ name: "Ada Host" });
  const event = await makeEvent(host, { name: "Garden party" });
  const email = freshEmail();
  const invite = { email, invitedBy: host.id, role: "editor" as const, ...options };
  const { id: inviteId, token: value } = await storeInvite(event.id, invite);
  const body = { event_id: event.id, invite_id: inviteId, email, role: "editor" as const, invited_by: host.id };
  return { message: busMessage("collaborator_invite.send", body), email, value, inviteId };
}

/**
 * @spec 1.8 "A notifier worker sends emails and SMS: verification, password reset, invitation, confirmation,
 *   reminder, edit-link and collaborator-invite messages."
 */
test("emails a collaborator the link to the invite", async () => {
  const { message, email, value, inviteId } = await invited();
  await env.NOTIFIER_QUEUE.send(message);
  const mail = await mailTo(email);
  expect(mail.subject).toBe("Ada Host invited you to co-host Garden party");
  expect(linkIn(mail, "/invites/").href).toBe(`https://usher.test/invites/${value}`);
  expect(mail.text).toContain("editor");
  await eventually(async () =>
    expect(await deliveriesTo(inviteId)).toMatchObject([{ kind: "collaborator_invite", status: "sent" }]),
  );
});

test("emails a link unchanged that was issued before the platform secret was rotated", async () => {
  const { message, email, value } = await invited();
  const changes = {
    PLATFORM_SECRET: "another platform secret, of this test alone",
    PLATFORM_SECRET_PREVIOUS: String(env.PLATFORM_SECRET),
  };
  expect((await consume("usher-notifier", [message], { changes })).acked).toEqual([0]);
  expect(linkIn(await mailTo(email), "/invites/").href).toBe(`https://usher.test/invites/${value}`);
});

test("skips an invite that has expired or was cancelled", async () => {
  const late = await invited({ expiresIn: -1 });
  const cancelled = await invited();
  await env.DB.prepare("delete from collaborator_invites where email = ?").bind(cancelled.email).run();
  const outcome = await consume("usher-notifier", [late.message, cancelled.message]);
  expect(outcome.acked).toEqual([0, 1]);
  expect(await deliveriesTo(late.inviteId)).toMatchObject([{ status: "suppressed", reason: "link_expired" }]);
  expect(await deliveriesTo(cancelled.inviteId)).toEqual([]);
  expect(await mailsTo(late.email)).toEqual([]);
  expect(await mailsTo(cancelled.email)).toEqual([]);
});
