import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Analytics, Event } from "@usher/client";
import { useEvent } from "../../api/queries.ts";
import { number, percent, shortDate, time } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { AttentionList, itemsOf } from "../../layout/attention-list.tsx";
import { BarChart } from "../../ui/bar-chart.tsx";
import { buttonClass, Link } from "../../ui/button.tsx";
import { Funnel } from "../../ui/funnel.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { StackedBars } from "../../ui/stacked-bars.tsx";
import { Badge, Empty, Skeleton } from "../../ui/states.tsx";
import { seatsQuery } from "../settings/seats/queries.ts";
import { Activity } from "./activity.tsx";
import { dayCount, quartersOf } from "./figures.ts";
import { NextMessages } from "./next-messages.tsx";
import { analyticsQuery, arrivalsQuery, attentionQuery, headcountQuery } from "./queries.ts";
import "./screen.css";

/** Are we on track? */
export function Screen() {
  const t = useText("overview");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/" });
  const event = useEvent(eventId);
  const analytics = useQuery(analyticsQuery(eventId));
  const { data } = analytics;
  return (
    <Page title={event.name} lead={leadOf(t, event)}>
      {event.status === "cancelled" ? (
        <p>
          <Badge tone="bad">{t("cancelled")}</Badge>
        </p>
      ) : null}
      <Refusal error={analytics.error} onRetry={() => void analytics.refetch()} />
      {data === undefined ? <Skeleton lines={4} label={t("loading")} /> : null}
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

function leadOf(t: ReturnType<typeof useText<"overview">>, event: Event): string {
  const days = dayCount(event.event_date, event.timezone, Date.now());
  if (days < 0) return t("over");
  return days === 0 ? t("today") : t("in-days", { count: days });
}

function NoGuests({ event }: { event: Event }) {
  const t = useText("overview");
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

/** The answer in one line, then its parts. */
function Figures({ analytics: { overview }, event }: { analytics: Analytics; event: Event }) {
  const t = useText("overview");
  const seats = useQuery(seatsQuery(event.id));
  const people = useQuery(headcountQuery(event.id, overview.checked_in > 0)).data?.summary;
  const capacity = seats.data?.capacity ?? null;
  const { guests, invited, responded } = overview;
  const silent = Math.max(0, invited - responded);
  const figures = [
    { key: "attending", value: overview.attending, search: { response: "attending" } },
    { key: "maybe", value: overview.maybe, search: { response: "maybe" } },
    { key: "declined", value: overview.declined, search: { response: "declined" } },
    { key: "silent", value: silent, search: { response: "pending", invited: true } },
  ] as const;
  return (
    <section className="card stack" aria-labelledby="headline">
      <h2 id="headline" className="display headline">
        {people !== undefined
          ? t("headline-day", { in: people.arrived_headcount, expected: people.expected_headcount })
          : invited === 0
            ? t("headline-none", { count: guests })
            : t("headline", { count: overview.expected_headcount, share: percent(overview.response_rate) })}
      </h2>
      {invited === 0 ? (
        <p>
          <Link to="/events/$eventId/send" params={{ eventId: event.id }} className={buttonClass()}>
            {t("send")}
          </Link>
        </p>
      ) : (
        <ul className="plain-list figures">
          {figures.map(({ key, value, search }) => (
            <li key={key}>
              <Link to="/events/$eventId/guests" params={{ eventId: event.id }} search={search}>
                <span className="figure">{number(value)}</span>
                <span>{t(`figure-${key}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {capacity === null || seats.data === undefined ? null : (
        <p className="muted">
          {t("seats", { held: seats.data.held, capacity })}
          {seats.data.waitlisted.parties > 0 ? ` ${t("waiting", { count: seats.data.waitlisted.parties })}` : ""}
        </p>
      )}
    </section>
  );
}

function Attention({ eventId }: { eventId: string }) {
  const t = useText("overview");
  const attention = useQuery(attentionQuery(eventId));
  if (attention.data === undefined) {
    return <Refusal error={attention.error} onRetry={() => void attention.refetch()} />;
  }
  const items = itemsOf(attention.data);
  return (
    <section className="stack tight" aria-labelledby="needs-you">
      <h2 id="needs-you">{t("needs-you")}</h2>
      {items.length === 0 ? (
        <p className="muted">{t("needs-nothing")}</p>
      ) : (
        <AttentionList eventId={eventId} items={items} />
      )}
    </section>
  );
}

function Charts({ analytics, eventId }: { analytics: Analytics; eventId: string }) {
  const t = useText("overview");
  const { overview, funnel, responses_over_time: days } = analytics;
  const event = useEvent(eventId);
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
            bars={quartersOf(arrivals.data).map(({ at, heads }) => ({ label: time(at, event.timezone), value: heads }))}
          />
        </section>
      )}
      <section className="stack tight">
        <h2>{t("funnel")}</h2>
        <Funnel
          title={t("funnel")}
          unit={guests}
          steps={[
            { label: t("funnel-invited"), value: funnel.invited },
            // Some answer by the buttons of the mail, without opening the page before.
            { label: t("funnel-opened"), value: Math.max(funnel.opened, funnel.responded) },
            { label: t("funnel-answered"), value: funnel.responded },
            { label: t("funnel-coming"), value: overview.attending },
          ]}
        />
      </section>
      <section className="stack tight">
        <h2>{t("over-time")}</h2>
        <StackedBars
          title={t("over-time-title")}
          series={[
            { label: t("figure-attending"), color: "var(--accent-text)" },
            { label: t("figure-maybe"), color: "var(--warn)" },
            { label: t("figure-declined"), color: "var(--field-line)" },
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
