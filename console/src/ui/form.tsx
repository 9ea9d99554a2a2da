import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useMemo, useState } from "react";
import { Form as AriaForm, FormValidationContext } from "react-aria-components";
import { useText } from "../i18n/use-text.tsx";
import { Button } from "./button.tsx";
import { fieldErrors, Refusal } from "./refusal.tsx";

/** What a form does when it is sent: a mutation. */
interface FormAction {
  error: unknown;
  isPending: boolean;
}

interface FootProps {
  /** The words of the button: what it does. */
  submit: string;
  look?: "primary" | "quiet" | "danger";
  isDisabled?: boolean;
  /** Leaves the form. */
  onCancel?: () => void;
  /** Further buttons. */
  buttons?: ReactNode;
  /** The buttons are as wide as the form. */
  isWide?: boolean;
  /** What to offer for a refusal, such as the choices after a 409. */
  choices?: ReactNode;
}

/** The form around: its action, and the names of its fields. */
const FormContext = createContext<{ action: FormAction; names: Set<string> }>({
  action: { error: null, isPending: false },
  names: new Set(),
});

/**
 * A form that sends a mutation. A field shows what the API has against the value that the field is named after, such as
 * `companions.0.name`. An error that no field shows is shown above the buttons.
 * @param title makes it a card with a heading
 * @param foot without `submit`, the form has a `SaveBar` or buttons of its own
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
  const t = useText("common");
  const { isPending } = useContext(FormContext).action;
  return (
    <>
      <FormRefusal>{choices}</FormRefusal>
      <div className={isWide ? "stack" : "row"}>
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

/** Why the form around was refused, unless its fields show all of it. @param children what to offer for this refusal */
export function FormRefusal({ children }: { children?: ReactNode }) {
  const { action, names } = useContext(FormContext);
  const paths = Object.keys(useContext(FormValidationContext));
  // Fields have had their names since before the form was sent.
  const isShown = paths.length > 0 && paths.every((path) => [...names].some((name) => isOf(name, path)));
  return <Refusal error={isShown ? null : action.error}>{children}</Refusal>;
}

/**
 * What the API has against a field of the form around.
 * @param name of the field, or of several: `items.2` of those of the third item
 * @param own what the screen says itself; it comes first
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

/** Whether the API has something against any of these fields. */
export function useHasFieldError(names: readonly string[]): boolean {
  const paths = Object.keys(useContext(FormValidationContext));
  return names.some((name) => paths.some((path) => isOf(name, path)));
}

/** Whether an error is about a field: `tags.3` is about `tags`. */
function isOf(name: string, path: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}
