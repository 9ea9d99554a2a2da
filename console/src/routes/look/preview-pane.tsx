import { type ReactNode, useState } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { HtmlFrame } from "../../ui/html-frame.tsx";
import { Refusal } from "../../ui/refusal.tsx";

type Width = "phone" | "desktop";

/** The real page or mail as a phone or a desktop shows it. @param html null while there is nothing to show yet */
export function PreviewPane({
  title,
  html,
  error,
  children,
}: {
  title: string;
  html: string | null;
  error?: unknown;
  /** Beside the choice of the width. */
  children?: ReactNode;
}) {
  const t = useText("look");
  const [width, setWidth] = useState<Width>("phone");
  return (
    <section className="stack tight preview-pane" aria-label={title}>
      <div className="row spread">
        {children ?? <span className="muted small">{title}</span>}
        <Toggle label={t("width")} value={width} onChange={setWidth} options={["phone", "desktop"]} />
      </div>
      <Refusal error={error} />
      <HtmlFrame title={title} html={html} width={width} />
    </section>
  );
}

/** One of two or three, as buttons beside one another. */
export function Toggle<Value extends "phone" | "desktop" | "page" | "mail">({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly Value[];
  onChange: (value: Value) => void;
}) {
  const t = useText("look");
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that are pressed, and no fields of a form
    <div className="toggle" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {t(`show-${option}`)}
        </button>
      ))}
    </div>
  );
}
