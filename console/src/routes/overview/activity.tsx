import { useInfiniteQuery } from "@tanstack/react-query";
import type { Event, LiveEvent } from "@usher/client";
import { ago, dateTime } from "../../i18n/formats.ts";
import { Text, useText } from "../../i18n/use-text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { activityQuery } from "./queries.ts";
import { type News, sentenceOf } from "./sentence.ts";

/** What happened, the latest first. Live frames read it again. */
export function Activity({ event }: { event: Event }) {
  const t = useText("overview");
  const activity = useInfiniteQuery(activityQuery(event.id));
  const items = activity.data?.pages.flatMap((page) => page.items).filter(isNews);
  return (
    <section className="stack tight" aria-labelledby="activity">
      <h2 id="activity">{t("activity")}</h2>
      <Refusal error={activity.error} onRetry={() => void activity.refetch()} />
      {activity.isPending ? <Skeleton lines={4} label={t("loading")} /> : null}
      {items?.length === 0 ? <p className="muted">{t("no-activity")}</p> : null}
      <ol className="plain-list feed">
        {items?.map((item) => (
          <Entry key={keyOf(item)} item={item} event={event} />
        ))}
      </ol>
      {activity.hasNextPage ? (
        <div>
          <Button
            look="quiet"
            isSmall
            isPending={activity.isFetchingNextPage}
            onPress={() => void activity.fetchNextPage()}
          >
            {t("more")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Entry({ item, event }: { item: News; event: Event }) {
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
      <time className="muted small" dateTime={item.at} title={dateTime(item.at, event.timezone)}>
        {ago(item.at)}
      </time>
    </li>
  );
}

/** An answer is there as itself; the access with which it was sent is news only when it was blocked. */
function isNews<Item extends LiveEvent>(item: Item): item is Item & News {
  if (/^(guest|invitation|activity)\./.test(item.type)) return false;
  return item.type !== "access.scored" || item.kind === "access" || item.risk === "block";
}

function keyOf(item: News): string {
  return `${item.type} ${item.at} ${"guest" in item ? item.guest.id : ""}`;
}
