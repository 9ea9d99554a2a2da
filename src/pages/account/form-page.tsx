import type { Child } from "hono/jsx";
import type { Texts } from "../../i18n/texts.ts";
import type { Page } from "../page.tsx";
import { TopBar } from "../top-bar.tsx";

interface FormPageParts {
  title: string;
  /** The error of the form that was sent. */
  error?: string | null;
  /** The language of a page that guests read. */
  texts?: Texts;
  children: Child;
}

/** The layout of pages with one short form or text. */
export function formPage({ title, error, texts, children }: FormPageParts): Page {
  return {
    title: `${title} · Usher`,
    ...(texts ? { texts } : {}),
    body: (
      <>
        <TopBar />
        <main>
          <h1 id="page-title">{title}</h1>
          {error ? (
            <p class="notice" role="alert">
              {error}
            </p>
          ) : null}
          {children}
        </main>
      </>
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

/** A required input with its label. */
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
