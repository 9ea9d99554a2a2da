import type { Statement } from "../../db/client.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import type { RequestContext } from "../../request-context.ts";
import { findReportedRecipient, reportRecipient } from "../broadcasts/report-queries.ts";
import { findReportedDelivery, reportDelivery } from "../notifier/queries.ts";
import { recipientHashes } from "../notifier/recipient-hash.ts";
import type { MailReport } from "./mail-report.ts";

/** Unsigned reports count for addresses that were sent something in this time: a stranger cannot suppress any other. */
export const REPORT_WINDOW_MS = 30 * DAY_MS;

/** A delivery that a report may be about. */
interface ReportedMail {
  shard: number;
  /** 1 when it has the provider's id, else 0. */
  matchesId: number;
  /** Epoch milliseconds. */
  at: number;
  /** The statement that applies the report to it. */
  update: Statement;
}

/** An address of a report, and the delivery that the report is about. */
export interface ReportedAddress {
  emailKey: string;
  mail: ReportedMail | undefined;
}

/** The delivery that a report on an address is about, on any shard: the one with the provider's id, else the newest. */
export async function findReportedMail(
  shards: readonly RequestContext[],
  address: string,
  report: MailReport,
): Promise<ReportedAddress> {
  const key = emailKey(address);
  const found = await Promise.all(shards.map((shard) => findReportedMailOnShard(shard, { address, key }, report)));
  const [mail] = found.flat().sort((a, b) => b.matchesId - a.matchesId || b.at - a.at);
  return { emailKey: key, mail };
}

async function findReportedMailOnShard(
  { db, shard, clock, keyring }: RequestContext,
  { address, key }: { address: string; key: string },
  { providerMessageId, kind, bounceType }: MailReport,
): Promise<ReportedMail[]> {
  const now = clock.now();
  const query = { providerMessageId, since: now - REPORT_WINDOW_MS };
  const [deliveries, recipients] = await db.batch([
    findReportedDelivery(db, await recipientHashes(keyring, address), query),
    findReportedRecipient(db, key, query),
  ]);
  const applied = { status: kind, reason: null, bounceType };
  return [
    ...deliveries.map(({ id, ...mail }) => ({ ...mail, shard, update: reportDelivery(db, id, applied, now) })),
    ...recipients.map(({ matchesId, at, ...key }) => ({
      matchesId,
      at,
      shard,
      update: reportRecipient(db, key, applied, now),
    })),
  ];
}
