import { type ReactNode, useState } from "react";
import { textsOf } from "../../i18n/text.tsx";
import { Segments } from "../../ui/button.tsx";
import { HtmlFrame } from "../../ui/html-frame.tsx";
import { Refusal } from "../../ui/states.tsx";

const t = textsOf("look");

const WIDTHS = ["phone", "desktop"] as const;

/** The page or email as a phone or a desktop shows it. @param html null until there is something to show */
export function PreviewPane({
  title,
  html,
  error,
  children,
}: {
  title: string;
  html: string | null;
  error?: unknown;
  /** Shown next to the choice of the width. */
  children?: ReactNode;
}) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>("phone");
  return (
    <section className="stack tight preview-pane" aria-label={title}>
      <div className="row spread">
        {children ?? <span className="muted small">{title}</span>}
        <Segments
          label={t("width")}
          value={width}
          onChange={setWidth}
          options={WIDTHS.map((value) => ({ value, label: t(`show-${value}`) }))}
        />
      </div>
      <Refusal error={error} />
      <HtmlFrame title={title} html={html} width={width} />
    </section>
  );
}
