import { useText } from "../i18n/use-text.tsx";
import { Button } from "./button.tsx";

/** The last row of a form that can be left: the button that sends it, and the one that does not. */
export function FormActions({
  submit,
  isPending,
  onCancel,
}: {
  /** The words of the button: what it does. */
  submit: string;
  isPending: boolean;
  onCancel: () => void;
}) {
  const t = useText("common");
  return (
    <div className="row">
      <Button type="submit" isPending={isPending}>
        {submit}
      </Button>
      <Button look="quiet" onPress={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}
