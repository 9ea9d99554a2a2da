import type { ReactNode } from "react";
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from "react-aria-components";
import { useFieldError } from "./form.tsx";

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** One of a list. For a list of hundreds, `ComboBox` of React Aria can be searched by typing. */
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
      {help === undefined ? null : (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
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
