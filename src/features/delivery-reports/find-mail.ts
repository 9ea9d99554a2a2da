import type { Statement } from "../../db/client.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import type { RequestContext } from "../../request-context.ts";
import { findReportedRecipient, reportRecipient } from "../broadcasts/report-queries.ts";
import { findReportedDelivery, reportDelivery } from "../notifier/queries.ts";
import { recipientHashes } from "../notifier/recipient-hash.ts";
import type { MailReport } from "./mail-report.ts";

/** How long a mail may take to come back. Whom we have not written to in this time, a stranger cannot silence. */
export const REPORTED_WITHIN_MS = 30 * DAY_MS;

/** A mail to an address that a report may be about. */
interface Mail {
  shard: number;
  /** 1: by the provider's own id. */
  isNamed: number;
  at: number;
  note: Statement;
}

/** An address that was reported, and the mail that the report is about. */
export interface Reported {
  emailKey: string;
  mail: Mail | undefined;
}

/** The mail that a report on an address is about: the one that it names, else the newest, in whatever shard. */
export async function findMail(
  places: readonly RequestContext[],
  address: string,
  report: MailReport,
): Promise<Reported> {
  const key = emailKey(address);
  const found = await Promise.all(places.map((place) => findMailIn(place, { address, key }, report)));
  const [mail] = found.flat().sort((a, b) => b.isNamed - a.isNamed || b.at - a.at);
  return { emailKey: key, mail };
}

async function findMailIn(
  { db, shard, clock, keyring }: RequestContext,
  { address, key }: { address: string; key: string },
  { providerMessageId, kind, bounceType }: MailReport,
): Promise<Mail[]> {
  const now = clock.now();
  const about = { providerMessageId, since: now - REPORTED_WITHIN_MS };
  const [deliveries, recipients] = await db.batch([
    findReportedDelivery(db, await recipientHashes(keyring, address), about),
    findReportedRecipient(db, key, about),
  ]);
  const news = { status: kind, reason: null, bounceType };
  return [
    ...deliveries.map(({ id, ...mail }) => ({ ...mail, shard, note: reportDelivery(db, id, news, now) })),
    ...recipients.map(({ isNamed, at, ...who }) => ({
      isNamed,
      at,
      shard,
      note: reportRecipient(db, who, news, now),
    })),
  ];
}
