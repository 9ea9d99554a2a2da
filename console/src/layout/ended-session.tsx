import { lazy, Suspense } from "react";
import { queryClient } from "../api/queries.ts";
import { setSession } from "../api/session.ts";
import { loadTexts } from "../i18n/catalogue.ts";
import { useText } from "../i18n/use-text.tsx";
import { Dialog } from "../ui/dialog.tsx";

const SignInForm = lazy(async () => {
  const [module] = await Promise.all([import("../routes/sign-in/sign-in-form.tsx"), loadTexts("sign-in")]);
  return { default: module.SignInForm };
});

/** Asks for a sign-in above the screen, which keeps what was typed. */
export function EndedSession() {
  const t = useText("common");
  return (
    <Dialog title={t("ended-title")} isOpen isRequired onClose={() => undefined}>
      <p>{t("ended-lead")}</p>
      <Suspense fallback={null}>
        <SignInForm
          onSignedIn={() => {
            setSession("signed-in");
            void queryClient.invalidateQueries();
          }}
        />
      </Suspense>
    </Dialog>
  );
}
