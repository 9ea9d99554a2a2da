import { type ReactNode, useEffect } from "react";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { FormRefusal } from "../../ui/form.tsx";
import { fieldErrors } from "../../ui/states.tsx";

const t = textsOf("settings");

/**
 * Saves or discards the edits of a long form. It stays at the bottom of the window.
 * @param isWrong true if the screen's own checks fail, so that nothing can be saved
 * @param save the text of the submit button
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
  // The bar appears with the first edit and may cover the edited field.
  useEffect(() => {
    // Newer browsers return a promise, which React would take for the effect's cleanup.
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
