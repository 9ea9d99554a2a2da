import { useQuery } from "@tanstack/react-query";
import type { Event, Question, Questions } from "@usher/client";
import { useRef, useState } from "react";
import { api, showSaved, useEvent } from "../../../api/client.ts";
import { useSave } from "../../../api/use-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { Section } from "../../../ui/page.tsx";
import { Empty, Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { questionsQuery } from "../../guests/guest/queries.ts";
import { SettingsFrame } from "../frame.tsx";
import { SaveBar } from "../save-bar.tsx";
import { bodyOf, type DraftQuestion, draftOf, MAX_QUESTIONS, moved, newQuestion, withIds } from "./draft.ts";
import { QuestionCard } from "./question-card.tsx";
import "../screen.css";

const t = textsOf("settings");

export function Screen() {
  const event = useEvent();
  const questions = useQuery(questionsQuery(event.id));
  return (
    <SettingsFrame title={t("questions-title")} lead={t("questions-lead")}>
      <Loading query={questions} lines={5} label={t("loading")} />
      {questions.data === undefined ? null : <Editor event={event} saved={questions.data} />}
    </SettingsFrame>
  );
}

/** Edits all questions, which are saved as one list. */
function Editor({ event, saved }: { event: Event; saved: Questions }) {
  /** Null without edits. */
  const [draft, setDraft] = useDraft<DraftQuestion[]>(`questions ${event.id}`);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const canEdit = event.your_role !== "viewer";
  const asSaved = saved.items.map(draftOf);
  const questions = draft ?? asSaved;
  const isDirty = draft !== null && JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(asSaved));
  const removed = asSaved.filter(({ id }) => !questions.some((question) => question.id === id));
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
      showSaved(questionsQuery(event.id).queryKey, now);
      toast(t("questions-saved"));
    },
  });
  const move = (from: number, to: number) => {
    const next = moved(questions, from, to);
    if (next === questions) return;
    setDraft(next);
    setSaid(t("question-moved", { label: labelOf(next[to], t("untitled")), place: to + 1, count: next.length }));
    const key = next[to]?.key;
    // The browser removes the focus from an element that moves in the document.
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
        <Button look="quiet" onPress={() => add(newQuestion())}>
          {t("add-question")}
        </Button>
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
          {removed.length === 0 ? null : <p>{t("answers-kept", { count: removed.length })}</p>}
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

/** Removed questions. Their answers are stored. @param onRestore adds a question again */
function RemovedQuestions({
  questions,
  onRestore,
}: {
  questions: Question[];
  onRestore?: (question: Question) => void;
}) {
  if (questions.length === 0) return null;
  return (
    <Section id="removed" className="stack tight" title={t("removed")}>
      <p className="muted">{t("removed-lead")}</p>
      <ul className="plain-list stack tight">
        {questions.map((question) => (
          <li key={question.id} className="card row spread">
            <span className="grow break">{question.label}</span>
            {onRestore === undefined ? null : (
              <Button
                look="quiet"
                isSmall
                aria-label={t("ask-again-of", { label: question.label })}
                onPress={() => onRestore(question)}
              >
                {t("ask-again")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
