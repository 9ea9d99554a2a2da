import type { Texts } from "../../i18n/texts.ts";
import type { EmailContent } from "./draft.ts";
import { harmlessName, oneLine } from "./wording.ts";

/** The event's host, and the address for replies with when its owner proved it. */
export interface HostRow {
  event: { replyTo: string | null; replyToVerifiedAt: number | null };
  hostName: string;
  isHostVerified: boolean;
}

/**
 * The sender of a mail to guests: `Ana Lindqvist via Usher`, and replies to the event's own address once that is proved.
 * A host whose address is not verified, or whose name could pass for an address or a link, gets neither.
 */
export function hostSender(
  { event, hostName, isHostVerified }: HostRow,
  { format }: Pick<Texts, "format">,
): Pick<EmailContent, "fromName" | "replyTo"> {
  if (!isHostVerified) return {};
  const name = harmlessName(hostName);
  const { replyTo, replyToVerifiedAt } = event;
  return {
    ...(name === null ? {} : { fromName: oneLine(format("mail.via", { host: name })) }),
    ...(replyTo === null || replyToVerifiedAt === null ? {} : { replyTo }),
  };
}
