import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { Event } from "@usher/client";
import { api } from "../../api/client.ts";
import { dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Badge, Empty, Skeleton } from "../../ui/states.tsx";

const eventsQuery = infiniteQueryOptions({
  queryKey: ["events"],
  queryFn: async ({ pageParam, signal }) => {
    const query = pageParam === null ? {} : { cursor: pageParam };
    const { data } = await api.GET("/events", { params: { query }, signal });
    return data;
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

/** What needs me? */
export function Screen() {
  const t = useText("events");
  const events = useInfiniteQuery(eventsQuery);
  const items = events.data?.pages.flatMap((page) => page.items);
  return (
    <Main>
      <Page title={t("title")}>
        <Refusal error={events.error} onRetry={() => void events.refetch()} />
        {events.isPending ? <Skeleton lines={6} label={t("loading")} /> : null}
        {items?.length === 0 ? <Empty title={t("empty-title")}>{t("empty-lead")}</Empty> : null}
        <ul className="plain-list grid">
          {items?.map((event) => (
            <EventCard key={event.id} event={event} />
          ))}
        </ul>
        {events.hasNextPage ? (
          <Button look="quiet" isPending={events.isFetchingNextPage} onPress={() => void events.fetchNextPage()}>
            {t("more")}
          </Button>
        ) : null}
      </Page>
    </Main>
  );
}

function EventCard({ event }: { event: Event }) {
  const t = useText("events");
  return (
    <li className="card stack tight">
      <h2 className="break">
        <Link to="/events/$eventId" params={{ eventId: event.id }}>
          {event.name}
        </Link>
      </h2>
      <p className="muted">{dateTime(event.event_date, event.timezone)}</p>
      {event.status === "cancelled" ? <Badge tone="bad">{t("cancelled")}</Badge> : null}
    </li>
  );
}
