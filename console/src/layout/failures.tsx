import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { isUsherError } from "@usher/client";
import { useEffect, useRef } from "react";
import { textsOf } from "../i18n/text.tsx";
import { buttonClass, Link } from "../ui/button.tsx";
import { Empty, Refusal, Skeleton } from "../ui/states.tsx";
import { Main } from "./account-frame.tsx";

const t = textsOf("common");

/** The code of a screen could not be fetched: there is no network, or a newer version of the console was deployed. */
export class ScreenNotLoaded extends Error {
  override readonly name = "ScreenNotLoaded";

  constructor(cause: unknown) {
    super("The code of the screen could not be fetched.", { cause });
  }
}

/** Reloads the page if the service is reachable. */
async function reloadIfReachable(): Promise<void> {
  const isThere = await fetch(location.href, { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
}

/** Shown in place of a failed screen. Retries automatically when the network returns. */
export function Failure({ error, reset }: ErrorComponentProps) {
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

/** Shown while a screen's code or data is loading. */
export function Pending() {
  return (
    <Main>
      <Skeleton lines={6} label={t("loading")} />
    </Main>
  );
}
