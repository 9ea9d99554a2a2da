import type { Child } from "hono/jsx";
import { PROOF_FIELD } from "../../http/proof-of-work.ts";
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

/** The solved challenge that a form carries after it was sent too often; see `problemsAsPages`. */
export function Proof({ value }: { value: string | undefined }) {
  return value === undefined ? null : <input type="hidden" name={PROOF_FIELD} value={value} />;
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
