import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { sendChallenge } from "../../features/challenges/send-challenge.ts";
import { verifyChallenge } from "../../features/challenges/verify-challenge.ts";
import { guestLinkOf } from "../../features/invitations/guest-link-guard.ts";
import type { ChallengeOffer } from "../../features/risk/challenge-offer.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { STATUS_OF } from "../../http/statuses.ts";
import { AppError } from "../../kernel/errors.ts";
import { roughWait } from "../../kernel/rough-wait.ts";
import { respond } from "../page.tsx";
import { type CarriedFields, CODE_FIELDS, challengePage, codePage, noContactPage, waysOf } from "./challenge-page.tsx";

/** A form as Hono parses it: a list for a name that is sent more than once. */
type Fields = Record<string, unknown>;

/** Longer than any masked address. */
const MAX_SENT_TO = 300;
const OF_CODE: ReadonlySet<string> = new Set(Object.values(CODE_FIELDS));

/** Errors after which the guest types the code again, or asks for another, with what to say. */
const PROBLEMS = new Map([
  ["challenge_failed", "Too many wrong codes. Please ask for a new one."],
  ["challenge_missing", "Please ask for a code first."],
  ["code_expired", "This code has expired. Please ask for a new one."],
  ["validation_failed", "Please enter the six digits of the message."],
]);

/**
 * Responds to a request, or, where the service doubts the guest, with a page on which a code can be asked for.
 * @param fields of the form, or of the link: they are sent along, and the answer is not lost
 */
export async function orChallenge(
  c: Context<AppEnv>,
  fields: Fields,
  respondTo: () => Promise<Response>,
): Promise<Response> {
  try {
    return await respondTo();
  } catch (error) {
    if (!(error instanceof AppError) || !(error.code === "access_blocked" || error.code === "challenge_required")) {
      throw error;
    }
    const { challenge, reason } = error.details as { challenge?: ChallengeOffer; reason?: string };
    if (challenge === undefined) {
      if (reason === "no_contact") return respond(c, noContactPage(), 403);
      throw error;
    }
    const { token } = guestLinkOf(c);
    return respond(c, challengePage({ token, ways: waysOf(challenge), carried: carriedOf(fields) }), 403);
  }
}

/** Sends a code, and responds with the page on which it is typed. */
export async function sendCode(c: Context<AppEnv>, fields: Fields): Promise<Response> {
  const link = guestLinkOf(c);
  const channel = fields[CODE_FIELDS.channel] === "sms" ? ("sms" as const) : ("email" as const);
  const page = { token: link.token, channel, carried: carriedOf(fields) };
  try {
    const { sentTo } = await sendChallenge(c.var.ctx, link, { channel, facts: requestFacts(c) });
    return respond(c, codePage({ ...page, sentTo, problem: null }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    const wait = roughWait(Number(error.details.retry_after));
    const problem = `We've sent you several codes already. Please use the newest one, or try again ${wait}.`;
    return respond(c, codePage({ ...page, sentTo: sentToIn(fields), problem }), 429);
  }
}

/**
 * Takes the code of a form.
 * @returns null when the device is proved; else the page on which it is typed again
 */
export async function refuseCode(c: Context<AppEnv>, fields: Fields): Promise<Response | null> {
  const link = guestLinkOf(c);
  try {
    await verifyChallenge(c.var.ctx, link, { code: String(fields[CODE_FIELDS.code] ?? "") });
    // What follows sees the proof, also where it reads from a replica.
    c.set("ctx", { ...c.var.ctx, replicaDb: c.var.ctx.db });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The page was loaded again: the device that typed the code is known by now.
    if (error.code === "code_used") return c.redirect(`/i/${link.token}`, 303);
    const problem = error.code === "wrong_code" ? wrongCode(error) : PROBLEMS.get(error.code);
    if (problem === undefined) throw error;
    const channel = fields[CODE_FIELDS.channel] === "sms" ? "sms" : "email";
    const page = { token: link.token, channel, sentTo: sentToIn(fields), carried: carriedOf(fields) } as const;
    return respond(c, codePage({ ...page, problem }), STATUS_OF[error.kind] as ContentfulStatusCode);
  }
}

/** Whether the browser has a cookie to keep the proof in, and nothing but the invitation was asked for. */
export function mayRedirect(c: Context<AppEnv>, fields: Fields): boolean {
  return guestLinkOf(c).device.sent !== null && fields.intent === "open";
}

/** The invitation's page with what its link had chosen. */
export function invitationPath(token: string, fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, parameter] of [
    ["edit_nonce", "edit"],
    ["answer", "answer"],
  ] as const) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") query.set(parameter, value);
  }
  return query.size === 0 ? `/i/${token}` : `/i/${token}?${query}`;
}

function wrongCode({ details }: AppError): string {
  const left = Number(details.tries_left);
  if (left < 1) return "That's not the code, and it can't be used any more. Please ask for a new one.";
  return `That's not the code. Please check it and try again: ${left === 1 ? "one try" : `${left} tries`} left.`;
}

function carriedOf(fields: Fields): CarriedFields {
  return Object.entries(fields)
    .filter(([name]) => !OF_CODE.has(name))
    .flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (typeof one === "string" ? [[name, one] as const] : [])),
    );
}

function sentToIn(fields: Fields): string {
  return String(fields[CODE_FIELDS.sentTo] ?? "").slice(0, MAX_SENT_TO);
}
