import type * as z from "zod";
import { pageOf, readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
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
 * What happened with a guest, newest first: links, mails, openings, answers, seats, messages and arrivals. Reads a page of each
 * long list, and the short ones whole, in one database call.
 * @throws AppError 404 for a guest of another event
 */
export async function readTimeline(
  ctx: RequestContext,
  caller: EventCaller,
  guestId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ rows: z.output<typeof TimelineItem>[]; nextCursor: string | null }> {
  const { db } = ctx;
  const list = `timeline ${guestId}`;
  const cursor = readCursor(query.cursor, ["number", "string"], list);
  const after = cursor === null ? null : { at: Number(cursor[0]), key: String(cursor[1]) };
  const guest = { eventId: caller.eventId, guestId };
  const page = { after, limit: query.limit + 1 };
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
  const shown = pageOf(entries, query.limit, ({ at, key }) => [at, key], list);
  return { rows: shown.rows.map(({ item }) => item), nextCursor: shown.nextCursor };
}
