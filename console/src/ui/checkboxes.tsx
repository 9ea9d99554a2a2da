import type { ReactNode } from "react";
import { Checkbox } from "./field.tsx";
import { useFieldError } from "./form.tsx";

/**
 * Any of a few choices that are worth reading together.
 * @param onChange gets what is chosen, in the order of the options
 */
export function Checkboxes<Value extends string>({
  label,
  options,
  value,
  onChange,
  name,
  error,
}: {
  label: ReactNode;
  options: readonly { value: Value; label: ReactNode }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  name?: string;
  error?: ReactNode;
}) {
  const shownError = useFieldError(name, error);
  const toggle = (toggled: Value, isOn: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === toggled ? isOn : value.includes(one))));
  return (
    <fieldset className="plain stack tight">
      <legend className="label">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          isSelected={value.includes(option.value)}
          onChange={(isOn) => toggle(option.value, isOn)}
        >
          {option.label}
        </Checkbox>
      ))}
      {shownError === undefined ? null : (
        <p className="field-error" role="alert">
          {shownError}
        </p>
      )}
    </fieldset>
  );
}
