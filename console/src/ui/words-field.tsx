import { type ComponentProps, useRef } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import "./words-field.css";

/**
 * A text with placeholders: each is a button that inserts it at the cursor.
 * @param insertLabel names the row of buttons to screen readers
 */
export function WordsField({
  insertions,
  insertLabel,
  ...props
}: Omit<ComponentProps<typeof TextField>, "children"> & {
  value: string;
  onChange: (value: string) => void;
  /** Placeholders, each with the text of its button. */
  insertions: { value: string; label: string }[];
  insertLabel: string;
}) {
  const { value, onChange } = props;
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const field = input.current;
    if (field === null) return;
    const from = field.selectionStart ?? value.length;
    onChange(value.slice(0, from) + text + value.slice(field.selectionEnd ?? from));
    // After the field has the new text.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(from + text.length, from + text.length);
    });
  };
  return (
    <TextField
      {...props}
      dir="auto"
      autoComplete="off"
      inputRef={(element) => {
        input.current = element;
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second label of the field */}
      <div className="insertions" role="group" aria-label={insertLabel}>
        {insertions.map((insertion) => (
          <Button key={insertion.value} look="quiet" className="chip" onPress={() => insert(insertion.value)}>
            {insertion.label}
          </Button>
        ))}
      </div>
    </TextField>
  );
}
