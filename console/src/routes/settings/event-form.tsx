import { useMutation } from "@tanstack/react-query";
import type { ChangeEvent, Event } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { eventQuery, queryClient } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { fieldErrors } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { AnswerFields, BasicFields, MailFields, TimeFields } from "./event-fields.tsx";
import { changesOf, contradictions, type EventField, type EventValues, editedValues, newsOf } from "./event-values.ts";
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
  const save = useMutation({
    mutationFn: async (body: ChangeEvent) => {
      const { data } = await api.PATCH("/events/{eventId}", { params: { path: { eventId: event.id } }, body });
      return data;
    },
    onMutate: () => draft,
    onSuccess: (saved, { notify }, sent) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ["events"] });
      if (draft === sent) setDraft(null);
      setTelling(null);
      toast(t(notify === true ? "saved-and-told" : "saved"));
    },
  });
  const isDirty = Object.keys(changes).length > 0;
  const isTold = event.status === "scheduled" && news.fields.length > 0 && (isTelling ?? news.isUrgent);
  const moves = changes.event_date !== undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!isDirty || wrongTimes.length > 0) return;
    save.mutate({
      ...changes,
      ...(isTold ? { notify: true } : {}),
      ...(moves && movesMessages ? { shift_messages: true } : {}),
    });
  };
  const fromApi = fieldErrors(save.error);
  const errors: Partial<Record<EventField, string>> = {
    ...fromApi,
    ...Object.fromEntries(wrongTimes.map((field) => [field, t(`wrong-${field}`)])),
  };
  const shared = {
    values,
    errors,
    isReadOnly: !canEdit,
    onChange: (edited: Partial<EventValues>) => setDraft({ ...edits, ...edited }),
  };
  return (
    <form className="stack loose" onSubmit={submit} noValidate>
      <BasicFields {...shared} />
      <TimeFields {...shared} />
      <AnswerFields {...shared} />
      <MailFields {...shared} event={event} />
      {canEdit ? null : <p className="notice">{t("read-only")}</p>}
      {isDirty ? (
        <SaveBar
          error={save.error}
          isWrong={Object.keys(errors).length > 0}
          save={t("save")}
          isPending={save.isPending}
          isDisabled={wrongTimes.length > 0}
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
    </form>
  );
}
