import type { ReactNode } from "react";
import { Checkbox } from "./field.tsx";

/**
 * Any of a few choices that are worth reading together.
 * @param onChange gets what is chosen, in the order of the options
 */
export function Checkboxes<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: {
  label: ReactNode;
  options: readonly { value: Value; label: ReactNode }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  error?: string | undefined;
}) {
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
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
