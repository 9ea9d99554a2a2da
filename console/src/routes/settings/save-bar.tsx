import { type ReactNode, useEffect } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";

/**
 * Saves or discards what was edited on a long form; it stays at the foot of the window.
 * @param error why it was not saved
 * @param isWrong whether fields of the form say what is wrong with them: the error is not said twice
 * @param save the words of its button, which submits the form
 */
export function SaveBar({
  error,
  isWrong,
  save,
  isPending,
  isDisabled = false,
  onDiscard,
  children,
}: {
  error: unknown;
  isWrong: boolean;
  save: string;
  isPending: boolean;
  isDisabled?: boolean;
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
      <Refusal error={isWrong ? null : error} />
      {isWrong ? (
        <p className="field-error" role="alert">
          {t("look-above")}
        </p>
      ) : null}
      <div className="row">
        <Button type="submit" isPending={isPending} isDisabled={isDisabled}>
          {save}
        </Button>
        <Button look="quiet" onPress={onDiscard}>
          {t("discard")}
        </Button>
      </div>
    </section>
  );
}
