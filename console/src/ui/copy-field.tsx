import { useState } from "react";
import { textsOf } from "../i18n/text.tsx";
import { Button } from "./button.tsx";

const t = textsOf("common");

/** A text to copy, such as a link. It can also be selected by hand, because browsers may deny copying. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="row">
      <input
        className="input grow"
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <Button look="quiet" onPress={() => void copy()}>
        {t(isCopied ? "copied" : "copy")}
      </Button>
    </div>
  );
}
