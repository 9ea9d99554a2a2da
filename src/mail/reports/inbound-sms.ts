import * as z from "zod";

const PHONE = /^\+[1-9]\d{6,14}$/;

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
const Inbound = z.object({
  MessageSid: z.string().min(1).max(100),
  From: z.string().max(100),
  To: z.string().max(100),
  Body: z.string().default(""),
});

/** The words that carriers take for it, alone in a message. */
const STOP = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "ARRET"]);
const START = new Set(["START", "UNSTOP", "YES"]);

/** A wish about text messages that arrived as one. */
export interface InboundSms {
  /** The provider's id of the message. */
  sid: string;
  /** Who sent it, E.164. */
  phone: string;
  /** The number that it was sent to, E.164. */
  sender: string;
  wish: "stop" | "start";
}

/** Reads a webhook's form: null for a message that is no wish or comes from no number, undefined for no message at all. */
export function parseInboundSms(form: URLSearchParams): InboundSms | null | undefined {
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
