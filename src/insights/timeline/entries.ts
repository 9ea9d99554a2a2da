import type * as z from "zod";
import { deviceLabel } from "../../invitations/devices/read-devices.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { outcomeOf } from "../../kernel/delivery-outcome.ts";
import type {
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
  TimelinePosition,
} from "./queries.ts";
import type { TimelineItem } from "./schemas.ts";

type Item = z.output<typeof TimelineItem>;
type Rows<Q extends (...args: never[]) => unknown> = Awaited<ReturnType<Q>>;

/** An item and its position in the order. */
export interface Entry extends TimelinePosition {
  item: Item;
}

/** Rows about one guest. */
export interface TimelineRows {
  added: Rows<typeof findAdded>;
  links: Rows<typeof listLinks>;
  mails: Rows<typeof listMails>;
  messages: Rows<typeof listMessages>;
  openings: Rows<typeof listOpenings>;
  answers: Rows<typeof listAnswers>;
  answer: Rows<typeof findCurrentAnswer>;
  offers: Rows<typeof listOffers>;
  arrivals: Rows<typeof findArrival>;
  later: Rows<typeof listLaterArrivals>;
  undone: Rows<typeof listUndone>;
  challenges: Rows<typeof listChallenges>;
  reports: Rows<typeof listReports>;
}

/** The state of an email or text message. */
type Delivered = Pick<
  Rows<typeof listMails>[number] | Rows<typeof listMessages>[number],
  "status" | "reason" | "bounceType"
>;

/** One entry for each thing that happened, newest first. Keys are as the queries compare them. */
export function entriesOf(rows: TimelineRows): Entry[] {
  const entries = [
    ...rows.added.map(({ at }) => entry(at, "added", { type: "added", at: toIsoTime(at) })),
    ...rows.links.flatMap(ofLink),
    ...rows.mails.map(({ id, at, kind, channel, ...delivery }) =>
      entry(at, `mail ${id}`, { type: "mailed", at: toIsoTime(at), kind, channel, ...mailOutcome(delivery) }),
    ),
    ...rows.messages.map(({ id, at, slug, channel, subject, ...delivery }) => {
      const message = { message_id: id, slug, subject, channel, ...mailOutcome(delivery) };
      return entry(at, `message ${id}`, { type: "reminded", at: toIsoTime(at), ...message });
    }),
    ...rows.openings.map(({ id, at, risk, automated, device: deviceId, userAgent, count }) => {
      const opened = { at: toIsoTime(at), access_log_id: id, risk, count };
      if (automated) return entry(at, `opening ${id}`, { type: "opened_automatically", ...opened });
      const device = deviceId === null ? null : { id: deviceId, label: deviceLabel(userAgent ?? "") };
      return entry(at, `opening ${id}`, { type: "opened", ...opened, device });
    }),
    ...ofAnswers(rows),
    ...rows.offers.map(({ at, heads, expiresAt }) =>
      entry(at, "offer", { type: "seat_offered", at: toIsoTime(at), heads, expires_at: toIsoTime(expiresAt) }),
    ),
    ...ofArrivals(rows),
    ...rows.challenges.flatMap(ofChallenge),
    ...rows.reports.map(({ accessLogId, answer, at }) =>
      entry(at, `report ${accessLogId}`, {
        type: "access_reported",
        at: toIsoTime(at),
        access_log_id: accessLogId,
        answer,
      }),
    ),
    ...rows.undone.map(({ id, at }) => entry(at, `undone ${id}`, { type: "check_in_undone", at: toIsoTime(at) })),
  ];
  return entries.sort((one, other) => other.at - one.at || (one.key < other.key ? 1 : -1));
}

/** True if an entry comes after a position. */
export function isAfter({ at, key }: TimelinePosition, after: TimelinePosition | null): boolean {
  return after === null || at < after.at || (at === after.at && key < after.key);
}

function ofLink({ id, utmSource, createdAt, revokedAt }: TimelineRows["links"][number]): Entry[] {
  return [
    entry(createdAt, `link ${id}`, { type: "invited", at: toIsoTime(createdAt), utm_source: utmSource }),
    ...(revokedAt === null
      ? []
      : [entry(revokedAt, `link-end ${id}`, { type: "link_replaced", at: toIsoTime(revokedAt) })]),
  ];
}

function ofChallenge({ id, channel, status, createdAt, endedAt }: TimelineRows["challenges"][number]): Entry[] {
  const sent = entry(createdAt, `code ${id}`, { type: "code_sent", at: toIsoTime(createdAt), channel });
  if (endedAt === null || (status !== "passed" && status !== "failed")) return [sent];
  return [entry(endedAt, `code-end ${id}`, { type: `code_${status}`, at: toIsoTime(endedAt), channel }), sent];
}

/** The first state is the RSVP. Each later state is an edit by the person who replaced the previous state. */
function ofAnswers({ answers, answer }: Pick<TimelineRows, "answers" | "answer">): Entry[] {
  const states = [...answers, ...answer.map((current) => ({ ...current, replacedBy: "guest" as const }))];
  return states.map(({ at, response, plusOnes, seat, answeredBy, newDevice }, index) => {
    const state = { at: toIsoTime(at), response, plus_ones: plusOnes, seat, new_device: newDevice };
    const before = states[index - 1];
    // Zeros in front, so that states of one millisecond keep their order.
    const key = `state ${String(index).padStart(4, "0")}`;
    return before === undefined
      ? entry(at, key, { type: "answered", ...state, answered_by: answeredBy })
      : entry(at, key, { type: "edited", ...state, edited_by: before.replacedBy });
  });
}

/** A check-in counts all arrived people of the party, so later arrivals are subtracted from its first entry. */
function ofArrivals({ arrivals, later }: Pick<TimelineRows, "arrivals" | "later">): Entry[] {
  const since = later.reduce((sum, { arrivalCount }) => sum + arrivalCount, 0);
  return [
    ...arrivals.map(({ id, at, arrivalCount, walkIn, by, door }) => {
      const arrival = { check_in_id: id, arrival_count: arrivalCount - since, walk_in: walkIn, by, door };
      return entry(at, `check-in ${id}`, { type: "checked_in", at: toIsoTime(at), ...arrival });
    }),
    ...later.map(({ id, at, arrivalCount, by, door }) =>
      entry(at, `later ${id}`, { type: "arrived_later", at: toIsoTime(at), arrival_count: arrivalCount, by, door }),
    ),
  ];
}

/** Returns the outcome of a delivery in the words of the timeline. */
function mailOutcome(delivered: Delivered) {
  const { status, ...why } = outcomeOf(delivered);
  return { status: status === "pending" ? "queued" : status, ...why } as const;
}

function entry(at: number, key: string, item: Item): Entry {
  return { at, key, item };
}
