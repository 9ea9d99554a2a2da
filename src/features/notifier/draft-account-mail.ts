import type { BusBody } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Draft, type MailText, NOBODY } from "./draft.ts";
import { mailedForms } from "./mailed-secret.ts";
import { findAccount, findAccountToken } from "./queries.ts";
import { roleCondition } from "./standing.ts";
import { accountLocked } from "./templates/account-locked.ts";
import { alreadyRegistered } from "./templates/already-registered.ts";
import { resetPassword } from "./templates/reset-password.ts";
import { verifyEmail } from "./templates/verify-email.ts";

type AccountMail = BusBody<"account.mail">;

/** A mail about an account, while the account stands and the link in the mail would still do something. */
export async function draftAccountMail(ctx: RequestContext, body: AccountMail): Promise<Draft> {
  const { db, clock, keyring } = ctx;
  const forms =
    body.token_id === undefined
      ? new Map<string, string>()
      : await mailedForms(await keyring.keysFor("one_time_token"), body.token_id);
  const [[account], tokens] = await db.batch([
    findAccount(db, body.user_id),
    findAccountToken(db, body.user_id, [...forms.keys()]),
  ]);
  if (account === undefined || account.email === null) return NOBODY;
  const { kind } = body;
  const recipient = { id: account.id, address: account.email, eventId: null, guestId: null, userId: account.id };
  const outboxEntries = (write: () => MailText): Draft => ({
    status: "owed",
    letter: { kind, recipient, write: async () => write() },
  });
  if (kind === "already_registered") return outboxEntries(() => alreadyRegisteredMail(ctx, account.name));
  const refuse = { status: "withheld", kind, recipient } as const;
  if (kind === "verify_email" && account.emailVerified) return { ...refuse, reason: "account_verified" };
  const token = roleCondition(tokens[0], forms, clock.now());
  if (token.status === "over") return { ...refuse, reason: token.reason };
  return outboxEntries(() => linkMail(ctx, kind, account.name, token));
}

function alreadyRegisteredMail({ config }: RequestContext, name: string): MailText {
  return alreadyRegistered({
    name,
    loginUrl: `${config.PUBLIC_URL}/login`,
    forgotPasswordUrl: `${config.PUBLIC_URL}/forgot-password`,
  });
}

/** The secret is in the query and not in the path, so that no log of routes can hold it. */
function linkMail(
  { config }: RequestContext,
  kind: Exclude<AccountMail["kind"], "already_registered">,
  name: string,
  { value, validMinutes }: { value: string; validMinutes: number },
): MailText {
  if (kind === "verify_email") {
    return verifyEmail({ name, verifyUrl: `${config.PUBLIC_URL}/verify-email?token=${value}`, validMinutes });
  }
  const resetUrl = `${config.PUBLIC_URL}/reset-password?token=${value}`;
  return kind === "reset_password"
    ? resetPassword({ name, resetUrl, validMinutes })
    : accountLocked({ name, resetUrl, validMinutes });
}
