import { useState } from "react";
import { useText } from "../i18n/use-text.tsx";
import { Button } from "./button.tsx";

/** A text to copy, such as a link. It can be selected by hand where the browser refuses to copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const t = useText("common");
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
