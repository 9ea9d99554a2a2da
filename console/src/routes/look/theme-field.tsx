import type { Branding } from "@usher/client";
import { useId } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { THEMES } from "./branding.ts";
import "./theme-field.css";

type Theme = Branding["theme"];

/** The themes, each as the picture that its link previews have, with its name in its own letters. */
export function ThemeField({ value, onChange }: { value: Theme; onChange: (value: Theme) => void }) {
  const t = useText("look");
  const id = useId();
  return (
    <fieldset className="plain stack tight">
      <legend>{t("theme")}</legend>
      <p className="help">{t("theme-help")}</p>
      <div className="themes">
        {THEMES.map((theme) => (
          <label key={theme} className="theme" data-theme={theme}>
            <input type="radio" name={id} checked={value === theme} onChange={() => onChange(theme)} />
            <img src={`/assets/cards/${theme}.png`} alt="" width={1200} height={630} />
            <span>{t(`theme-${theme}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
