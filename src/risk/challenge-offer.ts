import type { RequestContext } from "../context.ts";
import { maskEmail } from "../kernel/email-address.ts";
import { isEnabled } from "../platform/flags/flags.ts";
import type { StepUpBand } from "../platform/risk-bands/bands.ts";
import { type TextedEvent, textTarget } from "../sending/text-rules.ts";

export const CHALLENGE_CHANNELS = ["email", "sms"] as const;

export type ChallengeChannel = (typeof CHALLENGE_CHANNELS)[number];

/** Where a guest can be reached, and whether the event asks for codes at all. */
export interface ChallengedGuest extends TextedEvent {
  hostId: string;
  stepUpFrom: StepUpBand;
  email: string | null;
  phone: string | null;
}

/** Whether there is anywhere to send this guest a code. */
export function hasContact({ email, phone }: Pick<ChallengedGuest, "email" | "phone">): boolean {
  return email !== null || phone !== null;
}

/** The band from which this guest is asked for a code. Who has nowhere to get one is let in below block: a doubt is no proof. */
export function stepUpBandOf(guest: Pick<ChallengedGuest, "stepUpFrom" | "email" | "phone">): StepUpBand {
  return guest.stepUpFrom === "never" || hasContact(guest) ? guest.stepUpFrom : "block";
}

/**
 * The guest's phone, if texts can be sent to it. Without a provider they are only logged: a code would never arrive. Who has
 * neither such a phone nor an address is asked for no code.
 */
export async function phoneForCodes(
  ctx: RequestContext,
  { hostId, phone, ...event }: Pick<ChallengedGuest, "hostId" | "phone" | keyof TextedEvent>,
): Promise<string | null> {
  if (phone === null || ctx.sms.name === "log" || !(await isEnabled(ctx, "sms", hostId))) return null;
  return typeof (await textTarget(ctx, event, phone)) === "string" ? null : phone;
}

/** How a guest can prove who asks, as a refusal has it: `sent_to` is masked. */
export interface ChallengeOffer {
  channels: ChallengeChannel[];
  sent_to: Partial<Record<ChallengeChannel, string>>;
}

/**
 * The ways to send a guest a code: to the address on file, and to the phone where texts can be sent. Null where there is
 * none, or the event asks for no codes.
 */
export async function challengeOffer(ctx: RequestContext, guest: ChallengedGuest): Promise<ChallengeOffer | null> {
  const { stepUpFrom, email } = guest;
  if (stepUpFrom === "never") return null;
  const phone = await phoneForCodes(ctx, guest);
  const sentTo = {
    ...(email === null ? {} : { email: maskEmail(email) }),
    ...(phone === null ? {} : { sms: maskPhone(phone) }),
  };
  const channels = CHALLENGE_CHANNELS.filter((channel) => channel in sentTo);
  return channels.length === 0 ? null : { channels, sent_to: sentTo };
}

/** `+4915112345678` → `+49•••78`: recognisable for its owner only. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}•••${phone.slice(-2)}`;
}
