import type { BatchItem } from "drizzle-orm/batch";
import { isConstraintViolation } from "../../db/failures.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { verifySvixSignature } from "../../kernel/svix-signature.ts";
import type { Services } from "../../services.ts";
import { insertWebhookEvent } from "../billing/queries.ts";
import { findReportedRecipient, reportRecipient } from "../broadcasts/report-queries.ts";
import { findReportedDelivery, insertSuppression, reportDelivery } from "../notifier/queries.ts";
import { recipientHashes } from "../notifier/recipient-hash.ts";
import { type MailReport, readMailReport } from "./mail-report.ts";
import { invalidReport, invalidSignature } from "./refusals.ts";

/** How long a mail may take to come back. Whom we have not written to in this time, a stranger cannot silence. */
export const REPORTED_WITHIN_MS = 30 * DAY_MS;

/** A webhook call as it came, with the headers of its signature. */
interface MailReportCall {
  id: string | null;
  timestamp: string | null;
  signatures: string | null;
  body: string;
}

/**
 * Applies a report of the hosted mail API: a mail that came back, or that somebody called unwanted, ends further ones
 * to the address, and its delivery says so. Signed reports count as they are, once by their id; without a secret to
 * check one by, it counts for an address that we wrote to in the last 30 days.
 * @throws AppError 400 `invalid_signature`, or for a body that is no report
 */
export async function takeMailReport(services: Services, call: MailReportCall): Promise<void> {
  const { config, clock, db } = services;
  const now = clock.now();
  const secret = config.RESEND_WEBHOOK_SECRET;
  if (secret !== undefined && !(await verifySvixSignature(secret, call, now))) throw invalidSignature();
  const report = readMailReport(parsed(call.body));
  if (report === undefined) throw invalidReport();
  if (report === null) return;
  const isSigned = secret !== undefined;
  const effects = await Promise.all(report.addresses.map((one) => effectsOn(services, one, report, isSigned)));
  const [first, ...others] = effects.flat();
  if (first === undefined) return;
  const once = isSigned && call.id !== null ? [insertWebhookEvent(db, `mail:${call.id}`, now)] : [];
  try {
    await db.batch([first, ...others, ...once]);
  } catch (error) {
    // The same report again: it was applied, and the whole batch is gone.
    if (!isConstraintViolation(error)) throw error;
  }
}

/** What a report changes for one address. */
async function effectsOn(
  { db, clock, keyring }: Services,
  address: string,
  report: MailReport,
  isSigned: boolean,
): Promise<BatchItem<"sqlite">[]> {
  const now = clock.now();
  const about = { providerMessageId: report.providerMessageId, since: now - REPORTED_WITHIN_MS };
  const key = emailKey(address);
  const [[delivery], [recipient]] = await db.batch([
    findReportedDelivery(db, await recipientHashes(keyring, address), about),
    findReportedRecipient(db, key, about),
  ]);
  if (delivery === undefined && recipient === undefined && !isSigned) return [];
  const isLater = (delivery?.at ?? 0) > (recipient?.at ?? 0);
  const isDelivery = delivery?.isNamed === 1 || (recipient?.isNamed !== 1 && isLater);
  const { kind, bounceType } = report;
  return [
    ...(isDelivery && delivery ? [reportDelivery(db, delivery.id, { status: kind, bounceType }, now)] : []),
    ...(!isDelivery && recipient
      ? [reportRecipient(db, recipient, { status: kind, reason: null, bounceType }, now)]
      : []),
    ...(report.suppresses ? [insertSuppression(db, { emailKey: key, reason: reasonOf(kind), createdAt: now })] : []),
  ];
}

function reasonOf(kind: MailReport["kind"]): "bounced" | "complained" {
  return kind === "complained" ? "complained" : "bounced";
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
