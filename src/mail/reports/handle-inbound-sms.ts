import * as z from "zod";
import { insertWebhookEvent } from "../../billing/queries.ts";
import type { RequestContext } from "../../context.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { verifyTwilioSignature } from "../../kernel/twilio-signature.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import { deleteOptOut, insertOptOut } from "../../sending/suppression-queries.ts";

const PHONE = /^\+[1-9]\d{6,14}$/;

/** The words that carriers accept for it, as the whole message. */
const STOP = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "ARRET"]);

const START = new Set(["START", "UNSTOP", "YES"]);

/** Response to a form that is not a message. */
const UNKNOWN_MESSAGE = "This is not a message that we know.";

/** A webhook call. `target`: path and query, which the signature covers. */
interface InboundCall {
  target: string;
  signature: string | null;
  body: string;
}

/**
 * Applies a STOP or START reply to a text message, once by its ID. A STOP that the provider repeats therefore does not
 * undo a later START. Other messages are ignored.
 * @throws AppError 404 if the provider's token is not configured, 400 `invalid_signature`, `validation_failed`
 */
export async function handleInboundSms(ctx: RequestContext, call: InboundCall): Promise<void> {
  const { config } = ctx;
  const form = new URLSearchParams(call.body);
  const token = config.TWILIO_AUTH_TOKEN;
  const signed = { url: `${config.PUBLIC_URL}${call.target}`, form, signature: call.signature };
  // Without a token, any caller could stop another person's messages, so the webhook does not exist.
  if (token === undefined) throw notFound();
  if (!(await verifyTwilioSignature(token, signed))) throw new AppError("invalid_signature");
  const inbound = parseInboundSms(form);
  if (inbound === undefined) throw new AppError("validation_failed", {}, UNKNOWN_MESSAGE);
  if (inbound === null) return;
  await Promise.all(onEachShard(ctx).map((shard) => applyOnShard(shard, inbound)));
  log("info", "sms_opt_out_changed", { wish: inbound.wish });
}

async function applyOnShard({ db, clock }: RequestContext, { sid, phone, sender, wish }: InboundSms): Promise<void> {
  const now = clock.now();
  const row = { phone, sender, createdAt: now };
  try {
    await db.batch([
      insertWebhookEvent(db, `sms:${sid}`, now),
      wish === "stop" ? insertOptOut(db, row) : deleteOptOut(db, row),
    ]);
  } catch (error) {
    // It was applied before: its ID is stored, and this batch was rolled back.
    if (!isConstraintViolation(error)) throw error;
  }
}

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
const Inbound = z.object({
  MessageSid: z.string().min(1).max(100),
  From: z.string().max(100),
  To: z.string().max(100),
  Body: z.string().default(""),
});

/** A wish about text messages that arrived as one. */
interface InboundSms {
  /** The provider's ID of the message. */
  sid: string;
  /** Phone number of the sender, E.164. */
  phone: string;
  /** The number that it was sent to, E.164. */
  sender: string;
  wish: "stop" | "start";
}

/**
 * Reads a webhook's form. Null for a message that asks neither to stop nor to start, or has an invalid phone number.
 * Undefined for a form that is not a message.
 */
function parseInboundSms(form: URLSearchParams): InboundSms | null | undefined {
  const inbound = Inbound.safeParse(Object.fromEntries(form));
  if (!inbound.success) return undefined;
  const { MessageSid: sid, From: phone, To: sender, Body: text } = inbound.data;
  const wish = wishOf(text);
  return wish === null || !PHONE.test(phone) || !PHONE.test(sender) ? null : { sid, phone, sender, wish };
}

/** `Stop.`, ` STOP ALL`, `arrêt`: in any case, without accents, blanks and marks. */
function wishOf(text: string): InboundSms["wish"] | null {
  const word = text
    .slice(0, 40)
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();
  return STOP.has(word) ? "stop" : START.has(word) ? "start" : null;
}
