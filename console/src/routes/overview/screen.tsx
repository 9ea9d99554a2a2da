import { useQuery } from "@tanstack/react-query";
import type { Analytics, Event, EventSeats, Message } from "@usher/client";
import { apiItems, apiQuery, seatsQuery, useEvent } from "../../api/client.ts";
import { clock, dateTime, number, percent, shortDate, textsOf } from "../../i18n/text.tsx";
import { AttentionList, itemsOf } from "../../layout/attention-list.tsx";
import { buttonClass, Link } from "../../ui/button.tsx";
import { BarChart, Funnel, StackedBars } from "../../ui/charts.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { Badge, Empty, Loading, Refusal } from "../../ui/states.tsx";
import { titleOf } from "../messages/message-words.ts";
import { Activity } from "./activity.tsx";
import { dayCount, phaseOf, quartersOf } from "./figures.ts";
import "./screen.css";

const t = textsOf("overview");

/** Days of the chart of replies. */
const DAYS = 30;

const SHOWN = 3;

/** The event at a glance: replies, open items, charts, next messages and activity. */
export function Screen() {
  const event = useEvent();
  const eventId = event.id;
  const analytics = useQuery(analyticsQuery(eventId));
  const { data } = analytics;
  return (
    <Page title={event.name} lead={leadOf(event)}>
      {event.status === "cancelled" ? (
        <p>
          <Badge tone="bad">{t("cancelled")}</Badge>
        </p>
      ) : null}
      <Loading query={analytics} lines={4} label={t("loading")} />
      {data !== undefined && data.overview.guests === 0 ? <NoGuests event={event} /> : null}
      {data !== undefined && data.overview.guests > 0 ? <Figures analytics={data} event={event} /> : null}
      <div className="overview-grid">
        <div className="stack loose">
          <Attention eventId={eventId} />
          {data === undefined || data.overview.invited === 0 ? null : <Charts analytics={data} eventId={eventId} />}
        </div>
        <div className="stack loose">
          <NextMessages event={event} />
          <Activity event={event} />
        </div>
      </div>
    </Page>
  );
}

function leadOf(event: Event): string {
  const now = Date.now();
  return t(phaseOf(event, now), { count: dayCount(event.event_date, event.timezone, now) });
}

function NoGuests({ event }: { event: Event }) {
  const params = { eventId: event.id };
  return (
    <Empty
      title={t("no-guests")}
      action={
        <div className="row">
          <Link to="/events/$eventId/import" params={params} className={buttonClass()}>
            {t("import")}
          </Link>
          <Link to="/events/$eventId/guests" params={params} className={buttonClass("quiet")}>
            {t("add-guest")}
          </Link>
        </div>
      }
    >
      {t("no-guests-lead")}
    </Empty>
  );
}

