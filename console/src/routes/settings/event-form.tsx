import type { ChangeEvent, Event } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { eventQuery, queryClient } from "../../api/queries.ts";
import { useSave } from "../../api/use-save.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { AnswerFields, BasicFields, MailFields, TimeFields } from "./event-fields.tsx";
import { changesOf, contradictions, type EventValues, editedValues, newsOf } from "./event-values.ts";
import { News } from "./news.tsx";
import { SaveBar } from "./save-bar.tsx";
import "./screen.css";

/** An event's own fields. What was typed stays until it is saved or discarded, whatever happens meanwhile. */
export function EventForm({ event }: { event: Event }) {
  const t = useText("settings");
  const [draft, setDraft] = useDraft<Partial<EventValues>>(`settings ${event.id}`);
  const edits = draft ?? {};
  const [isTelling, setTelling] = useState<boolean | null>(null);
  const [movesMessages, setMovesMessages] = useState(true);
  const canEdit = event.your_role !== "viewer";
  const changes = changesOf(event, edits);
  const news = newsOf(changes);
  const values = editedValues(event, edits);
  const wrongTimes = contradictions(values);
  const save = useSave({
    typed: draft,
    send: (body: ChangeEvent) => api.PATCH("/events/{eventId}", { params: { path: { eventId: event.id } }, body }),
    forget: () => setDraft(null),
    onSaved: (saved, { notify }) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ["events"] });
      setTelling(null);
      toast(t(notify === true ? "saved-and-told" : "saved"));
    },
  });
  const isDirty = Object.keys(changes).length > 0;
  const isTold = event.status === "scheduled" && news.fields.length > 0 && (isTelling ?? news.isUrgent);
  const moves = changes.event_date !== undefined;
  const submit = () => {
    if (!isDirty || wrongTimes.length > 0) return;
    save.mutate({
      ...changes,
      ...(isTold ? { notify: true } : {}),
      ...(moves && movesMessages ? { shift_messages: true } : {}),
    });
  };
  const shared = {
    values,
    errors: Object.fromEntries(wrongTimes.map((field) => [field, t(`wrong-${field}`)])),
    isReadOnly: !canEdit,
    onChange: (edited: Partial<EventValues>) => setDraft({ ...edits, ...edited }),
  };
  return (
    <Form action={save} className="stack loose" onSubmit={submit}>
      <BasicFields {...shared} />
      <TimeFields {...shared} />
      <AnswerFields {...shared} />
      <MailFields {...shared} event={event} />
      {canEdit ? null : <p className="notice">{t("read-only")}</p>}
      {isDirty ? (
        <SaveBar
          action={save}
          isWrong={wrongTimes.length > 0}
          save={t("save")}
          onDiscard={() => {
            setDraft(null);
            save.reset();
          }}
        >
          {event.status === "scheduled" && news.fields.length > 0 ? (
            <News event={event} changes={changes} fields={news.fields} isTold={isTold} onTold={setTelling} />
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
