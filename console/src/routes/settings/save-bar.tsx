import { type ReactNode, useEffect } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { FormRefusal } from "../../ui/form.tsx";
import { fieldErrors } from "../../ui/refusal.tsx";

/**
 * Saves or discards what was edited on a long form; it stays at the foot of the window.
 * @param action that of the form
 * @param isWrong whether the screen itself has something against what was typed: it cannot be saved
 * @param save the words of its button, which submits the form
 */
export function SaveBar({
  action: { error, isPending },
  isWrong = false,
  save,
  onDiscard,
  children,
}: {
  action: { error: unknown; isPending: boolean };
  isWrong?: boolean;
  save: string;
  onDiscard: () => void;
  children?: ReactNode;
}) {
  const t = useText("settings");
  // It comes up with the first edit, and what is edited may be where it is.
  useEffect(() => {
    // In newer browsers it returns a promise, which React would take for the effect's cleanup.
    void document.activeElement?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section className="card stack save-bar" aria-label={t("unsaved")}>
      {children}
      <FormRefusal />
      {isWrong || Object.keys(fieldErrors(error)).length > 0 ? (
        <p className="field-error" role="alert">
          {t("look-above")}
        </p>
      ) : null}
      <div className="row">
        <Button type="submit" isPending={isPending} isDisabled={isWrong}>
          {save}
        </Button>
        <Button look="quiet" onPress={onDiscard}>
          {t("discard")}
        </Button>
      </div>
    </section>
  );
}
