import type { Question, RecordRsvp } from "@usher/client";
import { useText } from "../../../i18n/use-text.tsx";
import { Checkboxes } from "../../../ui/checkboxes.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";

type Value = NonNullable<RecordRsvp["answers"]>[string];
const NONE = "";

/** The answer to a question of the event. Hosts may leave all of them open. */
export function QuestionField({
  question,
  value,
  name,
  onChange,
}: {
  question: Question;
  value: Value | undefined;
  name: string;
  onChange: (value: Value) => void;
}) {
  const t = useText("guest");
  const { label, kind, options } = question;
  if (kind === "choice" || kind === "yes_no") {
    const offered =
      kind === "choice"
        ? options.map((option) => ({ value: option, label: option }))
        : [
            { value: "true", label: t("yes") },
            { value: "false", label: t("no") },
          ];
    return (
      <Select
        label={label}
        name={name}
        value={value === undefined || value === null ? NONE : String(value)}
        options={[{ value: NONE, label: t("no-answer") }, ...offered]}
        onChange={(chosen) => onChange(chosen === NONE ? null : kind === "choice" ? chosen : chosen === "true")}
      />
    );
  }
  if (kind === "choices") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <Checkboxes
        label={label}
        options={options.map((option) => ({ value: option, label: option }))}
        value={chosen}
        onChange={onChange}
        name={name}
      />
    );
  }
  const read = (text: string): Value => {
    if (text.trim() === "") return null;
    // What is no number is left for the API to refuse, in its words.
    return kind === "number" && Number.isFinite(Number(text)) ? Number(text) : text;
  };
  return (
    <TextField
      label={label}
      name={name}
      value={value === undefined || value === null ? "" : String(value)}
      onChange={(text) => onChange(read(text))}
      {...(kind === "number" ? { inputMode: "decimal" as const } : {})}
    />
  );
}
