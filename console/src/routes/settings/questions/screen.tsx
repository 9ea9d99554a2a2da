import { useMutation, useQuery } from "@tanstack/react-query";
import type { Event, PutQuestions, Question, Questions } from "@usher/client";
import { useRef, useState } from "react";
import { api, showSaved, useEvent } from "../../../api/client.ts";
import { EditConflict, type Merge, saveMerged } from "../../../api/merge.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Conflicts } from "../../../ui/conflicts.tsx";
import { Form } from "../../../ui/form.tsx";
import { Section } from "../../../ui/page.tsx";
import { Empty, Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { questionsQuery } from "../../guests/guest/queries.ts";
import { SettingsFrame } from "../frame.tsx";
import { SaveBar } from "../save-bar.tsx";
import {
  bodyOf,
  type DraftQuestion,
  draftOf,
  draftOfItem,
  MAX_QUESTIONS,
  moved,
  newQuestion,
  withIds,
} from "./draft.ts";
import {
  appliedTo,
  editsOf,
  type QuestionsDraft,
  type QuestionValues,
  valuesOf,
  withTheirs,
} from "./merge-questions.ts";
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
  const [draft, keepDraft] = useDraft<QuestionsDraft>(`questions-of ${event.id}`);
  const [merge, setMerge] = useState<Merge<string> | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const canEdit = event.your_role !== "viewer";
  const base = draft?.base ?? saved;
  const asSaved = base.items.map(draftOf);
  const questions = draft?.list ?? asSaved;
  const setDraft = (list: DraftQuestion[] | null) => keepDraft(list === null ? null : { base, list });
  const isDirty = draft !== null && JSON.stringify(bodyOf(questions)) !== JSON.stringify(bodyOf(asSaved));
  const discard = () => {
    setDraft(null);
    setMerge(null);
    save.reset();
  };
  const removed = asSaved.filter(({ id }) => !questions.some((question) => question.id === id));
  const save = useMutation({
    mutationFn: (edited: QuestionsDraft) => saveQuestions(event.id, edited),
    onSuccess: ({ saved: now, sent, theirs }, edited) => {
      if (draft === edited) {
        setDraft(null);
        setOpenKey(null);
      } else {
        keepDraft({ base: now, list: withTheirs(withIds(questions, sent, now.items), sent, now) });
      }
      setMerge(null);
      showSaved(questionsQuery(event.id).queryKey, now);
      toast(t(theirs.length === 0 ? "questions-saved" : "questions-merged"));
    },
    onError: (error) => {
      if (!(error instanceof EditConflict)) return;
      keepDraft({ base: error.now, list: appliedTo(error.now, { base, list: questions }) });
      setMerge(error.merge);
    },
  });
  const choose = (key: string, value: unknown) => {
    const others = questions.filter((question) => question.key !== key);
    const place = questions.findIndex((question) => question.key === key);
    const chosen = value === null || value === undefined ? [] : [draftOfItem(key, value as Item)];
    setDraft(others.toSpliced(place < 0 ? others.length : place, 0, ...chosen));
  };
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
      action={save.error instanceof EditConflict ? { ...save, error: null } : save}
      onSubmit={() => {
        if (isDirty && draft !== null) save.mutate(draft);
        else discard();
      }}
    >
      <Conflicts
        merge={merge}
        labelOf={(key) =>
          labelOf(
            asSaved.concat(questions).find((question) => question.key === key),
            t("untitled"),
          )
        }
        textOf={(value) => itemText(value as Item)}
        emptyText={t("removed")}
        isMine={(key) => key in editsOf({ base, list: questions })}
        onChoose={choose}
      />
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
      {isDirty || merge !== null ? (
        <SaveBar action={save} save={t("save-questions")} onDiscard={discard}>
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

/** Saves an edited list, with changes of other hosts to other questions. @throws EditConflict, UsherError */
async function saveQuestions(eventId: string, edited: QuestionsDraft) {
  let sent = edited.list;
  const result = await saveMerged<Questions, QuestionValues>(edited.base, editsOf(edited), {
    valuesOf,
    outdated: { code: "questions_changed", member: "questions" },
    send: (_, on) => {
      sent = appliedTo(on, edited);
      const body = { ...bodyOf(sent), expected_updated_at: on.updated_at };
      return api.PUT("/events/{eventId}/questions", { params: { path: { eventId } }, body });
    },
  });
  return { ...result, sent };
}

type Item = PutQuestions["items"][number];

/** A question as a text, for the choice between two versions of it. */
function itemText({ label, help, options = [] }: Item): string {
  return [label, help ?? "", options.join(", ")].filter((part) => part !== "").join(" · ");
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
