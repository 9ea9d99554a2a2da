import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { isUsherError } from "@usher/client";
import { useText } from "../i18n/use-text.tsx";
import { buttonClass, Link } from "../ui/button.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { Empty, Skeleton } from "../ui/states.tsx";
import { Main } from "./account-frame.tsx";

/** Takes the place of a screen that cannot be shown. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const t = useText("common");
  const router = useRouter();
  if (isUsherError(error, "not_found")) return <Missing />;
  return (
    <Main>
      <div className="stack">
        <h1>{t("error-title")}</h1>
        <Refusal
          error={error}
          onRetry={() => {
            reset();
            void router.invalidate();
          }}
        />
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
