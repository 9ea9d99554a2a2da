import { useState } from "react";
import { noticeEndedSession } from "../../api/session.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Progress } from "../../ui/states.tsx";
import { MAX_IMAGE_BYTES, uploadImage } from "./upload.ts";

/** An image of an event: dropped or chosen, sent at once, shown. @param value the path of the stored image */
export function ImageField({
  label,
  help,
  value,
  onChange,
}: {
  label: string;
  help: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const t = useText("look");
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = async (file: File) => {
    setError(null);
    setTooLarge(file.size > MAX_IMAGE_BYTES);
    if (file.size > MAX_IMAGE_BYTES) return;
    setSent(0);
    try {
      onChange(await uploadImage(file, setSent));
    } catch (reason) {
      noticeEndedSession(reason);
      setError(reason);
    } finally {
      setSent(null);
    }
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
      {sent === null ? (
        <FileDrop types={["image/jpeg", "image/png"]} choose={t(value === null ? "choose" : "replace")} onFile={upload}>
          <p className="help">{help}</p>
        </FileDrop>
      ) : (
        <Progress label={t("uploading")} value={sent} max={1} />
      )}
      {isTooLarge ? (
        <p className="field-error" role="alert">
          {t("too-large")}
        </p>
      ) : null}
      <Refusal error={error} />
    </fieldset>
  );
}
