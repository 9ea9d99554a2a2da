import type { Child } from "hono/jsx";
import { T } from "../texts.tsx";
import type { FormState } from "./form-state.ts";

interface FieldProps {
  state: FormState;
  /** The name of the field, which also makes the IDs of its parts. */
  name: string;
  /** The field's path in the API's request, by which problems name it. */
  path: string;
  /** Usher's label, or the host's question in an element with its own text direction. */
  label: Child;
  help?: string | null;
  required?: boolean;
  children: Child;
}

/** A label, one control with the ID `id`, help, and the field's problem. */
export function Field({ id, label, required = false, children, ...rest }: FieldProps & { id: string }) {
  return (
    <div class="field">
      <label for={id}>
        {label}
        <RequiredMark required={required} />
      </label>
      <Help {...rest} />
      {children}
      <FieldProblem {...rest} />
    </div>
  );
}

/** Several controls under one legend. */
export function FieldGroup({ label, required = false, children, ...rest }: FieldProps) {
  return (
    <fieldset class="field">
      <legend>
        {label}
        <RequiredMark required={required} />
      </legend>
      <Help {...rest} />
      {children}
      <FieldProblem {...rest} />
    </fieldset>
  );
}

function RequiredMark({ required }: { required: boolean }) {
  if (!required) return null;
  return (
    <>
      <span class="mark" aria-hidden="true">
        {" *"}
      </span>
      <span class="visually-hidden">
        {" "}
        <T id="guest.required" />
      </span>
    </>
  );
}

function Help({ name, help = null }: Pick<FieldProps, "name" | "help">) {
  return help === null ? null : (
    <p class="help" id={`${name}-help`} dir="auto">
      {help}
    </p>
  );
}

function FieldProblem({ state, name, path }: Pick<FieldProps, "state" | "name" | "path">) {
  const problem = state.problems.get(path);
  return problem === undefined ? null : (
    <p class="problem" id={`${name}-problem`}>
      {problem}
    </p>
  );
}
