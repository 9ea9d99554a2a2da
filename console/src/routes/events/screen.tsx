import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Attention, Event } from "@usher/client";
import { useState } from "react";
import { apiItems, apiPages } from "../../api/client.ts";
import { dateTime, textsOf } from "../../i18n/text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { AttentionList, itemsOf } from "../../layout/attention-list.tsx";
import { buttonClass, Link } from "../../ui/button.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { More } from "../../ui/pager.tsx";
import { Badge, Empty, Loading, Refusal } from "../../ui/states.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { inOrder } from "./in-order.ts";
import "./screen.css";

const t = textsOf("events");

/** Events per page: nearly every host has fewer, so the screen can separate upcoming and past events. */
const PAGE = 200;

const MORE = "⋯";

export function Screen() {
  const events = useInfiniteQuery(eventsQuery);
  const items = events.data?.pages.flatMap((page) => page.items);
  const create = (
    <Link to="/create" className={buttonClass()}>
      {t(items?.length === 0 ? "create-first" : "create")}
    </Link>
  );
  return (
    <Main>
      <Page title={t("title")} actions={items === undefined || items.length === 0 ? null : create}>
        <Loading query={events} lines={6} label={t("loading")} />
        {items === undefined ? null : items.length === 0 ? (
          <Empty title={t("empty-title")} action={create}>
            {t("empty-lead")}
          </Empty>
        ) : (
          <Events events={items} />
        )}
        <More query={events}>{t("more")}</More>
      </Page>
    </Main>
  );
}

function Events({ events }: { events: Event[] }) {
  const [copied, setCopied] = useState<Event | null>(null);
  const attention = useQuery(allAttentionQuery);
  const { upcoming, past } = inOrder(events, Date.now());
  const needs = new Map(attention.data?.map((counts) => [counts.event_id, counts]));
  return (
    <>
      <Refusal error={attention.error} onRetry={() => void attention.refetch()} />
      {attention.data === undefined ? null : <Needs events={upcoming} needs={needs} />}
      <List title={t("upcoming")} events={upcoming} onCopy={setCopied} none={t("no-upcoming")} />
      {past.length === 0 ? null : <List title={t("past")} events={past} onCopy={setCopied} />}
      {copied === null ? null : <CopyDialog event={copied} onClose={() => setCopied(null)} />}
    </>
  );
}

function Needs({ events, needs }: { events: Event[]; needs: Map<string, Attention> }) {
  const found = events.flatMap((event) => {
    const counts = needs.get(event.id);
    const items = counts === undefined ? [] : itemsOf(counts);
    return items.length === 0 ? [] : [{ event, items }];
  });
  if (found.length === 0)
    return <p className="muted">{t(events.length === 0 ? "nothing-planned" : "nothing-needed")}</p>;
  return (
    <Section id="needs-you" title={t("needs-you")}>
      {found.map(({ event, items }) => (
        <div key={event.id} className="stack tight">
          <h3 className="break">{event.name}</h3>
          <AttentionList eventId={event.id} items={items} />
        </div>
      ))}
    </Section>
  );
}

function List({
  title,
  events,
  none,
  onCopy,
}: {
  title: string;
  events: Event[];
  none?: string;
  onCopy: (event: Event) => void;
}) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      {events.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="plain-list grid">
        {events.map((event) => (
          <EventCard key={event.id} event={event} onCopy={() => onCopy(event)} />
        ))}
      </ul>
    </section>
  );
}

function EventCard({ event, onCopy }: { event: Event; onCopy: () => void }) {
  const when = dateTime(event.event_date, event.timezone);
  return (
    <li className="card event-card">
      <div className="stack tight">
        <h3 className="display break">
          <Link to="/events/$eventId" params={{ eventId: event.id }}>
            {event.name}
          </Link>
        </h3>
        <p className="muted">
          {when}
          {event.venue === null ? null : (
            <>
              <br />
              <span className="break">{event.venue}</span>
            </>
          )}
        </p>
        <div className="row">
          {event.status === "cancelled" ? <Badge tone="bad">{t("cancelled")}</Badge> : null}
          {event.your_role === "owner" ? null : <Badge>{t(`role-${event.your_role}`)}</Badge>}
        </div>
      </div>
      {event.your_role === "viewer" ? null : (
        <ActionMenu
          label={t("actions-of", { name: event.name })}
          isSmall
          actions={[{ id: "copy", label: t("copy"), onAction: onCopy }]}
        >
          <span aria-hidden="true">{MORE}</span>
        </ActionMenu>
      )}
    </li>
  );
}

const eventsQuery = apiPages(["events"], "/events", { query: { limit: PAGE } });

const allAttentionQuery = apiItems(["attention"], "/events/attention");
