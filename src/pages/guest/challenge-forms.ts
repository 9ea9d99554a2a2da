import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../../http/app-env.ts";
import { STATUS_OF } from "../../http/problem-document.ts";
import { requestFacts } from "../../http/request-facts.ts";
import type { TextId, Texts } from "../../i18n/texts.ts";
import { guestLinkOf } from "../../invitations/guest-link-guard.ts";
import { AppError } from "../../kernel/errors.ts";
import { sendChallenge } from "../../risk/challenges/send-challenge.ts";
import { verifyChallenge } from "../../risk/challenges/verify-challenge.ts";
import type { ChallengeOffer } from "../../risk/refuse.ts";
import { respond } from "../page.tsx";
import { waitText } from "../problem-page.tsx";
import { setReaderHints } from "../reader-language.ts";
import {
  askHostPage,
  type CarriedFields,
  CODE_FIELDS,
  challengeChannels,
  challengePage,
  codePage,
} from "./challenge-page.tsx";
import { guestTexts } from "./guest-texts.ts";

/** A form as Hono parses it: a list for a name that is sent more than once. */
type Fields = Record<string, unknown>;

/** Longer than any masked address. */
const MAX_SENT_TO = 300;
const OF_CODE: ReadonlySet<string> = new Set(Object.values(CODE_FIELDS));

/** Errors after which the guest types the code again, or asks for another, with what to say. */
const PROBLEMS = new Map<string, TextId>([
  ["challenge_failed", "challenge.too-many"],
  ["challenge_missing", "challenge.missing"],
  ["code_expired", "challenge.expired"],
  ["validation_failed", "challenge.malformed"],
]);

/**
 * Responds to a request, or with a page that offers a code, or to ask the host, if the device must be verified.
 * @param fields of the form or link, which the page sends again, so that the RSVP is not lost
 */
export async function withChallengePage(
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
    const { challenge } = error.details as { challenge?: ChallengeOffer };
    return respond(
      c,
      challengePage({
        texts: await guestTexts(c),
        token: guestLinkOf(c).token,
        isDoubted: error.code === "access_blocked",
        ways: challenge === undefined ? [] : challengeChannels(challenge),
        carried: carriedOf(fields),
      }),
      403,
    );
  }
}

/** Sends an email to the guest, or returns a page on which the guest asks the host, if the guest cannot be emailed. */
export async function orAskHost(c: Context<AppEnv>, respondTo: () => Promise<Response>): Promise<Response> {
  try {
    return await respondTo();
  } catch (error) {
    if (!(error instanceof AppError) || !asksHost(error)) throw error;
    const text = error.code === "no_email_on_file" ? "problem.no-email" : "problem.no-email-now";
    const page = {
      texts: await guestTexts(c),
      token: guestLinkOf(c).token,
      title: "problem.no-email-title",
      text,
    } as const;
    return respond(c, askHostPage(page), STATUS_OF[error.kind] as ContentfulStatusCode);
  }
}

/** Sends a code and returns the page that asks for it. */
export async function sendCode(c: Context<AppEnv>, fields: Fields): Promise<Response> {
  const link = guestLinkOf(c);
  const channel = fields[CODE_FIELDS.channel] === "sms" ? ("sms" as const) : ("email" as const);
  const page = { token: link.token, channel, carried: carriedOf(fields) };
  try {
    const { sentTo } = await sendChallenge(c.var.ctx, link, { channel, facts: requestFacts(c) });
    return respond(c, codePage({ ...page, texts: await guestTexts(c), sentTo, problem: null }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    const texts = await guestTexts(c);
    const problem = texts.sentences([texts.format("challenge.several"), waitFor(texts, error)]);
    return respond(c, codePage({ ...page, texts, sentTo: sentToIn(fields), problem, asksHost: asksHost(error) }), 429);
  }
}

/**
 * Verifies the code of a form.
 * @returns null if the device is verified; else the page that asks again, or a redirect if the code was used before
 */
export async function refuseCode(c: Context<AppEnv>, fields: Fields): Promise<Response | null> {
  const link = guestLinkOf(c);
  // An invalid code reads no guest, so the language and its form of address come from the page.
  const form = fields[CODE_FIELDS.form] === "informal" ? "informal" : "formal";
  setReaderHints(c, { guest: String(fields[CODE_FIELDS.language] ?? ""), form });
  try {
    await verifyChallenge(c.var.ctx, link, { code: String(fields[CODE_FIELDS.code] ?? "") });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The page was reloaded: the first request with the code has verified this device.
    if (error.code === "code_used") return c.redirect(`/i/${link.token}`, 303);
    const texts = await guestTexts(c);
    const problem = problemText(texts, error);
    if (problem === null) throw error;
    const channel = fields[CODE_FIELDS.channel] === "sms" ? "sms" : "email";
    const page = { texts, token: link.token, channel, sentTo: sentToIn(fields), carried: carriedOf(fields) } as const;
    return respond(
      c,
      codePage({ ...page, problem, asksHost: asksHost(error) }),
      STATUS_OF[error.kind] as ContentfulStatusCode,
    );
  }
}

/** True if the browser stores cookies and the code was only required to open the invitation. */
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

/** True if the guest can ask the host: no email reaches the guest, or the tries of the link are used up for today. */
function asksHost({ details }: AppError): boolean {
  return details.hint === "ask_host";
}

function waitFor(texts: Texts, { details }: AppError): string {
  return waitText(texts, Number(details.retry_after));
}

function problemText(texts: Texts, error: AppError): string | null {
  return asksHost(error) ? waitFor(texts, error) : codeProblem(texts, error);
}

/** Returns what is wrong with a typed code, or null for another error. */
export function codeProblem({ format }: Texts, { code, details }: AppError): string | null {
  if (code === "wrong_code") {
    const left = Number(details.tries_left);
    return left < 1 ? format("challenge.wrong-last") : format("challenge.wrong", { count: left });
  }
  const id = PROBLEMS.get(code);
  return id === undefined ? null : format(id);
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
