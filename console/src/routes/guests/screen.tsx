import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Guest } from "@usher/client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api, queryClient, useEvent } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button, buttonClass, Link } from "../../ui/button.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Refusal, Skeleton } from "../../ui/states.tsx";
import { AddGuest } from "./add-guest.tsx";
import { useDownload } from "./download.ts";
import { expectedTotal, type GuestFilter } from "./filter.ts";
import { GuestList, type Selection } from "./guest-list.tsx";
import { countsQuery, guestsQuery, hasQueued, useFollowFrames } from "./queries.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { StatusFilters, Toolbar } from "./toolbar.tsx";
import "./screen.css";

const t = textsOf("guests");

const NO_GUESTS: Selection = new Map();

/** The guest list, with filters and actions on selected guests. */
export function Screen() {
  const filter = useSearch({ from: "/account-frame/events/$eventId/guests" });
  const navigate = useNavigate();
  const event = useEvent();
  const eventId = event.id;
  const canEdit = event.your_role !== "viewer";
  const [selection, setSelection] = useState(NO_GUESTS);
  const [isAdding, setAdding] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  useFollowFrames(eventId);

  const counts = useQuery(countsQuery(eventId));
  const list = useInfiniteQuery(guestsQuery(eventId, filter));
  // The outcomes of queued emails change the counts.
  const isSending = hasQueued(list.data);
  useEffect(() => {
    if (isSending) return () => void queryClient.invalidateQueries({ queryKey: countsQuery(eventId).queryKey });
  }, [isSending, eventId]);
  const pages = list.data?.pages;
  const guests = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const setFilter = (next: GuestFilter) =>
    void navigate({
      to: "/events/$eventId/guests",
      params: { eventId },
      search: next,
      replace: true,
      resetScroll: false,
    });

  const { fetchNextPage, isFetching, isError, isPlaceholderData } = list;
  const hasNextPage = list.hasNextPage && !isPlaceholderData;
  const onNearEnd = useCallback(() => {
    // After an error the host decides when to retry.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const selectAll = async (isSelected: boolean) => {
    if (!isSelected) return setSelection(NO_GUESTS);
    const all = await fetchAll(
      guests,
      async () => {
        const { data, hasNextPage: hasNext } = await fetchNextPage({ cancelRefetch: false });
        return { guests: data?.pages.flatMap((page) => page.items) ?? [], hasNext };
      },
      hasNextPage,
    );
    setSelection(new Map(all.map((guest) => [guest.id, guest])));
  };
  const download = useDownload();
  const take = () => api.GET("/events/{eventId}/guests/export.csv", { params: { path: { eventId } }, parseAs: "blob" });

  const clearSelection = () => {
    setSelection(NO_GUESTS);
    // The pressed button no longer exists. The next action is in the list.
    requestAnimationFrame(() => grid.current?.focus({ preventScroll: true }));
  };
  const { data: found } = counts;
  const isEmptyEvent = found?.guests === 0 && guests.length === 0;
  return (
    <Page
      title={t("title")}
      lead={
        found === undefined || isEmptyEvent
          ? undefined
          : t("lead", { expected: found.people_coming, silent: found.standings.silent })
      }
      actions={
        <>
          {canEdit ? <Button onPress={() => setAdding(true)}>{t("add-guest")}</Button> : null}
          <ActionMenu
            actions={[
              ...(canEdit
                ? [
                    {
                      id: "import",
                      label: t("import"),
                      onAction: () => void navigate({ to: "/events/$eventId/import", params: { eventId } }),
                    },
                  ]
                : []),
              {
                id: "export",
                label: t("export"),
                onAction: () => download({ take, name: t("export-name", { event: event.name }) }),
              },
            ]}
          >
            {t("more")} <span aria-hidden="true">▾</span>
          </ActionMenu>
        </>
      }
    >
      {isEmptyEvent ? (
        <Empty
          title={t("empty-title")}
          action={
            canEdit ? (
              <div className="row">
                <Link to="/events/$eventId/import" params={{ eventId }} className={buttonClass("quiet")}>
                  {t("empty-import")}
                </Link>
              </div>
            ) : null
          }
        >
          {t("empty-lead")}
        </Empty>
      ) : (
        <div className="stack">
          <StatusFilters counts={found} filter={filter} onChange={setFilter} />
          {event.capacity === null ? null : <p className="muted small">{t("standing-help")}</p>}
          <Toolbar filter={filter} counts={found} onChange={setFilter} />
          <Refusal
            error={list.error ?? counts.error}
            onRetry={() =>
              void (list.isFetchNextPageError
                ? fetchNextPage()
                : queryClient.invalidateQueries({ queryKey: ["events", eventId] }))
            }
          />
          {list.isPending ? <Skeleton lines={8} label={t("loading")} /> : null}
          {list.data !== undefined && guests.length === 0 ? (
            <Empty
              title={t("none-title")}
              action={
                <Button look="quiet" onPress={() => setFilter({})}>
                  {t("show-all")}
                </Button>
              }
            >
              {t("none-lead")}
            </Empty>
          ) : null}
          {guests.length > 0 ? (
            <GuestList
              // Resets the active row for another filter.
              key={JSON.stringify(filter)}
              ref={grid}
              eventId={eventId}
              guests={guests}
              total={isPlaceholderData ? guests.length : expectedTotal(filter, found)}
              isBusy={isPlaceholderData}
              hasMore={hasNextPage}
              onNearEnd={onNearEnd}
              selection={selection}
              onSelect={setSelection}
              onSelectAll={(isSelected) => void selectAll(isSelected)}
              canSelect={canEdit}
            />
          ) : null}
        </div>
      )}
      {selection.size > 0 ? <SelectionBar eventId={eventId} selection={selection} onClear={clearSelection} /> : null}
      <AddGuest eventId={eventId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** Returns all guests of a list. Fetches missing pages. */
async function fetchAll(
  loaded: Guest[],
  fetchMore: () => Promise<{ guests: Guest[]; hasNext: boolean }>,
  hasMore: boolean,
): Promise<Guest[]> {
  let guests = loaded;
  for (let hasNext = hasMore; hasNext; ) {
    const next = await fetchMore();
    // A failed page ends the loop. Its error is shown above the list.
    hasNext = next.hasNext && next.guests.length > guests.length;
    guests = next.guests;
  }
  return guests;
}
