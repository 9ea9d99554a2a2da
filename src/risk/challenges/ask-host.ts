import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { challengedGuest, type OpenedInvitation, openInvitation } from "../open-invitation.ts";
import { challengeOffer } from "../refuse.ts";
import { guestWarning } from "../scored-access.ts";
import { findDayUsedUp, isAskingHost, isValid } from "./queries.ts";

/**
 * Asks the host to confirm that this browser is the guest's, for a guest whom no code reaches by email. The host confirms with the verdict
 * `legitimate` on the access. A link has one open request, and a browser asks once in 24 hours: repeating the request
 * changes nothing. Two round trips, and one more if the guest has an address.
 * @throws AppError 409 `code_available`, `device_unknown` or `already_asked`, 404 for a revoked link or a deleted
 *   event, 429
 */
export async function askHost(ctx: RequestContext, link: GuestLink, facts: RequestFacts): Promise<void> {
  const invitation = await openInvitation(ctx, link, { isShown: false });
  const { db, clock } = ctx;
  const { event, guest, token, device } = invitation;
  const { ipAddress, userAgent } = facts;
  const ids = { eventId: event.id, guestId: guest.id };
  const browser: AskingBrowser = { ...ids, tokenId: token.id, device: device.hash, ipAddress, userAgent };
  await requireNoEmail(ctx, invitation, browser);
  // The verdict verifies the ID, which the browser must send with its next requests.
  if (device.isNew) throw new AppError("device_unknown");
  const now = clock.now();
  const guard = mayAskHost(db, browser, now);
  // One email per request, and one open request per link.
  const warning = await guestWarning({ ...ids, about: "asked", at: now, key: `${token.id} ${now}` });
  // The rows of the outbox have the same condition, so they come before the mark.
  const alert = enqueue(ctx, [warning], guard);
  const { marked, requests } = await runBatch(db, {
    outbox: alert.statements,
    marked: markAsked(db, browser, now, guard),
    requests: listRequests(db, browser, now),
  });
  if (marked.length > 0) return alert.publishAfterResponse();
  if (requests.some(({ isOwn, isOpen }) => isOwn && isOpen)) return;
  throw new AppError(requests.length > 0 ? "already_asked" : "device_unknown");
}

/**
 * Requires that the guest cannot verify the device by email: with a code, or with an edit link if the event asks for no codes. A host is
 * easier to deceive. A text may not arrive: its budget is spent, or the guest replied STOP. A link whose tries of the
 * day are used up, by anyone, may ask. So may a blocked browser at an event without codes, because no edit link opens
 * the invitation there.
 * @throws AppError 409 `code_available`
 */
async function requireNoEmail(
  ctx: RequestContext,
  invitation: OpenedInvitation,
  browser: AskingBrowser,
): Promise<void> {
  const { event, guest } = invitation;
  if (!guest.isMailable) return;
  if (event.stepUpFrom === "never") {
    const [blocked] = await findBlockedAccess(ctx.db, browser);
    if (blocked !== undefined) return;
    throw new AppError("code_available", { hint: "request_edit_link" }, EDIT_LINK_AVAILABLE);
  }
  const [usedUp] = await findDayUsedUp(ctx.db, browser, ctx.clock.now());
  if (usedUp !== undefined) return;
  throw new AppError("code_available", { challenge: await challengeOffer(ctx, challengedGuest(invitation)) });
}

const EDIT_LINK_AVAILABLE = "We can email you a link to open your RSVP here. Please ask for the link.";

/** A browser that opened a guest's link. */
interface AskingBrowser {
  eventId: string;
  guestId: string;
  tokenId: string;
  /** Hash of its device ID. */
  device: string;
  ipAddress: string;
  userAgent: string;
}

/**
 * Condition: the link is valid, the browser has an access without a verdict, no request of the link is open, and the
 * browser asked nothing in 24 hours.
 */
function mayAskHost(db: Database, browser: AskingBrowser, now: number): SQL {
  const blocking = and(isRequestOf(browser, now), or(eq(accessLogs.device, browser.device), isAskingHost()));
  return sql`(${isValid(sql`${browser.tokenId}`)} and exists ${findOwnAccess(db, browser)}
    and not exists (select 1 from ${accessLogs} where ${blocking}))`;
}

/** The requests of a link in 24 hours. */
function listRequests(db: Database, browser: AskingBrowser, now: number) {
  return db
    .select({
      isOwn: sql`${accessLogs.device} is ${browser.device}`.mapWith(Boolean).as("is_own"),
      isOpen: sql`${isAskingHost()}`.mapWith(Boolean).as("is_open"),
    })
    .from(accessLogs)
    .where(isRequestOf(browser, now));
}

function isRequestOf({ eventId, guestId, tokenId }: AskingBrowser, now: number) {
  return and(
    eq(accessLogs.eventId, eventId),
    gt(accessLogs.askedAt, now - DAY_MS),
    eq(accessLogs.guestId, guestId),
    eq(accessLogs.tokenId, tokenId),
  );
}

/** The browser's last access that has no verdict. The first access of an API client has no device. */
function findOwnAccess(db: Database, { eventId, guestId, tokenId, device, ipAddress, userAgent }: AskingBrowser) {
  const isSameClient = and(
    isNull(accessLogs.device),
    eq(accessLogs.ipAddress, ipAddress),
    eq(accessLogs.userAgent, userAgent),
  );
  return db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(
      and(
        eq(accessLogs.eventId, eventId),
        eq(accessLogs.guestId, guestId),
        eq(accessLogs.tokenId, tokenId),
        eq(accessLogs.automated, false),
        or(eq(accessLogs.device, device), isSameClient),
        sql`not exists (select 1 from ${fraudFeedback} where ${fraudFeedback.accessLogId} = ${accessLogs.id})`,
      ),
    )
    .orderBy(desc(sql`${accessLogs.device} is ${device}`), desc(accessLogs.id))
    .limit(1);
}

/** Returns that access, if it was blocked. */
function findBlockedAccess(db: Database, browser: AskingBrowser) {
  const { eventId, guestId } = browser;
  const isOwn = eq(accessLogs.id, findOwnAccess(db, browser));
  return db
    .select({ id: accessLogs.id })
    .from(accessLogs)
    .where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.guestId, guestId), isOwn, eq(accessLogs.risk, "block")));
}

/**
 * Marks the browser's last access as a request to the host, if `guard` is true. An access without a device gets the
 * request's device, so that the host's verdict verifies it.
 */
function markAsked(db: Database, browser: AskingBrowser, now: number, guard: SQL) {
  const { eventId, guestId, device } = browser;
  const own = findOwnAccess(db, browser);
  return db
    .update(accessLogs)
    .set({ askedAt: now, device })
    .where(and(eq(accessLogs.eventId, eventId), eq(accessLogs.guestId, guestId), eq(accessLogs.id, own), guard))
    .returning({ id: accessLogs.id });
}
