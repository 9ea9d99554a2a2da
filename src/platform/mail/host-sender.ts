import type { RequestContext } from "../../context.ts";
import type { secrets } from "../../db/schema/secrets.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import type { HostTexts, Texts } from "../../i18n/texts.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { type Keyring, keyedHashes } from "../../kernel/keyring.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import type { EmailContent } from "./draft.ts";

/** The event's host, and the address for replies with when its owner proved it. */
export interface HostRow {
  event: { replyTo: string | null; replyToVerifiedAt: number | null };
  /** From `shownName`. */
  hostName: string;
  isHostVerified: boolean;
}

/**
 * The sender of an email to guests: `Ana Lindqvist via Usher`, and replies to the event's own address once that is
 * verified. A host whose address is not verified gets no replies, and is `A host via Usher`.
 */
export function hostSender(
  { event, hostName, isHostVerified }: HostRow,
  texts: Pick<Texts, "format">,
): Pick<EmailContent, "fromName" | "replyTo"> {
  const { replyTo, replyToVerifiedAt } = event;
  const isAnswered = isHostVerified && replyTo !== null && replyToVerifiedAt !== null;
  return { ...viaUsher(isHostVerified ? hostName : "", texts), ...(isAnswered ? { replyTo } : {}) };
}

/**
 * The sender of what a host or co-host wrote. Never the service's own name, which would make their words the service's.
 * @param name from `shownName`, so empty if it may not be shown
 */
export function viaUsher(name: string, { format }: Pick<Texts, "format">): { fromName: string } {
  return { fromName: oneLine(name === "" ? format("mail.via-host") : format("mail.via", { host: name })) };
}

/**
 * The texts in which a host or a co-host is written to.
 * @param locale the account's; the event's for an address without an account. BCP 47
 * @throws Error while the language cannot be read: the email is tried again
 */
export function hostTexts({ catalogues }: Pick<RequestContext, "catalogues">, locale: string): Promise<HostTexts> {
  return catalogues.loadForHosts(negotiate({ chosen: locale }));
}

/** The row of an emailed secret. `usedAt` is left out for a secret that may be used more than once. */
type StoredSecret = Pick<typeof secrets.$inferInsert, "hash" | "expiresAt" | "usedAt">;

/** Whether an emailed secret can still be used, and for how many minutes. */
export type SecretValidity =
  | { status: "valid"; value: string; validMinutes: number }
  | { status: "invalid"; reason: "link_expired" | "link_replaced" | "link_used" };

/**
 * @param stored undefined when the row was deleted
 * @param secrets the secret's possible values by hash, from `secretsByHash`
 */
export function secretValidity(
  stored: StoredSecret | undefined,
  secrets: Map<string, string>,
  now: number,
): SecretValidity {
  const value = stored && secrets.get(stored.hash);
  if (stored === undefined || value === undefined) return { status: "invalid", reason: "link_replaced" };
  if ((stored.usedAt ?? null) !== null) return { status: "invalid", reason: "link_used" };
  if (stored.expiresAt <= now) return { status: "invalid", reason: "link_expired" };
  return { status: "valid", value, validMinutes: Math.max(1, Math.round((stored.expiresAt - now) / MINUTE_MS)) };
}

/**
 * Pseudonym of a recipient in the `deliveries` table: HMAC-SHA-256 of the lower-cased address, 64 hex digits. Keyed,
 * because a plain hash can be reversed by trying addresses.
 * @returns the hash under the current platform secret, then under the previous one, which older rows have
 */
export async function recipientHashes(keyring: Keyring, address: string): Promise<[string, ...string[]]> {
  return keyedHashes(await keyring.keysFor("recipient_hash"), emailKey(address));
}
