import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
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
  const [sent, setSent] = useState(0);
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = useMutation({ mutationFn: (file: File) => uploadImage(file, setSent), onSuccess: onChange });
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
