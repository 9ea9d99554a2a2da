import { useQuery } from "@tanstack/react-query";
import type { Event, EventSeats, Guest } from "@usher/client";
import { useState } from "react";
import { apiItems, queryClient, seatsQuery, useEvent } from "../../../api/client.ts";
import { dateTime, number, textsOf } from "../../../i18n/text.tsx";
import { Button, Link } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { Badge, Empty, Loading, Refusal, Skeleton } from "../../../ui/states.tsx";
import { aboutGuest } from "../../guests/about-guest.ts";
import { OfferSeat } from "../../guests/guest/offer-seat.tsx";
import { PassedOver } from "../../guests/passed-over.tsx";
import { SettingsFrame } from "../frame.tsx";
import { SeatsForm } from "./seats-form.tsx";
import "../screen.css";

const t = textsOf("settings");

/** The API returns the places of the first hundred. */
const SHOWN = 100;

export function Screen() {
  const event = useEvent();
  const seats = useQuery(seatsQuery(event.id));
  return (
    <SettingsFrame title={t("seats-title")} lead={t("seats-lead")}>
      <Loading query={seats} lines={2} label={t("loading")} />
      {seats.data === undefined ? null : <Taken seats={seats.data} />}
      <SeatsForm event={event} />
      <Waiting event={event} left={seats.data?.left ?? 0} />
    </SettingsFrame>
  );
}

function Taken({ seats }: { seats: EventSeats }) {
  const { confirmed, waitlisted } = seats;
  return (
    <section className="card stack tight" aria-live="polite" aria-label={t("seats-taken")}>
      <p>
        <span className="figure">{number(confirmed.heads)}</span> {t("seats-taken-open", { count: confirmed.heads })}
      </p>
      <p className="muted">
        {seatWords(seats)}
        {waitlisted.parties > 0 ? ` · ${t("seats-waiting", { count: waitlisted.parties })}` : ""}
      </p>
    </section>
  );
}

/** Confirmed, offered and free seats add up to the capacity. */
function seatWords({ capacity, held, left, confirmed, offered }: EventSeats): string {
  if (capacity === null || left === null) return t("seats-unlimited");
  const values = { capacity, confirmed: confirmed.heads, offered: offered.heads };
  return held > capacity ? t("seats-over", { ...values, over: held - capacity }) : t("seats-of", { ...values, left });
}

/** The waitlisted parties in order, and those with an offered seat. */
function Waiting({ event, left }: { event: Event; left: number }) {
  const waiting = useQuery(waitingQuery(event.id, "waitlisted"));
  const offered = useQuery(waitingQuery(event.id, "offered"));
  const [offering, setOffering] = useState<Guest | null>(null);
  const canEdit = event.your_role !== "viewer";
  const parties = waiting.data ?? [];
  const isTooLarge = left > 0 && parties.length > 0 && parties.every((guest) => peopleOf(guest) > left);
  return (
    <Section id="waiting" className="stack" title={t("waiting")}>
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
          <Party key={guest.id} guest={guest} event={event}>
            <Badge tone="warn">{t("has-offer", { until: until(guest, event) })}</Badge>
          </Party>
        ))}
      </ul>
      {isTooLarge ? <p className="muted small">{t("waiting-too-large")}</p> : null}
      <ol className="plain-list stack tight">
        {parties.map((guest) => (
          <Party key={guest.id} guest={guest} event={event}>
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
    </Section>
  );
}

function until({ rsvp }: Guest, { timezone }: Event): string {
  const at = rsvp?.offer_expires_at ?? null;
  return at === null ? "" : dateTime(at, timezone);
}

function Party({ guest, event, children }: { guest: Guest; event: Event; children: React.ReactNode }) {
  const place = guest.rsvp?.waitlist_position ?? null;
  return (
    <li className="card stack tight">
      <div className="row spread">
        <div className="grow">
          <p className="break">
            {place === null ? null : <span className="muted numeric">{`${place}. `}</span>}
            <Link to="/events/$eventId/guests/$guestId" params={{ eventId: event.id, guestId: guest.id }}>
              <bdi>{guest.name}</bdi>
            </Link>{" "}
            <span className="muted">{t("party", { count: peopleOf(guest) })}</span>
          </p>
          <p className="small muted break" dir="auto">
            {aboutGuest(guest)}
          </p>
        </div>
        {children}
      </div>
      <PassedOver guest={guest} canEdit={event.your_role !== "viewer"} />
    </li>
  );
}

function peopleOf({ rsvp }: Guest): number {
  return 1 + (rsvp?.plus_ones ?? 0);
}

/** Waitlisted parties, the next first, or parties with an offer. */
const waitingQuery = (eventId: string, standing: "waitlisted" | "offered") => ({
  ...apiItems(["events", eventId, "seats", standing], "/events/{eventId}/guests", {
    path: { eventId },
    query: { standing: [standing], limit: 200, sort: "responded_at" },
  }),
  select: (guests: Guest[]) => guests.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, SHOWN),
});

function placeOf({ rsvp }: Guest): number {
  return rsvp?.waitlist_position ?? Number.MAX_SAFE_INTEGER;
}
