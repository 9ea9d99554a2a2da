import type { Branding } from "@usher/client";
import { useId } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { Select } from "../../ui/select.tsx";
import { COLORS, FONTS } from "./branding.ts";
import { ImageField } from "./image-field.tsx";
import { ThemeField } from "./theme-field.tsx";
import "./screen.css";

const OURS = "";

/** Theme, colour, font and pictures of an event. */
export function LookFields({ value, onChange }: { value: Branding; onChange: (value: Branding) => void }) {
  const t = useText("look");
  return (
    <div className="stack">
      <ThemeField value={value.theme} onChange={(theme) => onChange({ ...value, theme })} />
      <ColorField value={value.primary_color} onChange={(primary_color) => onChange({ ...value, primary_color })} />
      <Select
        label={t("font")}
        value={value.font ?? OURS}
        onChange={(font) => onChange({ ...value, font: font === OURS ? null : font })}
        options={[{ value: OURS, label: t("font-theme") }, ...FONTS.map((font) => ({ value: font, label: font }))]}
      />
      <ImageField
        label={t("cover")}
        help={t("cover-help")}
        value={value.cover_url}
        onChange={(cover_url) => onChange({ ...value, cover_url })}
      />
      <ImageField
        label={t("logo")}
        help={t("logo-help")}
        value={value.logo_url}
        onChange={(logo_url) => onChange({ ...value, logo_url })}
      />
    </div>
  );
}

/** A few colours, and the browser's own picker for any other. */
function ColorField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useText("look");
  const id = useId();
  return (
    <fieldset className="plain stack tight">
      <legend>{t("color")}</legend>
      <div className="row swatches">
        <label className="row small of-theme">
          <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
          {t("color-theme")}
        </label>
        {COLORS.map(({ color, name }) => (
          <label key={color} className="swatch">
            <input type="radio" name={id} checked={value === color} onChange={() => onChange(color)} />
            <span className="dot" style={{ background: color }} />
            <span className="visually-hidden">{t(`color-${name}`)}</span>
          </label>
        ))}
        <label className="row small">
          <input type="color" value={value ?? COLORS[0].color} onChange={(event) => onChange(event.target.value)} />
          {t("color-other")}
        </label>
      </div>
    </fieldset>
  );
}
