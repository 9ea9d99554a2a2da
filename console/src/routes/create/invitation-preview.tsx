import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { locale } from "../../i18n/catalogue.ts";
import { languageOf } from "../../i18n/locale.ts";
import { useText } from "../../i18n/use-text.tsx";
import { momentOf, wallTimeOf } from "../../i18n/zoned-time.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { changesTo } from "../look/branding.ts";
import { PreviewPane } from "../look/preview-pane.tsx";
import { type Draft, eventOf } from "./draft.ts";

/** Until the preview follows what is typed. Milliseconds. */
const DEBOUNCE_MS = 400;
/** What the preview shows for a time that was not chosen yet: an evening, so long from now. Milliseconds. */
const SAMPLE_MS = 30 * 86_400_000;
const SAMPLE_CLOCK = "18:00";

/** The real invitation, as far as it is typed. */
export function InvitationPreview({ draft }: { draft: Draft }) {
  const t = useText("create");
  const { name, starts, ends, timezone, venue, description, branding } = useDebounced(draft, DEBOUNCE_MS);
  const typed = { name, starts, ends, timezone, venue, description, branding };
  const preview = useQuery({
    queryKey: ["preview", typed],
    queryFn: async ({ signal }) => {
      const event = eventOf({ ...draft, ...typed }, languageOf(locale)) ?? {
        name: name.trim() || t("name-sample"),
        event_date: eventOf({ ...draft, ...typed, name: "?" }, "en")?.event_date ?? sampleTime(timezone),
        timezone,
        venue: venue.trim() || null,
        description: description.trim() || null,
      };
      const body = { event, branding: changesTo(branding) };
      return (await api.POST("/events/preview", { body, signal })).data.html;
    },
    placeholderData: keepPreviousData,
  });
  return <PreviewPane title={t("preview")} html={preview.data ?? null} error={preview.error} />;
}

function sampleTime(timeZone: string): string {
  const at = Date.now() + SAMPLE_MS;
  const [day] = wallTimeOf(at, timeZone).split("T");
  return momentOf(`${day}T${SAMPLE_CLOCK}`, timeZone) ?? new Date(at).toISOString();
}
