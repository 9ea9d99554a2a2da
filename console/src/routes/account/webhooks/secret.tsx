import { useText } from "../../../i18n/use-text.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";

/** A secret that is shown this once. */
export function Secret({ secret }: { secret: string }) {
  const t = useText("account");
  return (
    <div className="notice stack tight" role="status">
      <p>{t("webhook-secret-lead")}</p>
      <CopyField label={t("webhook-secret")} value={secret} />
    </div>
  );
}
