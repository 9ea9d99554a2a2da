import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { commit, deniedOr } from "../../platform/commit/commit.ts";
import { logChange } from "../accounts/log-change.ts";
import { credentialNotices } from "../notices/account-notices.ts";
import { findAuthentication, hasConfirmedTotp, replaceRecoveryCodes } from "./queries.ts";
import { requireStepUpFor } from "./require-step-up.ts";

/** Number of codes per account. */
const COUNT = 10;

/** Crockford's base32: no I, L, O or U, which people confuse with other characters. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const GROUPS = 5;

const GROUP_LENGTH = 5;

const CODE_LENGTH = GROUPS * GROUP_LENGTH;

/**
 * Returns ten codes of 125 random bits, such as `7KQ2M-0XD9T-…`. They are so long that a plain hash is enough: a copy
 * of the database does not help to guess them.
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const random = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
    // 256 is a multiple of 32, so every character is as likely.
    const characters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    return characters.replaceAll(new RegExp(`(.{${GROUP_LENGTH}})(?=.)`, "g"), "$1-");
  });
}

/** The stored form of a code, however it was typed: case, spaces and dashes do not count, nor O for 0 and I or L for 1. */
export function recoveryCodeHash(code: string): Promise<string> {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, "");
  return sha256Hex(typed.replaceAll("O", "0").replaceAll(/[IL]/g, "1"));
}

/**
 * Replaces the caller's recovery codes: the previous codes stop working. Emails the owner.
 * @returns the codes, which are stored as hashes and never shown again
 * @throws AppError 403 `step_up_required`, 409 `totp_missing` without an authenticator app
 */
export async function renewRecoveryCodes(ctx: RequestContext, caller: Caller): Promise<string[]> {
  const { accountsDb: db, clock } = ctx;
  const { userId } = caller;
  const { user, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { authentication: findAuthentication(db, caller) },
  );
  await requireStepUpFor("recovery_code", ctx, caller, authentication);
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map(recoveryCodeHash));
  const notices = credentialNotices(ctx, "recovery_code", [userId], { detail: "recovery_codes_renewed" });
  await commit(ctx, {
    by: user,
    guard: [hasConfirmedTotp(db, userId)],
    changes: {
      codes: replaceRecoveryCodes(db, userId, hashes, clock.now()),
      logged: logChange(ctx, userId, "recovery_code_created", userId),
    },
    messages: notices,
    at: clock.now(),
    lost: deniedOr(ctx, user, "totp_missing"),
  });
  return codes;
}
