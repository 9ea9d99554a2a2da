import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { EventSeats } from "@usher/client";
import { useEvent } from "../../../api/queries.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { SettingsFrame } from "../frame.tsx";
import "../screen.css";
import { seatsQuery } from "./queries.ts";
import { SeatsForm } from "./seats-form.tsx";
import { Waiting } from "./waiting.tsx";

/** Is there room, and who waits for it? */
export function Screen() {
  const t = useText("settings");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/settings/seats" });
  const event = useEvent(eventId);
  const seats = useQuery(seatsQuery(eventId));
  return (
    <SettingsFrame event={event} title={t("seats-title")} lead={t("seats-lead")}>
      <Refusal error={seats.error} onRetry={() => void seats.refetch()} />
      {seats.data === undefined ? <Skeleton lines={2} label={t("loading")} /> : <Taken seats={seats.data} />}
      <SeatsForm event={event} />
      <Waiting event={event} />
    </SettingsFrame>
  );
}

function Taken({ seats }: { seats: EventSeats }) {
  const t = useText("settings");
  const { capacity, held, left, offered, waitlisted } = seats;
  return (
    <section className="card stack tight" aria-live="polite" aria-label={t("seats-taken")}>
      <p>
        <span className="figure">{held}</span>{" "}
        {capacity === null ? t("seats-taken-open") : t("seats-taken-of", { capacity })}
      </p>
      <p className="muted">
        {left === null ? t("seats-unlimited") : t("seats-left", { count: left })}
        {offered.parties > 0 ? ` · ${t("seats-offered", { count: offered.parties })}` : ""}
        {waitlisted.parties > 0 ? ` · ${t("seats-waiting", { count: waitlisted.parties })}` : ""}
      </p>
    </section>
  );
}
