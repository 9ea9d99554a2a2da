import { runBatch } from "../../db/batch.ts";
import { maskEmail } from "../../kernel/email-address.ts";
import { defineMail, toHost } from "../../platform/mail/define-mail.ts";
import { findAccount } from "../../platform/mail/host-mail-queries.ts";
import { secretValidity } from "../../platform/mail/host-sender.ts";
import { findMailedSecret } from "../../platform/secrets/queries.ts";
import { secretsByHash } from "../../platform/secrets/secrets.ts";
import { accountLocked } from "./account-locked.ts";
import { alreadyRegistered } from "./already-registered.ts";
import { changeEmail } from "./change-email.ts";
import { resetPassword } from "./reset-password.ts";
import { verifyEmail } from "./verify-email.ts";

/** The emails about an account, while the account exists and the link in the email can still be used. */
export const accountMail = defineMail({
  message: "account.mail",
  kind: ({ kind }) => kind,
  purpose: "account",
  async find(ctx, { kind, user_id: userId, token_id: tokenId }) {
    const { db, clock } = ctx;
    const secrets =
      tokenId === undefined ? new Map<string, string>() : await secretsByHash(ctx, "verify_email", tokenId);
    const { accounts, stored } = await runBatch(db, {
      accounts: findAccount(db, userId),
      // All secrets of accounts have one key.
      stored: findMailedSecret(db, [...secrets.keys()], { userId }),
    });
    const [account] = accounts;
    if (account === undefined || account.email === null) return undefined;
    const newAddress = kind === "change_email" ? stored[0]?.payload.email : undefined;
    const address = newAddress ?? account.email;
    const secret = secretValidity(stored[0], secrets, clock.now());
    const { browser = null, place = null } = stored[0]?.payload ?? {};
    const request = { at: stored[0]?.createdAt ?? 0, from: { browser, place } };
    const recipient = { id: userId, address, eventId: null, guestId: null, userId, hostIds: [] };
    return { account, secret, request, recipient };
  },
  draft(ctx, { account, secret, request }, { kind }) {
    const { PUBLIC_URL } = ctx.config;
    // The name of an account without a verified address may be another person's text.
    const name = account.emailVerified ? account.name : "";
    if (kind === "already_registered") {
      const links = { loginUrl: `${PUBLIC_URL}/app/sign-in`, forgotPasswordUrl: `${PUBLIC_URL}/forgot-password` };
      return toHost(ctx, account.locale, (texts) => alreadyRegistered({ texts, name, ...links }));
    }
    if (kind === "verify_email" && account.emailVerified) return "account_verified";
    if (secret.status === "invalid") return secret.reason;
    const { value, validMinutes } = secret;
    // The secret is in the query and not in the path: request logs hold paths alone.
    const urlOf = (page: string) => `${PUBLIC_URL}/${page}?token=${value}`;
    return toHost(ctx, account.locale, (texts) => {
      const props = { texts, validMinutes };
      switch (kind) {
        case "verify_email": {
          const signUp = { signedUpAt: account.createdAt, from: account.signedUpFrom };
          return verifyEmail({
            ...props,
            ...signUp,
            verifyUrl: urlOf("verify-email"),
            rejectUrl: urlOf("not-my-account"),
          });
        }
        // Without the account's name, because the reader of the new address may be another person.
        case "change_email":
          return changeEmail({
            ...props,
            ...request,
            account: maskEmail(account.email ?? ""),
            confirmUrl: urlOf("verify-email"),
          });
        case "reset_password":
          return resetPassword({ ...props, name, resetUrl: urlOf("reset-password") });
        case "account_locked":
          return accountLocked({ ...props, name, resetUrl: urlOf("reset-password") });
      }
    });
  },
});
