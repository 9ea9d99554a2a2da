import * as z from "zod";

/** Addresses that are read of one report; every mail of ours has one recipient. */
const MAX_ADDRESSES = 10;

/**
 * The fields that are read of a report of the hosted mail API.
 * https://resend.com/docs/dashboard/webhooks/event-types
 */
const Report = z.object({
  type: z.string(),
  data: z.object({
    email_id: z.string().max(200).optional(),
    to: z.union([z.string().transform((address) => [address]), z.array(z.string())]).default([]),
    bounce: z.object({ type: z.string().optional(), subType: z.string().optional() }).optional(),
  }),
});

/** A map: an object would have `constructor` and other words of its prototype. */
const KINDS: ReadonlyMap<string, MailReport["kind"]> = new Map([
  ["email.bounced", "bounced"],
  ["email.complained", "complained"],
  ["email.delivered", "delivered"],
]);

/** What happened to a mail that the provider accepted. */
export interface MailReport {
  kind: "bounced" | "complained" | "delivered";
  /** The provider's id of the mail, if the report has it. */
  providerMessageId: string | null;
  addresses: string[];
  /** In the provider's words, such as `Permanent`. */
  bounceType: string | null;
  /** Whether the address has to be suppressed: not for a transient bounce, such as a full mailbox. */
  suppresses: boolean;
}

/** Reads a webhook's body: null for a type that is ignored, undefined for a body that is no report. */
export function parseMailReport(body: unknown): MailReport | null | undefined {
  const report = Report.safeParse(body);
  if (!report.success) return undefined;
  const { type, data } = report.data;
  const kind = KINDS.get(type);
  if (kind === undefined) return null;
  const bounceType = data.bounce?.type ?? null;
  return {
    kind,
    providerMessageId: data.email_id ?? null,
    addresses: [...new Set(data.to.map(addressIn))].slice(0, MAX_ADDRESSES),
    bounceType,
    suppresses: kind === "complained" || (kind === "bounced" && bounceType?.toLowerCase() !== "transient"),
  };
}

/** `Ada <ada@example.com>` → `ada@example.com` */
function addressIn(recipient: string): string {
  return /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient;
}
