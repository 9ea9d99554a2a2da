import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useSession } from "../api/session.ts";
import { useText } from "../i18n/use-text.tsx";
import { Toasts } from "../ui/toast.tsx";
import { EndedSession } from "./ended-session.tsx";
import { StepUp } from "./step-up.tsx";

/** What is on every screen: the way past the navigation, the state of the network, a session that ended, toasts. */
export function Root() {
  const t = useText("common");
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
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    window.addEventListener("online", update);
    window.addEventListener("offline", update);
    return () => {
      window.removeEventListener("online", update);
      window.removeEventListener("offline", update);
    };
  }, []);
  return isOnline;
}
