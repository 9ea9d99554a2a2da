import { useParams } from "@tanstack/react-router";
import { useEvent } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { EndOfEvent } from "./end-of-event.tsx";
import { EventForm } from "./event-form.tsx";
import { SettingsFrame } from "./frame.tsx";

/** What is this event, and what may guests do? */
export function Screen() {
  const t = useText("settings");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/settings" });
  const event = useEvent(eventId);
  return (
    <SettingsFrame event={event} title={t("title")} lead={t("lead")}>
      <EventForm event={event} />
      <EndOfEvent event={event} />
    </SettingsFrame>
  );
}
