import type { Child } from "hono/jsx";
import type { Page, PageScript } from "../page.tsx";

interface FormPageParts {
  title: string;
  /** What went wrong with the form that was sent. */
  trouble?: string | null;
  script?: PageScript;
  children: Child;
}

/** The frame that the small pages share. */
export function formPage({ title, trouble, script, children }: FormPageParts): Page {
  return {
    title: `${title} · Usher`,
    ...(script ? { script } : {}),
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1 id="page-title">{title}</h1>
        {trouble ? (
          <p class="notice" role="alert">
            {trouble}
          </p>
        ) : null}
        {children}
      </main>
    ),
  };
}

interface FieldProps {
  name: string;
  label: string;
  type: "email" | "password" | "text";
  autocomplete: string;
  hint?: string;
  value?: string;
  minlength?: number;
}

/** A labelled line of a form. */
export function Field({ name, label, hint, ...input }: FieldProps) {
  return (
    <div class="field">
      <label for={name}>
        {label}
        {hint ? <small>{hint}</small> : null}
      </label>
      <input id={name} name={name} required {...input} />
    </div>
  );
}
