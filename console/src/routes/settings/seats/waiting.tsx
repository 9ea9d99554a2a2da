import { useQuery } from "@tanstack/react-query";
import type { Event, Guest } from "@usher/client";
import { useState } from "react";
import { queryClient } from "../../../api/queries.ts";
import { dateTime } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button, Link } from "../../../ui/button.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Badge, Empty, Skeleton } from "../../../ui/states.tsx";
import { OfferSeat } from "../../guests/guest/offer-seat.tsx";
import { waitingQuery } from "./queries.ts";

/** Who waits, in their order, and who has been offered a seat. */
export function Waiting({ event }: { event: Event }) {
  const t = useText("settings");
  const waiting = useQuery(waitingQuery(event.id, "waitlisted"));
  const offered = useQuery(waitingQuery(event.id, "offered"));
  const [offering, setOffering] = useState<Guest | null>(null);
  const canEdit = event.your_role !== "viewer";
  return (
    <section className="stack" aria-labelledby="waiting">
      <h2 id="waiting">{t("waiting")}</h2>
      <Refusal
        error={waiting.error ?? offered.error}
        onRetry={() => {
          for (const list of [waiting, offered]) if (list.isError) void list.refetch();
        }}
      />
      {waiting.isPending ? <Skeleton label={t("loading")} /> : null}
      {waiting.data?.length === 0 && offered.data?.length === 0 ? (
        <Empty title={t("nobody-waits")}>{t("nobody-waits-lead")}</Empty>
      ) : null}
      <ul className="plain-list stack tight">
        {offered.data?.map((guest) => (
          <Party key={guest.id} guest={guest} eventId={event.id}>
            <Badge tone="warn">{t("has-offer", { until: until(guest, event) })}</Badge>
          </Party>
        ))}
      </ul>
      <ol className="plain-list stack tight">
        {waiting.data?.map((guest) => (
          <Party key={guest.id} guest={guest} eventId={event.id}>
            {canEdit ? (
              <Button
                look="quiet"
                isSmall
                aria-label={t("offer-of", { name: guest.name })}
                onPress={() => setOffering(guest)}
              >
                {t("offer")}
              </Button>
            ) : null}
          </Party>
        ))}
      </ol>
      {offering === null ? null : (
        <OfferSeat
          event={event}
          guest={offering}
          onClose={() => {
            setOffering(null);
            void queryClient.invalidateQueries({ queryKey: ["events", event.id, "seats"] });
          }}
        />
      )}
    </section>
  );
}

function until({ rsvp }: Guest, { timezone }: Event): string {
  const at = rsvp?.offer_expires_at ?? null;
  return at === null ? "" : dateTime(at, timezone);
}

function Party({ guest, eventId, children }: { guest: Guest; eventId: string; children: React.ReactNode }) {
  const t = useText("settings");
  const place = guest.rsvp?.waitlist_position ?? null;
  return (
    <li className="card row spread">
      <p className="grow break">
        {place === null ? null : <span className="muted numeric">{`${place}. `}</span>}
        <Link to="/events/$eventId/guests/$guestId" params={{ eventId, guestId: guest.id }}>
          {guest.name}
        </Link>{" "}
        <span className="muted">{t("party", { count: 1 + (guest.rsvp?.plus_ones ?? 0) })}</span>
      </p>
      {children}
    </li>
  );
}
