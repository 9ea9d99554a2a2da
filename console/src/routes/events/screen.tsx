import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Attention, Event } from "@usher/client";
import { useState } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { AttentionList, itemsOf } from "../../layout/attention-list.tsx";
import { Button, buttonClass, Link } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Empty, Skeleton } from "../../ui/states.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { EventCard } from "./event-card.tsx";
import { inOrder } from "./in-order.ts";
import { allAttentionQuery, eventsQuery } from "./queries.ts";
import "./screen.css";

/** What needs me? */
export function Screen() {
  const t = useText("events");
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
        <Refusal error={events.error} onRetry={() => void events.refetch()} />
        {events.isPending ? <Skeleton lines={6} label={t("loading")} /> : null}
        {items === undefined ? null : items.length === 0 ? (
          <Empty title={t("empty-title")} action={create}>
            {t("empty-lead")}
          </Empty>
        ) : (
          <Events events={items} />
        )}
        {events.hasNextPage ? (
          <Button look="quiet" isPending={events.isFetchingNextPage} onPress={() => void events.fetchNextPage()}>
            {t("more")}
          </Button>
        ) : null}
      </Page>
    </Main>
  );
}

function Events({ events }: { events: Event[] }) {
  const t = useText("events");
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

/** What needs the host, event by event. */
function Needs({ events, needs }: { events: Event[]; needs: Map<string, Attention> }) {
  const t = useText("events");
  const found = events.flatMap((event) => {
    const counts = needs.get(event.id);
    const items = counts === undefined ? [] : itemsOf(counts);
    return items.length === 0 ? [] : [{ event, items }];
  });
  if (found.length === 0)
    return <p className="muted">{t(events.length === 0 ? "nothing-planned" : "nothing-needed")}</p>;
  return (
    <section className="card stack" aria-labelledby="needs-you">
      <h2 id="needs-you">{t("needs-you")}</h2>
      {found.map(({ event, items }) => (
        <div key={event.id} className="stack tight">
          <h3 className="break">{event.name}</h3>
          <AttentionList eventId={event.id} items={items} />
        </div>
      ))}
    </section>
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
