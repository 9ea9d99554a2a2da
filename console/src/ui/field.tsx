import type { ReactNode } from "react";
import {
  Checkbox as AriaCheckbox,
  NumberField as AriaNumberField,
  SearchField as AriaSearchField,
  Switch as AriaSwitch,
  TextField as AriaTextField,
  type CheckboxProps,
  FieldError,
  Input,
  Label,
  type NumberFieldProps,
  Radio,
  RadioGroup,
  type RadioGroupProps,
  type SearchFieldProps,
  type SwitchProps,
  Text,
  TextArea,
  type TextFieldProps,
} from "react-aria-components";
import { useFieldError } from "./form.tsx";

interface Labelled {
  label: ReactNode;
  /** A hint below the field. */
  help?: ReactNode;
  /** What is wrong with the value, from a check of the screen. What the API says comes from the form, by the field's name. */
  error?: ReactNode;
}

function Hints({ help, error }: Omit<Labelled, "label">) {
  return (
    <>
      {help === undefined ? null : (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error === undefined || error === null ? undefined : error}</FieldError>
    </>
  );
}

const invalid = (error: ReactNode): boolean => error !== undefined && error !== null && error !== "";

/** A line of text, or with `rows` several. */
export function TextField({
  label,
  help,
  error,
  rows,
  placeholder,
  ...props
}: TextFieldProps & Labelled & { rows?: number; placeholder?: string }) {
  const shownError = useFieldError(props.name, error);
  const shared = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField {...props} isInvalid={invalid(shownError)} className="field" validationBehavior="aria">
      <Label>{label}</Label>
      {rows === undefined ? <Input {...shared} /> : <TextArea rows={rows} dir="auto" {...shared} />}
      <Hints help={help} error={shownError} />
    </AriaTextField>
  );
}

export function NumberField({ label, help, error, ...props }: NumberFieldProps & Labelled) {
  const shownError = useFieldError(props.name, error);
  return (
    <AriaNumberField {...props} isInvalid={invalid(shownError)} className="field" validationBehavior="aria">
      <Label>{label}</Label>
      <Input />
      <Hints help={help} error={shownError} />
    </AriaNumberField>
  );
}

export function SearchField({
  label,
  placeholder,
  ...props
}: SearchFieldProps & { label: string; placeholder?: string }) {
  return (
    <AriaSearchField {...props} aria-label={label} className="field">
      <Input placeholder={placeholder ?? label} />
    </AriaSearchField>
  );
}

/**
 * Date and time in the browser's own picker.
 * @param value `2027-06-12T18:30`, without a zone, or empty
 */
export function DateTimeField({
  label,
  help,
  error,
  value,
  onChange,
  isRequired = false,
  isReadOnly = false,
  name,
}: Labelled & {
  value: string;
  onChange: (value: string) => void;
  isRequired?: boolean;
  isReadOnly?: boolean;
  name?: string;
}) {
  const shownError = useFieldError(name, error);
  return (
    <AriaTextField
      value={value}
      onChange={onChange}
      isRequired={isRequired}
      isReadOnly={isReadOnly}
      isInvalid={invalid(shownError)}
      className="field"
      validationBehavior="aria"
      {...(name === undefined ? {} : { name })}
    >
      <Label>{label}</Label>
      <Input type="datetime-local" />
      <Hints help={help} error={shownError} />
    </AriaTextField>
  );
}

export function Checkbox({ children, ...props }: Omit<CheckboxProps, "children"> & { children?: ReactNode }) {
  return (
    <AriaCheckbox {...props} className="checkbox">
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="box" aria-hidden="true">
            {isIndeterminate ? "–" : isSelected ? "✓" : ""}
          </span>
          {children === undefined ? null : <span>{children}</span>}
        </>
      )}
    </AriaCheckbox>
  );
}

export function Switch({ children, ...props }: Omit<SwitchProps, "children"> & { children: ReactNode }) {
  return (
    <AriaSwitch {...props} className="switch">
      <span className="track" aria-hidden="true" />
      <span>{children}</span>
    </AriaSwitch>
  );
}

/** One of a few choices that are worth reading together. */
export function Choices<Value extends string>({
  label,
  options,
  ...props
}: Omit<RadioGroupProps, "children" | "value" | "onChange"> & {
  label: ReactNode;
  value: Value;
  onChange: (value: Value) => void;
  options: { value: Value; label: ReactNode; help?: ReactNode }[];
}) {
  const { onChange, ...rest } = props;
  return (
    <RadioGroup {...rest} onChange={(value) => onChange(value as Value)} className="field">
      <Label>{label}</Label>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className="radio">
          <span className="box" aria-hidden="true" />
          <span>
            {option.label}
            {option.help === undefined ? null : <span className="help stack tight">{option.help}</span>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