function Figures({ analytics: { overview }, event }: { analytics: Analytics; event: Event }) {
  const seats = useQuery(seatsQuery(event.id));
  const door = useQuery(headcountQuery(event.id, overview.checked_in > 0)).data?.summary;
  const capacity = seats.data?.capacity ?? null;
  const { guests, invited, standings, expected_headcount: people } = overview;
  const figures = FIGURES.filter((standing) => !RARE.includes(standing) || standings[standing] > 0);
  return (
    <section className="card stack" aria-labelledby="headline">
      <h2 id="headline" className="display headline">
        {door !== undefined
          ? t("headline-day", {
              in: door.expected_arrived_headcount,
              expected: door.expected_headcount,
              walkIns: door.walk_in_headcount,
            })
          : invited === 0
            ? t("headline-none", { count: guests })
            : t("headline", { count: people, share: percent(answeredShare(overview)) })}
      </h2>
      {invited === 0 ? (
        <p>
          <Link to="/events/$eventId/send" params={{ eventId: event.id }} className={buttonClass()}>
            {t("send")}
          </Link>
        </p>
      ) : (
        <ul className="plain-list figures">
          {figures.map((standing) => (
            <li key={standing}>
              <Link to="/events/$eventId/guests" params={{ eventId: event.id }} search={{ standing }}>
                <span className="figure">{number(standing === "coming" ? people : standings[standing])}</span>
                <span>{t(`figure-${standing}`, { people, parties: standings.coming })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {capacity === null || seats.data === undefined ? null : (
        <p className="muted">
          {seatWords(seats.data, capacity)}
          {seats.data.waitlisted.parties > 0 ? ` ${t("waiting", { count: seats.data.waitlisted.parties })}` : ""}{" "}
          {t("standing-help")}
        </p>
      )}
    </section>
  );
}

/** The standings of the tiles. The first counts people, the others guests of the list. */
const FIGURES = ["coming", "maybe", "declined", "silent", "waitlisted", "offered", "unseated"] as const;

/** Shown only if a guest has it. */
const RARE: readonly string[] = ["waitlisted", "offered", "unseated"];

/** Returns the number of guests who were asked. One whose RSVP a host recorded was, also without a link. */
function askedOf({ standings, guests }: Analytics["overview"]): number {
  return guests - standings.walk_in - standings.not_invited;
}

/** Returns the share of the asked guests who replied. */
function answeredShare(overview: Analytics["overview"]): number {
  const asked = askedOf(overview);
  return asked === 0 ? 0 : (asked - overview.standings.silent) / asked;
}

/** Confirmed, offered and free seats add up to the capacity. */
function seatWords({ confirmed, offered, held, left }: EventSeats, capacity: number): string {
  const values = { capacity, confirmed: confirmed.heads, offered: offered.heads };
  return held > capacity
    ? t("seats-over", { ...values, over: held - capacity })
    : t("seats", { ...values, left: left ?? 0 });
}

function Attention({ eventId }: { eventId: string }) {
  const attention = useQuery(attentionQuery(eventId));
  if (attention.data === undefined) {
    return <Refusal error={attention.error} onRetry={() => void attention.refetch()} />;
  }
  const items = itemsOf(attention.data);
  return (
    <Section id="needs-you" className="stack tight" title={t("needs-you")}>
      {items.length === 0 ? (
        <p className="muted">{t("needs-nothing")}</p>
      ) : (
        <AttentionList eventId={eventId} items={items} />
      )}
    </Section>
  );
}

function Charts({ analytics, eventId }: { analytics: Analytics; eventId: string }) {
  const { overview, funnel, responses_over_time: days } = analytics;
  const event = useEvent();
  const arrivals = useQuery({ ...arrivalsQuery(eventId), enabled: overview.checked_in > 0 });
  const guests = t("unit-guests");
  return (
    <>
      {arrivals.data === undefined || arrivals.data.length === 0 ? null : (
        <section className="stack tight">
          <h2>{t("arrivals")}</h2>
          <BarChart
            title={t("arrivals-title")}
            unit={t("unit-people")}
            bars={quartersOf(arrivals.data).map(({ at, heads }) => ({
              label: clock(at, event.timezone),
              value: heads,
            }))}
          />
        </section>
      )}
      <section className="stack tight">
        <h2>{t("funnel")}</h2>
        <Funnel
          title={t("funnel")}
          unit={guests}
          steps={[
            { label: t("funnel-invited"), value: Math.max(askedOf(overview), funnel.responded) },
            // Guests who reply with the buttons of the email may not have opened the page before.
            { label: t("funnel-opened"), value: Math.max(funnel.opened, funnel.responded) },
            { label: t("funnel-answered"), value: funnel.responded },
            { label: t("funnel-coming"), value: overview.standings.coming },
          ]}
        />
      </section>
      <section className="stack tight">
        <h2>{t("over-time")}</h2>
        <StackedBars
          title={t("over-time-title")}
          series={[
            { label: t("said-yes"), color: "var(--accent-text)" },
            { label: t("said-maybe"), color: "var(--warn)" },
            { label: t("said-declined"), color: "var(--field-line)" },
          ]}
          rows={days.map(({ date, attending, maybe, declined }) => ({
            label: shortDate(`${date}T12:00:00Z`, "UTC"),
            values: [attending, maybe, declined],
          }))}
        />
      </section>
    </>
  );
}

function NextMessages({ event }: { event: Event }) {
  const messages = useQuery(messagesQuery(event.id));
  const next = nextOf(messages.data ?? []);
  return (
    <Section id="next-messages" className="stack tight" title={t("next-messages")}>
      <Refusal error={messages.error} onRetry={() => void messages.refetch()} />
      {messages.data !== undefined && next.length === 0 ? <p className="muted">{t("no-messages")}</p> : null}
      <ul className="plain-list stack tight">
        {next.map((message) => (
          <li key={message.id}>
            <Link to="/events/$eventId/messages/$messageId" params={{ eventId: event.id, messageId: message.id }}>
              {titleOf(message, event.rsvp_deadline !== null)}
            </Link>
            <br />
            <span className="muted small">{dateTime(message.send_at ?? message.created_at, event.timezone)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function nextOf(messages: readonly Message[]): Message[] {
  const time = ({ send_at }: Message) => Date.parse(send_at ?? "") || 0;
  return messages
    .filter(({ status }) => status === "scheduled" || status === "sending")
    .sort((a, b) => time(a) - time(b))
    .slice(0, SHOWN);
}

const analyticsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "analytics"], "/events/{eventId}/analytics", {
    path: { eventId },
    query: { days: DAYS },
  });

const arrivalsQuery = (eventId: string) =>
  apiItems(["events", eventId, "arrivals"], "/events/{eventId}/analytics/arrivals", { path: { eventId } });

/** Counts people, where analytics counts guests. Read after the first check-in. */
const headcountQuery = (eventId: string, isEnabled: boolean) => ({
  ...apiQuery(["events", eventId, "headcount"], "/events/{eventId}/check-ins", {
    path: { eventId },
    query: { limit: 1 },
  }),
  enabled: isEnabled,
});

const attentionQuery = (eventId: string) =>
  apiQuery(["events", eventId, "attention"], "/events/{eventId}/attention", { path: { eventId } });

const messagesQuery = (eventId: string) =>
  apiItems(["events", eventId, "next-messages"], "/events/{eventId}/messages", {
    path: { eventId },
    query: { limit: 200 },
  });
