import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { DoorSummary } from "@usher/client";
import { useState } from "react";
import { useEvent } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { Arrivals } from "./arrivals.tsx";
import { Devices } from "./devices.tsx";
import { HandOver } from "./hand-over.tsx";
import { arrivalsQuery } from "./queries.ts";

/** Who scans, with what? And who is in? */
export function Screen() {
  const t = useText("door");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/door" });
  const event = useEvent(eventId);
  const arrivals = useQuery(arrivalsQuery(eventId));
  const [isHandingOver, setHandingOver] = useState(false);
  const isEditor = event.your_role !== "viewer";
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      actions={isEditor ? <Button onPress={() => setHandingOver(true)}>{t("hand-over")}</Button> : null}
    >
      <Refusal error={arrivals.error} onRetry={() => void arrivals.refetch()} />
      {arrivals.data === undefined ? (
        <Skeleton lines={2} label={t("loading")} />
      ) : (
        <Headcount summary={arrivals.data.summary} />
      )}
      {isEditor ? <Devices event={event} /> : null}
      <Arrivals eventId={eventId} timeZone={event.timezone} mayUndo={isEditor} />
      {isHandingOver ? <HandOver eventId={eventId} onClose={() => setHandingOver(false)} /> : null}
    </Page>
  );
}

function Headcount({ summary }: { summary: DoorSummary }) {
  const t = useText("door");
  const invited = summary.guests_checked_in - summary.walk_ins;
  return (
    <section className="card stack tight" aria-live="polite" aria-label={t("headcount")}>
      <p>
        <span className="figure">{summary.arrived_headcount}</span> {t("in")}
      </p>
      <p className="muted">
        {t("expected", {
          heads: summary.expected_headcount,
          invited,
          guests: summary.guests_expected,
          walkIns: summary.walk_ins,
        })}
      </p>
    </section>
  );
}
