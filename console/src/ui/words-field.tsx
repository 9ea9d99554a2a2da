import { type ReactNode, useRef } from "react";
import { TextField as AriaTextField, FieldError, Input, Label, Text, TextArea } from "react-aria-components";
import { Button } from "./button.tsx";
import { useFieldError } from "./form.tsx";
import "./words-field.css";

/** What can be inserted into a text: a placeholder, and what people call it. */
export interface Insertion {
  value: string;
  label: string;
}

/** A text with placeholders: each is a button that inserts it where the cursor is. */
export function WordsField({
  label,
  help,
  error,
  value,
  onChange,
  insertions,
  insertLabel,
  rows,
  placeholder,
  maxLength,
  name,
  isDisabled = false,
}: {
  label: string;
  help?: ReactNode;
  error?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  insertions: Insertion[];
  /** What a screen reader calls the row of buttons. */
  insertLabel: string;
  /** Several lines; without it, one. */
  rows?: number;
  placeholder?: string;
  maxLength: number;
  name: string;
  isDisabled?: boolean;
}) {
  const shownError = useFieldError(name, error);
  const line = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const field = line.current ?? area.current;
    if (field === null) return;
    const from = field.selectionStart ?? value.length;
    onChange(value.slice(0, from) + text + value.slice(field.selectionEnd ?? from));
    // After the new text is in the field.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const shared = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField
      value={value}
      onChange={onChange}
      maxLength={maxLength}
      name={name}
      autoComplete="off"
      isDisabled={isDisabled}
      isInvalid={shownError !== undefined && shownError !== null}
      className="field"
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input ref={line} dir="auto" {...shared} />
      ) : (
        <TextArea ref={area} rows={rows} dir="auto" {...shared} />
      )}
      {isDisabled ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second label of the field
        <div className="insertions" role="group" aria-label={insertLabel}>
          {insertions.map((insertion) => (
            <Button key={insertion.value} look="quiet" className="chip" onPress={() => insert(insertion.value)}>
              {insertion.label}
            </Button>
          ))}
        </div>
      )}
      {help === undefined ? null : (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{shownError}</FieldError>
    </AriaTextField>
  );
}
