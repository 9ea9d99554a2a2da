import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { download } from "../../guests/download.ts";

/** The recovery codes, shown this once: the dialog stays until the host says that they are kept. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText("account");
  const save = () => download(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }), "usher-recovery-codes.txt");
  return (
    <Dialog title={t("codes-title")} isOpen isRequired onClose={onClose}>
      <p>{t("codes-lead")}</p>
      <ul className="plain-list stack tight" aria-label={t("codes-title")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onPress={onClose} autoFocus>
          {t("codes-kept")}
        </Button>
        <Button look="quiet" onPress={save}>
          {t("codes-download")}
        </Button>
      </div>
    </Dialog>
  );
}
