import * as z from "zod";

/** Addresses that one report may name: every mail of ours goes to one. */
const MAX_ADDRESSES = 10;

/**
 * The part that matters here of a report of the hosted mail API; the rest is let through.
 * https://resend.com/docs/dashboard/webhooks/event-types
 */
const Report = z.object({
  type: z.string(),
  data: z.object({
    email_id: z.string().max(200).optional(),
    to: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
    bounce: z.object({ type: z.string().optional(), subType: z.string().optional() }).optional(),
  }),
});

const KINDS: Record<string, MailReport["kind"]> = {
  "email.bounced": "bounced",
  "email.complained": "complained",
  "email.delivered": "delivered",
};

/** What became of a mail after the server had taken it. */
export interface MailReport {
  kind: "bounced" | "complained" | "delivered";
  /** The provider's id of the mail, if it says. */
  providerMessageId: string | null;
  addresses: string[];
  /** As the provider names it, such as `Permanent`. */
  bounceType: string | null;
  /** Whether the address must be left alone from now on: not when a mailbox is full for the time being. */
  suppresses: boolean;
}

/** The report in a webhook's body: null for one that tells nothing that matters, undefined for what is none. */
export function readMailReport(body: unknown): MailReport | null | undefined {
  const report = Report.safeParse(body);
  if (!report.success) return undefined;
  const { type, data } = report.data;
  const kind = KINDS[type];
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
