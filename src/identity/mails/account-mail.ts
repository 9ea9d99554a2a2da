import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { HostTexts } from "../../i18n/texts.ts";
import { type Draft, type EmailContent, type EmailRecipient, NO_RECIPIENT } from "../../platform/mail/draft.ts";
import { findAccount } from "../../platform/mail/host-mail-queries.ts";
import { hostTexts, secretValidity } from "../../platform/mail/host-sender.ts";
import { findMailedSecret } from "../../platform/secrets/queries.ts";
import { secretsByHash } from "../../platform/secrets/secrets.ts";
import { accountLocked } from "./account-locked.ts";
import { alreadyRegistered } from "./already-registered.ts";
import { changeEmail } from "./change-email.ts";
import { resetPassword } from "./reset-password.ts";
import { verifyEmail } from "./verify-email.ts";

type AccountMail = BusBody<"account.mail">;

/** An email about an account, while the account exists and the link in the mail can still be used. */
export async function draftAccountMail(ctx: RequestContext, body: AccountMail): Promise<Draft> {
  const { db, clock } = ctx;
  const secrets =
    body.token_id === undefined ? new Map<string, string>() : await secretsByHash(ctx, "verify_email", body.token_id);
  const { accounts, stored } = await runBatch(db, {
    accounts: findAccount(db, body.user_id),
    // All secrets of accounts have one key.
    stored: findMailedSecret(db, [...secrets.keys()], { userId: body.user_id }),
  });
  const [account] = accounts;
  if (account === undefined || account.email === null) return NO_RECIPIENT;
  const { kind } = body;
  const recipient = { id: account.id, address: account.email, eventId: null, guestId: null, userId: account.id };
  const ready = (write: (texts: HostTexts) => EmailContent): Draft => ({
    status: "ready",
    email: { kind, recipient, render: async () => write(await hostTexts(ctx, account.locale)) },
  });
  // The name of an account without a verified address may be another person's text.
  const name = account.emailVerified ? account.name : "";
  if (kind === "already_registered") return ready((texts) => alreadyRegisteredMail(ctx, name, texts));
  if (kind === "change_email") return draftEmailChange(ctx, stored[0], secrets, { account, recipient });
  const skip = { status: "skipped", kind, recipient } as const;
  if (kind === "verify_email" && account.emailVerified) return { ...skip, reason: "account_verified" };
  const token = secretValidity(stored[0], secrets, clock.now());
  if (token.status === "invalid") return { ...skip, reason: token.reason };
  return ready((texts) => linkMail(ctx, kind, { texts, name, account, ...token }));
}

/** Drafts the email to the new address. Leaves out the account's name, because the reader may be another person. */
function draftEmailChange(
  ctx: RequestContext,
  change: Awaited<ReturnType<typeof findMailedSecret>>[number] | undefined,
  secrets: Map<string, string>,
  of: { account: { locale: string }; recipient: EmailRecipient },
): Draft {
  const { clock, config } = ctx;
  const recipient = { ...of.recipient, address: change?.payload.email ?? of.recipient.address };
  const token = secretValidity(change, secrets, clock.now());
  if (token.status === "invalid") return { status: "skipped", kind: "change_email", recipient, reason: token.reason };
  const { value, validMinutes } = token;
  const confirmUrl = `${config.PUBLIC_URL}/verify-email?token=${value}`;
  const render = async () => changeEmail({ texts: await hostTexts(ctx, of.account.locale), confirmUrl, validMinutes });
  return { status: "ready", email: { kind: "change_email", recipient, render } };
}

function alreadyRegisteredMail({ config }: RequestContext, name: string, texts: HostTexts): EmailContent {
  return alreadyRegistered({
    texts,
    name,
    loginUrl: `${config.PUBLIC_URL}/app/sign-in`,
    forgotPasswordUrl: `${config.PUBLIC_URL}/forgot-password`,
  });
}

interface LinkFacts {
  texts: HostTexts;
  name: string;
  account: Awaited<ReturnType<typeof findAccount>>[number];
  value: string;
  validMinutes: number;
}

/** The secret is in the query and not in the path: request logs hold paths alone. */
function linkMail(
  { config }: RequestContext,
  kind: Exclude<AccountMail["kind"], "already_registered" | "change_email">,
  { texts, name, account, value, validMinutes }: LinkFacts,
): EmailContent {
  if (kind === "verify_email") {
    return verifyEmail({
      ...{ texts, validMinutes, signedUpAt: account.createdAt, from: account.signedUpFrom },
      verifyUrl: `${config.PUBLIC_URL}/verify-email?token=${value}`,
      rejectUrl: `${config.PUBLIC_URL}/not-my-account?token=${value}`,
    });
  }
  const resetUrl = `${config.PUBLIC_URL}/reset-password?token=${value}`;
  return kind === "reset_password"
    ? resetPassword({ texts, name, resetUrl, validMinutes })
    : accountLocked({ texts, name, resetUrl, validMinutes });
}
