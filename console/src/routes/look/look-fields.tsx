import { useMutation } from "@tanstack/react-query";
import { refusalOf } from "@usher/client";
import { useId, useState } from "react";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Progress, Refusal } from "../../ui/states.tsx";
import { type Branding, COLORS, FONTS, THEMES } from "./branding.ts";
import "./screen.css";

const t = textsOf("look");

/** The API's limit, in bytes. */
const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

const DEFAULT_FONT = "";

interface LookFieldsProps {
  /** Null for an event that is not created yet: pictures then need the plan of the signed-in host. */
  eventId: string | null;
  value: Branding;
  onChange: (value: Branding) => void;
}

/** Theme, colour, font and pictures of an event. */
export function LookFields({ eventId, value, onChange }: LookFieldsProps) {
  return (
    <div className="stack">
      <ThemeField value={value.theme} onChange={(theme) => onChange({ ...value, theme })} />
      <ColorField value={value.primary_color} onChange={(primary_color) => onChange({ ...value, primary_color })} />
      <Select
        label={t("font")}
        value={value.font ?? DEFAULT_FONT}
        onChange={(font) => onChange({ ...value, font: font === DEFAULT_FONT ? null : font })}
        options={[
          { value: DEFAULT_FONT, label: t("font-theme") },
          ...FONTS.map((font) => ({ value: font, label: font })),
        ]}
      />
      <ImageField
        eventId={eventId}
        label={t("cover")}
        help={t("cover-help")}
        value={value.cover_url}
        onChange={(cover_url) => onChange({ ...value, cover_url })}
      />
      <ImageField
        eventId={eventId}
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

/** An image of an event, uploaded when it is dropped or chosen. @param value the path of the stored image */
function ImageField({
  eventId,
  label,
  help,
  value,
  onChange,
}: {
  eventId: string | null;
  label: string;
  help: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const [sent, setSent] = useState(0);
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = useMutation({ mutationFn: (file: File) => uploadImage(eventId, file, setSent), onSuccess: onChange });
  const take = (file: File) => {
    const fits = file.size <= MAX_IMAGE_BYTES;
    setTooLarge(!fits);
    setSent(0);
    if (fits) upload.mutate(file);
    else upload.reset();
  };
  return (
    <fieldset className="plain stack tight image-field">
      <legend>{label}</legend>
      {value === null ? null : (
        <div className="row">
          <img src={value} alt={t("image-now", { label })} />
          <Button look="text" isSmall onPress={() => onChange(null)}>
            {t("remove")}
          </Button>
        </div>
      )}
      {upload.isPending ? (
        <Progress label={t("uploading")} value={sent} max={1} />
      ) : (
        <FileDrop types={["image/jpeg", "image/png"]} choose={t(value === null ? "choose" : "replace")} onFile={take}>
          <p className="help">{help}</p>
        </FileDrop>
      )}
      {isTooLarge ? (
        <p className="field-error" role="alert">
          {t("too-large")}
        </p>
      ) : null}
      <Refusal error={upload.error} />
    </fieldset>
  );
}

type Theme = Branding["theme"];

/** The themes, each with the picture of its link previews and its name in its own font. */
function ThemeField({ value, onChange }: { value: Theme; onChange: (value: Theme) => void }) {
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

/**
 * Uploads an image with XMLHttpRequest, because `fetch` does not report the progress of a body.
 * @param onProgress gets the sent share, from 0 to 1
 * @returns the path of the image
 * @throws UsherError for an error of the API, TypeError without a connection
 */
function uploadImage(eventId: string | null, file: File, onProgress: (sent: number) => void): Promise<string> {
  const form = new FormData();
  form.set("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    // By the plan of the event's host, which may not be the reader's.
    request.open("POST", `/uploads/image${eventId === null ? "" : `?event_id=${eventId}`}`);
    request.setRequestHeader("Usher-Session", "cookie");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError("The upload was not answered."));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 201 && typeof body === "object" && body !== null && "url" in body)
        resolve(String(body.url));
      else reject(refusalOf(body, new Response(null, { status: request.status, statusText: request.statusText })));
    };
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
