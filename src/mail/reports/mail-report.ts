import * as z from "zod";

/** Outcome of an email that the provider accepted. */
export interface MailReport {
  kind: "bounced" | "complained" | "delivered";
  /** The provider's ID of the email, if the report has it. */
  providerMessageId: string | null;
  addresses: string[];
  /** The number of the shard that sent the email, by its tag. 0 without the tag. */
  shard: number;
  /** The provider's term, such as `Permanent`. */
  bounceType: string | null;
  /** Whether the address has to be suppressed: not for a transient bounce, such as a full mailbox. */
  suppresses: boolean;
}

/** Maximum addresses that are read from one report. Every email of Usher has one recipient. */
const MAX_ADDRESSES = 10;

/** A map: an object would have `constructor` and other words of its prototype. */
const KINDS: ReadonlyMap<string, MailReport["kind"]> = new Map([
  ["email.bounced", "bounced"],
  ["email.complained", "complained"],
  ["email.delivered", "delivered"],
]);

const Shard = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number);

/** The tags of an email, see `hostedBackend`. The API has reported them as a list and as an object. */
const Tags = z.union([
  z.object({ shard: Shard }).transform(({ shard }) => shard),
  z.array(z.object({ name: z.string(), value: z.string() })).transform((tags) => {
    const { data = 0 } = Shard.safeParse(tags.find(({ name }) => name === "shard")?.value);
    return data;
  }),
]);

/**
 * The fields that are read of a report of the hosted mail API.
 * https://resend.com/docs/dashboard/webhooks/event-types
 */
const Report = z.object({
  type: z.string(),
  data: z.object({
    email_id: z.string().max(200).optional(),
    to: z.union([z.string().transform((address) => [address]), z.array(z.string())]).default([]),
    tags: Tags.catch(0),
    bounce: z.object({ type: z.string().optional(), subType: z.string().optional() }).optional(),
  }),
});

/** Reads a webhook's body. Null for a type that is ignored, undefined for a body that is not a report. */
export function parseMailReport(body: string): MailReport | null | undefined {
  const report = Report.safeParse(parseJson(body));
  if (!report.success) return undefined;
  const { type, data } = report.data;
  const kind = KINDS.get(type);
  if (kind === undefined) return null;
  const bounceType = data.bounce?.type ?? null;
  return {
    kind,
    providerMessageId: data.email_id ?? null,
    addresses: [...new Set(data.to.map(addressIn))].slice(0, MAX_ADDRESSES),
    shard: data.tags,
    bounceType,
    suppresses: kind === "complained" || (kind === "bounced" && bounceType?.toLowerCase() !== "transient"),
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** `Ada <ada@example.com>` → `ada@example.com` */
function addressIn(recipient: string): string {
  return /<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient;
}
