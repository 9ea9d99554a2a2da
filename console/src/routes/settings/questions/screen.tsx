import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Event, Questions } from "@usher/client";
import { useRef, useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient, useEvent } from "../../../api/queries.ts";
import { useSave } from "../../../api/use-save.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Empty, Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { questionsQuery } from "../../guests/guest/queries.ts";
import { SettingsFrame } from "../frame.tsx";
import { SaveBar } from "../save-bar.tsx";
import "../screen.css";
import { bodyOf, type DraftQuestion, draftOf, MAX_QUESTIONS, moved, newQuestion, withIds } from "./draft.ts";
import { QuestionCard } from "./question-card.tsx";
import { RemovedQuestions } from "./removed.tsx";

/** What do I need to know from my guests? */
export function Screen() {
  const t = useText("settings");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/settings/questions" });
  const event = useEvent(eventId);
  const questions = useQuery(questionsQuery(eventId));
  return (
    <SettingsFrame event={event} title={t("questions-title")} lead={t("questions-lead")}>
      <Refusal error={questions.error} onRetry={() => void questions.refetch()} />
      {questions.isPending ? <Skeleton lines={5} label={t("loading")} /> : null}
      {questions.data === undefined ? null : <Editor event={event} saved={questions.data} />}
    </SettingsFrame>
  );
}

/** Edits all questions together: they are saved as one list. */
function Editor({ event, saved }: { event: Event; saved: Questions }) {
  const t = useText("settings");
  /** Null: as they are saved. */
  const [draft, setDraft] = useDraft<DraftQuestion[]>(`questions ${event.id}`);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const canEdit = event.your_role !== "viewer";
  const asSaved = saved.items.map(draftOf);
  const questions = draft ?? asSaved;
  const isDirty = draft !== null && JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(asSaved));
  const gone = asSaved.filter(({ id }) => !questions.some((question) => question.id === id));
  const save = useSave({
    typed: draft,
    send: (sent: DraftQuestion[]) =>
      api.PUT("/events/{eventId}/questions", { params: { path: { eventId: event.id } }, body: bodyOf(sent) }),
    forget: () => {
      setDraft(null);
      setOpenKey(null);
    },
    keep: (now, sent) => setDraft(withIds(questions, sent, now.items)),
    onSaved: (now) => {
      queryClient.setQueryData(questionsQuery(event.id).queryKey, now);
      toast(t("questions-saved"));
    },
  });
  const move = (from: number, to: number) => {
    const next = moved(questions, from, to);
    if (next === questions) return;
    setDraft(next);
    setSaid(t("question-moved", { label: labelOf(next[to], t("untitled")), place: to + 1, count: next.length }));
    const key = next[to]?.key;
    // The card keeps its key, but the browser takes the focus from what moves in the document.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-question="${key}"]`)?.focus());
  };
  const add = (question: DraftQuestion) => {
    setDraft([...questions, question]);
    setOpenKey(question.key);
  };
  const remove = (question: DraftQuestion) => {
    const before = questions;
    setDraft(questions.filter(({ key }) => key !== question.key));
    toast(t("question-removed", { label: labelOf(question, t("untitled")) }), {
      label: t("undo"),
      run: () => setDraft(before),
    });
  };
  return (
    <Form
      action={save}
      onSubmit={() => {
        if (isDirty) save.mutate(questions);
      }}
    >
      {questions.length === 0 ? <Empty title={t("no-questions")}>{t("no-questions-lead")}</Empty> : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol ref={list} className="plain-list stack tight">
        {questions.map((question, index) => (
          <QuestionCard
            key={question.key}
            question={question}
            place={index + 1}
            count={questions.length}
            isOpen={openKey === question.key}
            canEdit={canEdit}
            onOpen={(isOpen) => setOpenKey(isOpen ? question.key : null)}
            onChange={(changed) =>
              setDraft(questions.map((other) => (other.key === question.key ? { ...other, ...changed } : other)))
            }
            onMove={(to) => move(index, to)}
            onRemove={() => remove(question)}
          />
        ))}
      </ol>
      {canEdit && questions.length < MAX_QUESTIONS ? (
        <div>
          <Button look="quiet" onPress={() => add(newQuestion())}>
            {t("add-question")}
          </Button>
        </div>
      ) : null}
      {isDirty ? (
        <SaveBar
          action={save}
          save={t("save-questions")}
          onDiscard={() => {
            setDraft(null);
            save.reset();
          }}
        >
          {gone.length === 0 ? null : <p>{t("answers-kept", { count: gone.length })}</p>}
        </SaveBar>
      ) : null}
      <RemovedQuestions
        questions={saved.removed.filter(({ id }) => !questions.some((question) => question.id === id))}
        {...(canEdit && questions.length < MAX_QUESTIONS
          ? { onRestore: (question) => setDraft([...questions, draftOf(question)]) }
          : {})}
      />
    </Form>
  );
}

function labelOf(question: DraftQuestion | undefined, untitled: string): string {
  const label = question?.label.trim() ?? "";
  return label === "" ? untitled : label;
}
