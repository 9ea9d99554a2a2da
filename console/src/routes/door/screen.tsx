import { useMutation, useQuery } from "@tanstack/react-query";
import type { CheckIn, DoorSummary, Event } from "@usher/client";
import { useState } from "react";
import { api, apiQuery, queryClient, useEvent } from "../../api/client.ts";
import { textsOf, time } from "../../i18n/text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Badge, Empty, Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { unsentWords } from "../../ui/unsent.ts";
import { AddScannerDialog, Devices } from "./devices.tsx";

const t = textsOf("door");

/** Rows of the list of arrivals. Older ones are in the guest list. */
const RECENT = 50;

const arrivalsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "check-ins"], "/events/{eventId}/check-ins", {
    path: { eventId },
    query: { limit: RECENT },
  });

export function Screen() {
  const event = useEvent();
  const arrivals = useQuery(arrivalsQuery(event.id));
  const [isAdding, setAdding] = useState(false);
  const isEditor = event.your_role !== "viewer";
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      actions={isEditor ? <Button onPress={() => setAdding(true)}>{t("hand-over")}</Button> : null}
    >
      <Loading query={arrivals} lines={2} label={t("loading")} />
      {arrivals.data === undefined ? null : <Headcount summary={arrivals.data.summary} />}
      {isEditor ? <Devices event={event} /> : null}
      <Arrivals event={event} items={arrivals.data?.items} />
      {isAdding ? <AddScannerDialog event={event} onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

function Headcount({ summary }: { summary: DoorSummary }) {
  const invited = summary.guests_checked_in - summary.walk_ins;
  return (
    <section className="card stack tight" aria-live="polite" aria-label={t("headcount")}>
      <p>
        <span className="figure">{summary.expected_arrived_headcount}</span>{" "}
        {t("in", { expected: summary.expected_headcount, walkIns: summary.walk_in_headcount })}
      </p>
      <p className="muted">{t("parties", { invited, guests: summary.guests_expected })}</p>
    </section>
  );
}

/** Names the scanner: the device, then the member who paired it. A scanner link is its member's own phone. */
function scannedBy({ checked_in_by_name: by, door_device: device }: CheckIn): string {
  return device?.kind === "named" ? t("scanned-by", { door: device.name, by }) : by;
}

/** The latest arrivals. An undone check-in leaves the list immediately, and returns if the API rejects the change. */
function Arrivals({ event, items }: { event: Event; items: CheckIn[] | undefined }) {
  const eventId = event.id;
  const { queryKey } = arrivalsQuery(eventId);
  const undo = useMutation({
    mutationFn: (checkIn: CheckIn) =>
      api.DELETE("/events/{eventId}/check-ins/{checkInId}", { params: { path: { eventId, checkInId: checkIn.id } } }),
    onMutate: async (checkIn) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const isOther = ({ id }: CheckIn) => id !== checkIn.id;
      queryClient.setQueryData(queryKey, (list) => list && { ...list, items: list.items.filter(isOther) });
      return before;
    },
    onError: (_, __, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (_, { guest }) => toast(t("undone", { name: guest.name })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <section className="stack">
      <h2>{t("arrivals")}</h2>
      <Refusal error={undo.error} />
      {items?.length === 0 ? <Empty title={t("no-arrivals")}>{t("no-arrivals-lead")}</Empty> : null}
      <ul className="plain-list stack tight">
        {items?.map((checkIn) => (
          <li key={checkIn.id} className="card row spread">
            <div className="grow">
              <p className="break">
                <Link to="/events/$eventId/guests/$guestId" params={{ eventId, guestId: checkIn.guest_id }}>
                  {checkIn.guest.name}
                </Link>
              </p>
              <p className="small muted">
                {t("arrival", {
                  count: checkIn.arrival_count,
                  at: time(checkIn.checked_in_at, event.timezone),
                  by: scannedBy(checkIn),
                })}
              </p>
              {checkIn.over_tier ? <p className="small break">{unsentWords("tier_limit")}</p> : null}
            </div>
            <div className="row">
              {checkIn.remaining > 0 ? <Badge tone="warn">{t("remaining", { count: checkIn.remaining })}</Badge> : null}
              {checkIn.walk_in ? <Badge>{t("walk-in")}</Badge> : null}
              {checkIn.over_tier ? <Badge tone="warn">{t("over-tier")}</Badge> : null}
              {checkIn.guest.table === null ? null : <Badge>{t("table", { table: checkIn.guest.table })}</Badge>}
              {event.your_role === "viewer" ? null : (
                <Button
                  look="quiet"
                  isSmall
                  aria-label={t("undo-of", { name: checkIn.guest.name })}
                  onPress={() => undo.mutate(checkIn)}
                >
                  {t("undo")}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
