import { lazy, Suspense } from "react";
import { useAskedStepUp } from "../api/step-up.ts";
import { loadTexts } from "../i18n/catalogue.ts";

const StepUpDialog = lazy(async () => {
  const [module] = await Promise.all([import("../routes/sign-in/step-up-dialog.tsx"), loadTexts("sign-in")]);
  return { default: module.StepUpDialog };
});

/** Asks above the screen for what a request needs that was refused with `step_up_required`; see `withStepUp`. */
export function StepUp() {
  const asked = useAskedStepUp();
  return asked === null ? null : (
    <Suspense fallback={null}>
      <StepUpDialog asked={asked} />
    </Suspense>
  );
}
