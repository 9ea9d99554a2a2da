import { type ReactNode, useId } from "react";
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from "react-aria-components";
import { Hints } from "./field.tsx";
import { useFieldError } from "./form.tsx";

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** One of a list. */
export function Select<Value extends string>({
  label,
  help,
  options,
  value,
  onChange,
  isLabelHidden = false,
  isDisabled = false,
  name,
}: {
  label: string;
  help?: ReactNode;
  options: Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The label is read by screen readers only. */
  isLabelHidden?: boolean;
  isDisabled?: boolean;
  name?: string;
}) {
  const error = useFieldError(name);
  return (
    <AriaSelect
      value={value}
      onChange={(key) => onChange(key as Value)}
      isInvalid={error !== undefined && error !== null}
      isDisabled={isDisabled}
      className="field select"
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {isLabelHidden ? null : <Label>{label}</Label>}
      <Button>
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Hints help={help} error={error} />
      <Popover className="popover">
        <ListBox items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** One of hundreds, in the browser's own list, which phones show best. @param children the options */
export function NativeSelect({
  label,
  help,
  value,
  onChange,
  children,
}: {
  label: string;
  help?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(help === undefined ? {} : { "aria-describedby": `${id}-help` })}
      >
        {children}
      </select>
      {help === undefined ? null : (
        <span id={`${id}-help`} className="help">
          {help}
        </span>
      )}
    </div>
  );
}
