import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { queryClient } from "../api/client.ts";
import { setSession, useAskedStepUp, useSession } from "../api/session.ts";
import { loadTexts } from "../i18n/catalogue.ts";
import { textsOf } from "../i18n/text.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Toasts } from "../ui/toast.tsx";

const t = textsOf("common");

/** Parts of every screen: the skip link, the offline banner, dialogs for sign-in and step-up, and toasts. */
export function Root() {
  const isOnline = useOnline();
  const session = useSession();
  return (
    <>
      <a className="skip" href="#main">
        {t("skip")}
      </a>
      {isOnline ? null : (
        <p className="banner" role="status">
          {t("offline-banner")}
        </p>
      )}
      <Outlet />
      <StepUp />
      {session === "ended" ? <EndedSession /> : null}
      <Toasts />
    </>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

const SignInForm = lazy(async () => {
  const [module] = await Promise.all([import("../routes/sign-in/sign-in-form.tsx"), loadTexts("sign-in")]);
  return { default: module.SignInForm };
});

/** Asks for a sign-in above the screen, which keeps typed text. */
function EndedSession() {
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

const StepUpDialog = lazy(async () => {
  const [module] = await Promise.all([import("../routes/sign-in/step-up-dialog.tsx"), loadTexts("sign-in")]);
  return { default: module.StepUpDialog };
});

/** The dialog of `withStepUp`. */
function StepUp() {
  const asked = useAskedStepUp();
  return asked === null ? null : (
    <Suspense fallback={null}>
      <StepUpDialog asked={asked} />
    </Suspense>
  );
}
