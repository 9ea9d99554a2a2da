import { useInfiniteQuery } from "@tanstack/react-query";
import type { Event, LiveEvent } from "@usher/client";
import { standingOfRsvp } from "../../../../src/kernel/standing.ts";
import { apiPages } from "../../api/client.ts";
import type { Key } from "../../i18n/areas.ts";
import { ago, dateTime, Text, textsOf } from "../../i18n/text.tsx";
import { Link } from "../../ui/button.tsx";
import { Section } from "../../ui/page.tsx";
import { More } from "../../ui/pager.tsx";
import { Loading } from "../../ui/states.tsx";
import { unsentWords } from "../../ui/unsent.ts";

const t = textsOf("overview");

const ACTIVITY_PAGE = 20;

/** The activity of the event, newest first. Activity messages refetch it. */
export function Activity({ event }: { event: Event }) {
  const activity = useInfiniteQuery(activityQuery(event.id));
  const items = activity.data?.pages.flatMap((page) => page.items).filter(isFeedItem);
  return (
    <Section id="activity" className="stack tight" title={t("activity")}>
      <Loading query={activity} lines={4} label={t("loading")} />
      {items?.length === 0 ? <p className="muted">{t("no-activity")}</p> : null}
      <ol className="plain-list feed">
        {items?.map((item) => (
          <Entry key={keyOf(item)} item={item} event={event} />
        ))}
      </ol>
      <More query={activity} isSmall>
        {t("more")}
      </More>
    </Section>
  );
}

function Entry({ item, event }: { item: FeedItem; event: Event }) {
  const { key, values } = sentenceOf(item);
  const guestId = "guest" in item ? item.guest.id : null;
  return (
    <li data-kind={key === "did-blocked" ? "blocked" : undefined}>
      <span className="break">
        <Text
          area="overview"
          id={key}
          values={values}
          link={(words) =>
            guestId === null ? (
              words
            ) : (
              <Link to="/events/$eventId/guests/$guestId" params={{ eventId: event.id, guestId }}>
                {words}
              </Link>
            )
          }
        />
      </span>
      {item.type === "waitlist.passed_over" ? <span className="small muted">{unsentWords(item.reason)}</span> : null}
      <time className="muted small" dateTime={item.at} title={dateTime(item.at, event.timezone)}>
        {ago(item.at)}
      </time>
    </li>
  );
}

/** True if the feed shows an activity. The access of an RSVP is shown only if it was blocked, because the RSVP has its own entry. */
function isFeedItem<Item extends LiveEvent>(item: Item): item is Item & FeedItem {
  if (/^(guest|invitation|activity)\./.test(item.type)) return false;
  return item.type !== "access.scored" || item.kind === "access" || item.risk === "block";
}

function keyOf(item: FeedItem): string {
  return `${item.type} ${item.at} ${"guest" in item ? item.guest.id : ""}`;
}

/** The text of an activity and its values. `name` is empty without a guest. */
interface Sentence {
  key: Extract<Key<"overview">, `did-${string}`>;
  values: { name: string; count: number };
}

/** Activities of the feed: not changes of the guest list, and not deliveries. */
type FeedItem = Exclude<LiveEvent, { type: `guest.${string}` | `invitation.${string}` | "activity.erased" }>;

type Answer = Extract<LiveEvent, { type: "rsvp.submitted" | "rsvp.updated" }>;

function sentenceOf(event: FeedItem): Sentence {
  const name = "guest" in event ? event.guest.name : "";
  const said = (key: Sentence["key"], count = 0): Sentence => ({ key, values: { name, count } });
  switch (event.type) {
    case "access.scored":
      return said(accessKey(event));
    case "rsvp.submitted":
      return said(answerKey(event, "answer"), event.plus_ones);
    case "rsvp.updated":
      return said(answerKey(event, "change"), event.plus_ones);
    case "check_in.recorded":
      return said(event.walk_in ? "did-walk-in" : "did-check-in", event.arrival_count);
    case "check_in.arrived":
      return said("did-arrive", event.arrival_count);
    case "check_in.undone":
      return said("did-undo");
    case "waitlist.offered":
      return said("did-offer", event.heads);
    case "waitlist.passed_over":
      return said("did-pass-over", event.heads);
    case "challenge.sent":
      return said("did-get-code");
    case "challenge.passed":
      return said("did-enter-code");
    case "challenge.failed":
      return said("did-guess-code");
    case "access.reported":
      return said("did-report");
    case "event.updated":
      return said("did-event-change");
    case "event.cancelled":
      return said("did-event-cancel");
  }
}

function accessKey({ risk, automated }: Extract<LiveEvent, { type: "access.scored" }>): Sentence["key"] {
  if (risk === "block") return "did-blocked";
  return automated ? "did-scan" : "did-open";
}

/** Names the guest only if the guest probably sent the RSVP. */
function answerKey({ response, seat, new_device }: Answer, did: "answer" | "change"): Sentence["key"] {
  const prefix = new_device ? (`did-stranger-${did}` as const) : (`did-${did}` as const);
  const then = standingOfRsvp({ response, seat });
  return then === "coming" ? `${prefix}-attending` : `${prefix}-${then}`;
}

const activityQuery = (eventId: string) =>
  apiPages(["events", eventId, "activity"], "/events/{eventId}/activity", {
    path: { eventId },
    query: { limit: ACTIVITY_PAGE },
  });
