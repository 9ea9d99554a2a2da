import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useMemo, useState } from "react";
import { Form as AriaForm, FormValidationContext } from "react-aria-components";
import { textsOf } from "../i18n/text.tsx";
import { Button } from "./button.tsx";
import { fieldErrors, Refusal } from "./states.tsx";

const t = textsOf("common");

/** The mutation that a form sends. */
interface FormAction {
  error: unknown;
  isPending: boolean;
}

interface FootProps {
  submit: string;
  look?: "primary" | "quiet" | "danger";
  isDisabled?: boolean;
  onCancel?: () => void;
  buttons?: ReactNode;
  /** The buttons are as wide as the form. */
  isWide?: boolean;
  /** Ways out of an error, such as the choices after a 409. */
  choices?: ReactNode;
}

/** The enclosing form: its action, and the names of its fields. */
const FormContext = createContext<{ action: FormAction; names: Set<string> }>({
  action: { error: null, isPending: false },
  names: new Set(),
});

/**
 * A form that sends a mutation. A field shows the API's error for the value of its name, such as `companions.0.name`. An error
 * that no field shows is shown above the buttons.
 * @param title makes it a card with a heading
 * @param foot without `submit`, the form has a `SaveBar` or its own buttons
 */
export function Form({
  action,
  onSubmit,
  title,
  label,
  className = title === undefined ? "stack" : "card stack",
  children,
  ...foot
}: {
  action: FormAction;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  title?: string;
  label?: string;
  className?: string;
  children: ReactNode;
} & (FootProps | { submit?: undefined })) {
  const id = useId();
  const { error, isPending } = action;
  const errors = useMemo(() => fieldErrors(error), [error]);
  const [names] = useState(() => new Set<string>());
  const name = title !== undefined ? { "aria-labelledby": id } : label === undefined ? {} : { "aria-label": label };
  return (
    <FormContext value={{ action, names }}>
      <AriaForm
        {...name}
        className={className}
        validationBehavior="aria"
        validationErrors={errors}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onSubmit(event);
        }}
      >
        {title === undefined ? null : <h2 id={id}>{title}</h2>}
        {children}
        {foot.submit === undefined ? null : <Foot {...foot} />}
      </AriaForm>
    </FormContext>
  );
}

function Foot({ submit, look = "primary", isDisabled = false, onCancel, buttons, isWide, choices }: FootProps) {
  const { isPending } = useContext(FormContext).action;
  return (
    <>
      <FormRefusal>{choices}</FormRefusal>
      <div className={isWide ? "stack wide" : "row"}>
        <Button type="submit" look={look} isPending={isPending} isDisabled={isDisabled}>
          {submit}
        </Button>
        {buttons}
        {onCancel === undefined ? null : (
          <Button look="quiet" onPress={onCancel}>
            {t("cancel")}
          </Button>
        )}
      </div>
    </>
  );
}

/** Shows why the enclosing form failed, unless its fields show all of it. @param children ways out of the error */
export function FormRefusal({ children }: { children?: ReactNode }) {
  const { action, names } = useContext(FormContext);
  const paths = Object.keys(useContext(FormValidationContext));
  // All names are known, because fields add them when they appear.
  const isShown = paths.length > 0 && paths.every((path) => [...names].some((name) => isOf(name, path)));
  return <Refusal error={isShown ? null : action.error}>{children}</Refusal>;
}

/**
 * Returns the API's error for a field of the enclosing form.
 * @param name a field, or a group such as `items.2`
 * @param own the screen's own error, which takes precedence
 */
export function useFieldError(name: string | undefined, own?: ReactNode): ReactNode {
  const { names } = useContext(FormContext);
  const errors = useContext(FormValidationContext);
  useEffect(() => {
    if (name === undefined) return;
    names.add(name);
    return () => void names.delete(name);
  }, [names, name]);
  const path = name === undefined ? undefined : Object.keys(errors).find((found) => isOf(name, found));
  return own ?? (path === undefined ? undefined : errors[path]);
}

/** True if the API returned an error for any of these fields. */
export function useHasFieldError(names: readonly string[]): boolean {
  const paths = Object.keys(useContext(FormValidationContext));
  return names.some((name) => paths.some((path) => isOf(name, path)));
}

/** True if an error belongs to a field: `tags.3` belongs to `tags`. */
function isOf(name: string, path: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

/**
 * Binds fields to an object: `{...field("name")}` sets a field's name, value and `onChange`.
 * @param onChange gets the edited member
 * @param prefix of the names in the API's errors, such as `items.2.`
 */
export function bindFields<Values extends object>(
  values: Values,
  onChange: (edited: Partial<Values>) => void,
  prefix = "",
) {
  return <Name extends keyof Values & string>(name: Name) => ({
    name: prefix + name,
    value: values[name],
    onChange: (value: Values[Name]) => onChange({ [name]: value } as unknown as Partial<Values>),
  });
}
