import type { ChangedEvent, ChangeEvent, Event } from "@usher/client";
import { useState } from "react";
import { changeEvent, EVENT_OUTDATED } from "../../api/change-event.ts";
import { eventQuery, queryClient, useEvent } from "../../api/client.ts";
import { type Draft, useMergedSave } from "../../api/use-merged-save.ts";
import { dateTime, list, textsOf } from "../../i18n/text.tsx";
import { Conflicts } from "../../ui/conflicts.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { withUnsent } from "../../ui/unsent.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { EndOfEvent } from "./end-of-event.tsx";
import { AnswerFields, BasicFields, fieldName, MailFields, TimeFields, valueText } from "./event-fields.tsx";
import {
  type AnnouncedField,
  announcedChanges,
  changesOf,
  contradictions,
  type EventValues,
  editedValues,
  valuesOf,
} from "./event-values.ts";
import { SettingsFrame } from "./frame.tsx";
import { SaveBar } from "./save-bar.tsx";
import "./screen.css";

const t = textsOf("settings");
const common = textsOf("common");

export function Screen() {
  const event = useEvent();
  return (
    <SettingsFrame title={t("title")} lead={t("lead")}>
      <EventForm event={event} />
      <EndOfEvent event={event} />
    </SettingsFrame>
  );
}

/** The event's fields. Edits stay until they are saved or discarded. */
function EventForm({ event }: { event: Event }) {
  const draft = useDraft<Draft<Event, EventValues>>(`settings-of ${event.id}`);
  const [isForNeverEmailed, setForNeverEmailed] = useState(true);
  const [notifyChoice, setNotifyChoice] = useState<boolean | null>(null);
  const [movesMessages, setMovesMessages] = useState(true);
  const canEdit = event.your_role !== "viewer";
  const form = useMergedSave<
    Event,
    EventValues,
    Pick<ChangeEvent, "notify" | "notify_never_emailed" | "shift_messages">,
    ChangedEvent
  >({
    stored: event,
    draft,
    valuesOf,
    outdated: EVENT_OUTDATED,
    send: (edits, base, options) => changeEvent(base, { ...changesOf(base, edits), ...options }),
    onSaved: (saved, theirs) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ["events"] });
      setNotifyChoice(null);
      if (theirs.length > 0) toast(common("merged", { fields: list(theirs.map(fieldName)) }));
      if (theirs.length > 0 && saved.reason === "not_requested") return;
      toast(saved.notified ? t("saved-and-told") : withUnsent(t("saved"), saved));
    },
  });
  const { base, edits, merge } = form;
  const changes = changesOf(base, edits);
  const news = announcedChanges(changes);
  const values = editedValues(base, edits);
  const wrongTimes = contradictions(values);
  const isDirty = Object.keys(changes).length > 0;
  const isNotified = event.status === "scheduled" && news.fields.length > 0 && (notifyChoice ?? news.isUrgent);
  const moves = changes.event_date !== undefined;
  const submit = () => {
    if (!isDirty) return form.discard();
    if (wrongTimes.length > 0) return;
    form.save({
      ...(isNotified ? { notify: true, notify_never_emailed: isForNeverEmailed } : {}),
      ...(moves && movesMessages ? { shift_messages: true } : {}),
    });
  };
  const shared = {
    values,
    errors: Object.fromEntries(wrongTimes.map((field) => [field, t(`wrong-${field}`)])),
    isReadOnly: !canEdit,
    onChange: form.change,
  };
  return (
    <Form action={form.action} className="stack loose" onSubmit={submit}>
      <Conflicts {...form.conflict} labelOf={fieldName} textOf={valueText} />
      <BasicFields {...shared} />
      <TimeFields {...shared} />
      <AnswerFields {...shared} />
      <MailFields {...shared} event={event} />
      {canEdit ? null : <p className="notice">{t("read-only")}</p>}
      {isDirty || merge !== null ? (
        <SaveBar action={form.action} isWrong={wrongTimes.length > 0} save={t("save")} onDiscard={form.discard}>
          {event.status === "scheduled" && news.fields.length > 0 ? (
            <ChangeNoticeOption
              event={base}
              changes={changes}
              fields={news.fields}
              isNotified={isNotified}
              onNotified={setNotifyChoice}
            />
          ) : null}
          {isNotified ? (
            <Checkbox isSelected={isForNeverEmailed} onChange={setForNeverEmailed}>
              {t("tell-never-emailed")}
            </Checkbox>
          ) : null}
          {moves ? (
            <Checkbox isSelected={movesMessages} onChange={setMovesMessages}>
              {t("shift-messages")}
            </Checkbox>
          ) : null}
        </SaveBar>
      ) : null}
    </Form>
  );
}

/** Chooses whether guests are emailed about a change, and shows the change notice. */
function ChangeNoticeOption({
  event,
  changes,
  fields,
  isNotified,
  onNotified,
}: {
  event: Event;
  changes: ChangeEvent;
  fields: AnnouncedField[];
  isNotified: boolean;
  onNotified: (isNotified: boolean) => void;
}) {
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
      <Checkbox isSelected={isNotified} onChange={onNotified}>
        {t("tell")}
      </Checkbox>
      {isNotified ? (
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
