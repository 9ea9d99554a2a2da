import type { KeyboardEvent } from "react";
import { textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Choices, Select, Switch, TextField } from "../../../ui/field.tsx";
import { bindFields, useFieldError } from "../../../ui/form.tsx";
import { Badge } from "../../../ui/states.tsx";
import { type DraftQuestion, hasOptions, KINDS, optionsOf } from "./draft.ts";

const t = textsOf("settings");

interface Props {
  question: DraftQuestion;
  /** From 1. */
  place: number;
  count: number;
  isOpen: boolean;
  canEdit: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (changed: Partial<DraftQuestion>) => void;
  /** @param to the new index */
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One question, with the form that edits it. Alt and the arrow keys move it. */
export function QuestionCard({ question, place, count, isOpen, canEdit, ...on }: Props) {
  const label = question.label.trim() === "" ? t("untitled") : question.label;
  const path = `items.${place - 1}`;
  const isWrong = useFieldError(path) !== undefined;
  const moveByKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || step === 0 || !canEdit) return;
    event.preventDefault();
    on.onMove(place - 1 + step);
  };
  return (
    <li
      className="card question"
      data-question={question.key}
      tabIndex={-1}
      aria-label={t("question-of", { label, place, count })}
      onKeyDown={moveByKey}
    >
      <div className="row spread">
        <div className="grow stack tight">
          <p className="break">
            <strong>{label}</strong>
          </p>
          <p className="row small muted">
            <span>{t(`kind-${question.kind}`)}</span>
            {question.required ? <Badge>{t("required-short")}</Badge> : null}
            {question.scope === "person" ? <Badge>{t("person-short")}</Badge> : null}
            {question.when === "always" ? <Badge>{t("always-short")}</Badge> : null}
          </p>
          {hasOptions(question) && !isOpen ? (
            <p className="small muted break">{optionsOf(question).join(" · ")}</p>
          ) : null}
        </div>
        {canEdit ? (
          <div className="row">
            <Button
              look="quiet"
              isSmall
              isDisabled={place === 1}
              aria-label={t("move-up", { label })}
              onPress={() => on.onMove(place - 2)}
            >
              {"↑"}
            </Button>
            <Button
              look="quiet"
              isSmall
              isDisabled={place === count}
              aria-label={t("move-down", { label })}
              onPress={() => on.onMove(place)}
            >
              {"↓"}
            </Button>
            <Button
              look="quiet"
              isSmall
              aria-expanded={isOpen || isWrong}
              aria-label={t("edit-of", { label })}
              onPress={() => on.onOpen(!isOpen)}
            >
              {t("edit")}
            </Button>
            <Button look="danger" isSmall aria-label={t("remove-of", { label })} onPress={on.onRemove}>
              {t("remove")}
            </Button>
          </div>
        ) : null}
      </div>
      {isOpen || isWrong ? <Fields question={question} path={path} onChange={on.onChange} /> : null}
    </li>
  );
}

function Fields({ question, path, onChange }: Pick<Props, "question" | "onChange"> & { path: string }) {
  const field = bindFields(question, onChange, `${path}.`);
  return (
    <div className="stack">
      <TextField
        label={t("question-label")}
        {...field("label")}
        maxLength={200}
        autoFocus={question.label === ""}
        isRequired
      />
      <TextField label={t("question-help")} help={t("optional")} {...field("help")} maxLength={500} />
      <Select
        label={t("question-kind")}
        {...field("kind")}
        isDisabled={question.id !== null}
        options={KINDS.map((value) => ({ value, label: t(`kind-${value}`) }))}
        {...(question.id === null ? {} : { help: t("kind-fixed") })}
      />
      {hasOptions(question) ? (
        <TextField label={t("options")} help={t("options-help")} {...field("options")} rows={5} isRequired />
      ) : null}
      <Choices
        label={t("scope")}
        {...field("scope")}
        options={[
          { value: "guest", label: t("scope-guest") },
          { value: "person", label: t("scope-person"), help: t("scope-person-help") },
        ]}
      />
      <Choices
        label={t("when")}
        {...field("when")}
        options={[
          { value: "attending", label: t("when-attending") },
          { value: "always", label: t("when-always") },
        ]}
      />
      <Switch isSelected={question.required} onChange={(required) => onChange({ required })}>
        {t("required")}
      </Switch>
    </div>
  );
}
