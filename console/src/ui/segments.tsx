import { Button } from "./button.tsx";

/** A few views of one thing, beside one another; one of them is on. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          look="quiet"
          isSmall
          aria-pressed={option.value === value}
          className={option.value === value ? "on" : ""}
          onPress={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </div>
  );
}
