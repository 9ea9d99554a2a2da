import { type ComponentProps, type ReactNode, useId } from "react";
import {
  Checkbox as AriaCheckbox,
  NumberField as AriaNumberField,
  SearchField as AriaSearchField,
  Select as AriaSelect,
  Switch as AriaSwitch,
  TextField as AriaTextField,
  Button,
  type CheckboxProps,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  type NumberFieldProps,
  Popover,
  Radio,
  RadioGroup,
  type RadioGroupProps,
  type SearchFieldProps,
  SelectValue,
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
  /** The result of a check of the screen. Errors of the API come from the form, by the field's name. */
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

/**
 * A line of text, or several with `rows`.
 * @param children shown between the input and its hint
 */
export function TextField({
  label,
  help,
  error,
  rows,
  placeholder,
  dir,
  inputRef,
  children,
  ...props
}: Omit<TextFieldProps, "children" | "dir"> &
  Labelled & {
    rows?: number;
    placeholder?: string;
    dir?: "auto";
    inputRef?: (element: HTMLInputElement | HTMLTextAreaElement | null) => void;
    children?: ReactNode;
  }) {
  const shownError = useFieldError(props.name, error);
  const shared = {
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(inputRef === undefined ? {} : { ref: inputRef }),
  };
  return (
    <AriaTextField {...props} isInvalid={invalid(shownError)} className="field" validationBehavior="aria">
      <Label>{label}</Label>
      {rows === undefined ? <Input dir={dir} {...shared} /> : <TextArea rows={rows} dir="auto" {...shared} />}
      {children}
      <Hints help={help} error={shownError} />
    </AriaTextField>
  );
}

/**
 * Date and time in the browser's own picker.
 * @param value `2027-06-12T18:30`, without a zone, or empty
 */
export function DateTimeField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} type="datetime-local" />;
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

/** One of a few choices, all visible. */
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

/** Any of a few choices, all visible. @param onChange gets the chosen values, in the order of the options */
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
      <legend>{label}</legend>
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

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

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
