import { and, eq, ne, sql } from "drizzle-orm";
import type { BusBody } from "../../../proto/bus/messages.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { guests } from "../../db/schema/guests.ts";
import { defineMail, toHost } from "../../platform/mail/define-mail.ts";
import { alertContentFor, settingsOf, wantsRiskAlert } from "./alert-settings.ts";
import { type EventAlertProps, eventAlert, isAboutPassedOver } from "./event-alert.ts";
import {
  countPassedOver,
  listAlerted,
  listAnswers,
  type listMembers,
  listUndelivered,
  listWaiting,
} from "./queries.ts";

/** Maximum lines of one list in an email. "And more" counts the rest. */
const MAX_LINES = 50;

/** An alert to a member who still has the role and still wants it, if there is anything to tell. */
export const alertMail = defineMail({
  message: "alert.send",
  kind: "event_alert",
  purpose: "member",
  async find({ db }, body) {
    const { event_id: eventId, member_id: userId, guest_id: guestId } = body;
    const span = { since: Date.parse(body.since_at), until: Date.parse(body.until_at) };
    const { members, answers, waiting, passed, lost, guests } = await runBatch(db, {
      members: listAlerted(db, eventId, userId),
      answers: listAnswers(db, eventId, span, MAX_LINES + 1),
      waiting: listWaiting(db, eventId, span, MAX_LINES + 1),
      passed: countPassedOver(db, eventId, span),
      lost: body.kind === "daily" ? [listUndelivered(db, eventId, span, MAX_LINES + 1)] : [],
      guests: guestId === undefined ? [] : [findWarnedGuest(db, eventId, guestId)],
    });
    const [member] = members;
    const address = member?.email ?? null;
    if (member === undefined || address === null) return undefined;
    const happened = { answers, waiting, passed, lost: lost.flat(), guest: guests.flat()[0] ?? null };
    const content = toldTo(member, body, happened);
    const recipient = { id: userId, address, eventId, guestId: null, userId, hostIds: [] };
    return content && { member, content, recipient };
  },
  draft(ctx, { member, content }, { event_id: eventId }) {
    const { eventName, timezone, name, locale } = member;
    return toHost(ctx, locale, (texts, unsubscribeUrl) => {
      const eventUrl = `${ctx.config.PUBLIC_URL}/app/events/${eventId}${screenOf(content)}`;
      const event = { name: eventName, timeZone: timezone };
      return eventAlert({ texts, ...content, event, memberName: name, eventUrl, unsubscribeUrl });
    });
  },
});

type Told = Pick<EventAlertProps, "about" | "answers" | "waiting" | "passed" | "lost" | "access">;

/** The screen of the console that shows a risky access or passed-over parties. Empty for news, which lead to the event's home. */
function screenOf({ access, ...news }: Told): string {
  if (access === null) return isAboutPassedOver(news) ? "/settings/seats" : "";
  if (isOfNetwork(access.about)) return "/safety#reply-networks";
  return `/safety?accesses=${access.about === "asked" ? "asked" : access.isBlocked ? "block" : "high"}`;
}

function isOfNetwork(about: BusBody<"alert.send">["about"]): boolean {
  return about === "replies" || about === "undone";
}

interface AlertActivity extends Pick<Told, "answers" | "waiting" | "passed" | "lost"> {
  guest: { name: string; isUnreachable: boolean } | null;
}

/** Returns the activities that the member wants. Undefined if there are none. */
function toldTo(member: AlertMember, body: BusBody<"alert.send">, happened: AlertActivity): Told | undefined {
  const settings = settingsOf(member.settings, member.userId === member.hostId);
  const { kind, risk, about, replies = 0 } = body;
  if (kind === "risk") {
    const guest = isOfNetwork(about) ? { name: "", isUnreachable: false } : happened.guest;
    if (risk === undefined || guest === null || !wantsRiskAlert(settings, risk)) return undefined;
    const { name: guestName, isUnreachable } = guest;
    const isBlocked = risk === "block";
    const access = { about, guestName, isUnreachable, replies, isBlocked, at: Date.parse(body.since_at) };
    return { about: "risk", answers: [], waiting: [], passed: [], lost: [], access };
  }
  const news = alertContentFor(settings, kind, happened);
  return news === null ? undefined : { ...news, about: kind, access: null };
}

type AlertMember = Awaited<ReturnType<typeof listMembers>>[number];

/** A guest's name, and whether a code cannot be sent to the guest. */
function findWarnedGuest(db: Database, eventId: string, guestId: string) {
  return db
    .select({
      name: guests.name,
      isUnreachable: sql<boolean>`${guests.email} is null and ${guests.phone} is null`
        .mapWith(Boolean)
        .as("is_unreachable"),
    })
    .from(guests)
    .where(and(eq(guests.eventId, eventId), eq(guests.id, guestId), ne(guests.name, "")))
    .limit(1);
}
