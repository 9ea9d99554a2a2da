import type * as z from "zod";
import type { RequestContext } from "../../context.ts";
import { type Page, type PageQuery, pagerBy } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { entriesOf, isAfter } from "./entries.ts";
import {
  findAdded,
  findArrival,
  findCurrentAnswer,
  listAnswers,
  listChallenges,
  listLaterArrivals,
  listLinks,
  listMails,
  listMessages,
  listOffers,
  listOpenings,
  listReports,
  listUndone,
} from "./queries.ts";
import type { TimelineItem } from "./schemas.ts";

/**
 * Returns a guest's history, newest first: links, emails, first views, RSVPs, seats, messages and arrivals. Reads one
 * page of each long list and all rows of the short ones, in one D1 batch.
 * @throws AppError 404 for a guest of another event
 */
export async function readTimeline(
  ctx: RequestContext,
  caller: EventCaller,
  guestId: string,
  query: PageQuery,
): Promise<Page<z.output<typeof TimelineItem>>> {
  const { db } = ctx;
  const pager = pagerBy(["number", "string"], `timeline ${guestId}`, query);
  const after = pager.after && { at: pager.after[0], key: pager.after[1] };
  const guest = { eventId: caller.eventId, guestId };
  const page = { after, limit: pager.limit };
  const rows = await authorizeMember(ctx, caller, {
    added: findAdded(db, guest),
    links: listLinks(db, guest),
    mails: listMails(db, guest, page),
    messages: listMessages(db, guest, page),
    openings: listOpenings(db, guest, page),
    answers: listAnswers(db, guest),
    answer: findCurrentAnswer(db, guest),
    offers: listOffers(db, guest),
    arrivals: findArrival(db, guest),
    later: listLaterArrivals(db, guest),
    undone: listUndone(db, guest),
    challenges: listChallenges(db, guest),
    reports: listReports(db, guest),
  });
  if (rows.added.length === 0) throw notFound();
  const entries = entriesOf(rows).filter((entry) => isAfter(entry, after));
  const shown = pager.of(entries, ({ at, key }) => [at, key]);
  return { rows: shown.rows.map(({ item }) => item), nextCursor: shown.nextCursor };
}
