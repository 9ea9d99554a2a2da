import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { isUsherError } from "@usher/client";
import { useEffect, useRef } from "react";
import { useText } from "../i18n/use-text.tsx";
import { buttonClass, Link } from "../ui/button.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { Empty, Skeleton } from "../ui/states.tsx";
import { Main } from "./account-frame.tsx";

/** The code of a screen could not be fetched: there is no network, or another version of the console is in its place. */
export class ScreenNotLoaded extends Error {
  override readonly name = "ScreenNotLoaded";

  constructor(cause: unknown) {
    super("The code of the screen could not be fetched.", { cause });
  }
}

/** Loads the page again, with the screen that its address names, once the service is there. */
async function reloadIfReachable(): Promise<void> {
  const isThere = await fetch(location.href, { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
}

/** Takes the place of a screen that cannot be shown; comes back by itself when the network does. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const t = useText("common");
  const router = useRouter();
  const retry = () => {
    if (error instanceof ScreenNotLoaded) return void reloadIfReachable();
    reset();
    void router.invalidate();
  };
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    const onOnline = () => latest.current();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
  if (isUsherError(error, "not_found")) return <Missing />;
  return (
    <Main>
      <div className="stack">
        <h1>{t("error-title")}</h1>
        <Refusal error={error} onRetry={retry} />
      </div>
    </Main>
  );
}

export function Missing() {
  const t = useText("common");
  return (
    <Main>
      <Empty
        title={t("missing-title")}
        action={
          <Link to="/" className={buttonClass()}>
            {t("back-to-events")}
          </Link>
        }
      >
        {t("missing-lead")}
      </Empty>
    </Main>
  );
}

/** Shown while a screen's code or data is on its way. */
export function Pending() {
  const t = useText("common");
  return (
    <Main>
      <Skeleton lines={6} label={t("loading")} />
    </Main>
  );
}
