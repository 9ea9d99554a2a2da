import type { ChangeEvent, Event } from "@usher/client";
import { dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Checkbox } from "../../ui/field.tsx";

type Told = "name" | "event_date" | "end_time" | "timezone" | "venue" | "description";

/** Whether guests are told of a change, and what they will read. */
export function News({
  event,
  changes,
  fields,
  isTold,
  onTold,
}: {
  event: Event;
  changes: ChangeEvent;
  fields: Told[];
  isTold: boolean;
  onTold: (isTold: boolean) => void;
}) {
  const t = useText("settings");
  const after = { ...event, ...changes };
  const lines: { field: string; before: string | null; now: string | null }[] = [];
  if (fields.includes("name")) lines.push({ field: t("name"), before: event.name, now: after.name });
  if (fields.some((field) => field === "event_date" || field === "end_time" || field === "timezone")) {
    const [before, now] = [timesOf(event), timesOf(after)];
    lines.push({ field: t("news-time"), before, now });
  }
  if (fields.includes("venue")) lines.push({ field: t("venue"), before: event.venue, now: after.venue });
  return (
    <div className="stack tight">
      <Checkbox isSelected={isTold} onChange={onTold}>
        {t("tell")}
      </Checkbox>
      {isTold ? (
        <div className="notice stack tight news">
          <p className="small muted">{t("tell-lead")}</p>
          <p>
            <strong>{t("news-subject", { name: after.name })}</strong>
          </p>
          <dl className="stack tight">
            {lines.map(({ field, before, now }) => (
              <div key={field}>
                <dt className="small muted">{field}</dt>
                <dd className="break">
                  {before === null ? null : <s>{before}</s>} {now ?? t("news-none")}
                </dd>
              </div>
            ))}
          </dl>
          {fields.includes("description") ? <p>{t("news-description")}</p> : null}
        </div>
      ) : null}
    </div>
  );
}

function timesOf({ event_date, end_time, timezone }: Pick<Event, "event_date" | "end_time" | "timezone">): string {
  const start = dateTime(event_date, timezone);
  return end_time === null ? start : `${start} – ${dateTime(end_time, timezone)}`;
}
