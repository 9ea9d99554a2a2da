import { useInfiniteQuery } from "@tanstack/react-query";
import type { Event, TimelineItem } from "@usher/client";
import { standingOfRsvp } from "../../../../../src/kernel/standing.ts";
import { ago, dateTime, textsOf } from "../../../i18n/text.tsx";
import { deliveryProblem } from "../../../ui/delivery-reason.ts";
import { Section } from "../../../ui/page.tsx";
import { More } from "../../../ui/pager.tsx";
import { Loading } from "../../../ui/states.tsx";
import { reminderName } from "../../messages/message-words.ts";
import { saidIn } from "../guest-state.ts";
import { timelineQuery } from "./queries.ts";

const t = textsOf("guest");

export function Timeline({ event, guestId }: { event: Event; guestId: string }) {
  const { id: eventId, timezone: timeZone } = event;
  const timeline = useInfiniteQuery(timelineQuery(eventId, guestId));
  const items = timeline.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section id="timeline" title={t("timeline")}>
      <Loading query={timeline} lines={5} label={t("timeline-loading")} />
      <ol className="timeline">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no id; new ones come in front, and all are alike
          <li key={`${item.at} ${item.type} ${items.length - index}`} className={toneOf(item)}>
            <Words item={item} event={event} />
            <time className="muted small" dateTime={item.at} title={dateTime(item.at, timeZone)}>
              {ago(item.at)}
            </time>
          </li>
        ))}
      </ol>
      <More query={timeline}>{t("timeline-more")}</More>
    </Section>
  );
}

/** Kinds of email with their own text. */
const MAILS = [
  "invitation",
  "confirmation",
  "edit_link",
  "challenge",
  "seat_offer",
  "offer_expired",
  "reply_undone",
  "lost_links",
  "event_closed",
] as const;

function Words({ item, event }: { item: TimelineItem; event: Event }) {
  switch (item.type) {
    case "added":
    case "link_replaced":
    case "opened_automatically":
    case "check_in_undone":
    case "code_passed":
    case "code_failed":
      return <p>{t(`was-${item.type}`)}</p>;
    case "invited":
      return <p>{item.utm_source === null ? t("was-invited") : t("was-invited-by", { channel: item.utm_source })}</p>;
    case "mailed": {
      const kind = MAILS.find((known) => known === item.kind) ?? "other";
      return <Mail words={t(`mail-${kind}`)} item={item} />;
    }
    case "reminded":
      return <Mail words={messageWords(item, event)} item={item} />;
    case "opened":
      return (
        <>
          <p>{t(item.risk === "block" ? "was-blocked" : "was-opened")}</p>
          {item.count > 1 ? <p className="muted small">{t("was-times", { count: item.count })}</p> : null}
          {item.device?.label == null ? null : <p className="muted small">{item.device.label}</p>}
          {item.risk === "high" ? <p className="small">{t("was-risky")}</p> : null}
        </>
      );
    case "answered":
    case "edited": {
      const values = { count: item.plus_ones };
      const said = saidIn(item);
      const words = item.type === "answered" ? t(`answered-${said}`, values) : t(`edited-${said}`, values);
      const isByHost = (item.type === "answered" ? item.answered_by : item.edited_by) === "host";
      // By seat: the entry says which one the reply got then.
      const place = said === "yes" ? t(`place-${item.seat ?? "none"}`) : null;
      return (
        <>
          <p>{words}</p>
          {isByHost || place !== null ? (
            <p className="muted small">{[isByHost ? t("by-host") : null, place].filter(Boolean).join(" · ")}</p>
          ) : null}
          {item.new_device ? <p className="small">{t("by-stranger")}</p> : null}
        </>
      );
    }
    case "code_sent":
      return <p>{t(`was-code-${item.channel}`)}</p>;
    case "access_reported":
      return (
        <>
          <p>{t("was-access_reported")}</p>
          {item.answer === "unchanged" ? null : <p className="muted small">{t(`report-${item.answer}`)}</p>}
        </>
      );
    case "seat_offered":
      return <p>{t("was-seat_offered", { until: dateTime(item.expires_at, event.timezone) })}</p>;
    case "checked_in":
      return (
        <p>{t(item.walk_in ? "was-walk-in" : "was-checked_in", { count: item.arrival_count, by: scannedBy(item) })}</p>
      );
    case "arrived_later":
      return <p>{t("was-arrived_later", { count: item.arrival_count, by: scannedBy(item) })}</p>;
  }
}

/** Names the scanner: the device, then the member who paired it. */
function scannedBy({ by, door }: { by: string; door: string | null }): string {
  return door === null ? by : t("scanned-by", { door, by });
}

type Item<Type extends TimelineItem["type"]> = Extract<TimelineItem, { type: Type }>;

/** Names a message to an audience. The subject of a reminder has placeholders, and a text message has none. */
function messageWords({ slug, channel, subject }: Item<"reminded">, event: Event): string {
  if (slug !== null) return t("was-reminded", { reminder: reminderName(slug, event.rsvp_deadline !== null) });
  return channel === "sms" ? t("was-written-sms") : t("was-written", { subject });
}

function Mail({ words, item }: { words: string; item: Item<"mailed" | "reminded"> }) {
  const { status, channel } = item;
  const why = deliveryProblem(item);
  return (
    <>
      <p>
        {words}{" "}
        <span className="muted">
          {t(status === "unreachable" && channel === "sms" ? "mail-status-unreachable-sms" : `mail-status-${status}`)}
        </span>
      </p>
      {why === null || status === "delivered" || status === "sent" ? null : <p className="muted small break">{why}</p>}
    </>
  );
}

function toneOf(item: TimelineItem): string {
  if (item.type === "opened" && (item.risk === "block" || item.risk === "high")) return "bad";
  if (item.type === "code_failed" || item.type === "access_reported") return "bad";
  if ("status" in item && ["bounced", "complained", "failed", "suppressed", "unreachable"].includes(item.status))
    return "bad";
  if (
    item.type === "checked_in" ||
    ((item.type === "answered" || item.type === "edited") && standingOfRsvp(item) === "coming")
  )
    return "good";
  return "";
}
