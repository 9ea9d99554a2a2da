import { useInfiniteQuery } from "@tanstack/react-query";
import type { Credential } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { withStepUp } from "../../../api/step-up.ts";
import { ago, date } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { securityQuery } from "./queries.ts";

/** These have a section of their own on this screen. */
const ELSEWHERE: readonly Credential["kind"][] = ["session", "passkey", "authenticator_app"];

/** Whatever else can act for the account, and the end of each. */
export function Access() {
  const t = useText("account");
  const security = useInfiniteQuery(securityQuery);
  const [ending, setEnding] = useState<Credential | null>(null);
  const found = (security.data?.pages[0]?.credentials ?? []).filter(({ kind }) => !ELSEWHERE.includes(kind));
  const titleOf = ({ kind, name }: Credential) =>
    kind === "account_link" || name === null ? t(`kind-${kind}`) : `${t(`kind-${kind}`)}: ${name}`;
  const end = async () => {
    if (ending === null) return;
    const path = { kind: ending.kind, credentialId: ending.id };
    await withStepUp(() => api.DELETE("/me/security/{kind}/{credentialId}", { params: { path } }));
    toast(t("access-ended", { what: titleOf(ending) }));
    await queryClient.invalidateQueries({ queryKey: ["me"] });
  };
  return (
    <section className="card stack" aria-labelledby="access">
      <h2 id="access">{t("access")}</h2>
      <p className="muted">{t("access-lead")}</p>
      <Refusal error={security.error} onRetry={() => void security.refetch()} />
      {security.isPending ? <Skeleton lines={3} label={t("loading")} /> : null}
      {security.isSuccess && found.length === 0 ? <p>{t("access-none")}</p> : null}
      {found.length === 0 ? null : (
        <ul className="plain-list stack tight" aria-labelledby="access">
          {found.map((credential) => (
            <li key={credential.id + credential.kind} className="row spread">
              <Facts credential={credential} title={titleOf(credential)} />
              <Button
                look="danger"
                isSmall
                aria-label={t("access-end-of", { what: titleOf(credential) })}
                onPress={() => setEnding(credential)}
              >
                {t("access-end")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        title={t("access-end-title", { what: ending === null ? "" : titleOf(ending) })}
        confirm={t("access-end")}
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        onConfirm={end}
      >
        <p>{t("access-end-lead")}</p>
      </ConfirmDialog>
    </section>
  );
}

function Facts({ credential, title }: { credential: Credential; title: string }) {
  const t = useText("account");
  const { grants, created_at: made, created_place: place, created_device: device } = credential;
  const { last_used_at: used, last_used_place: usedAt } = credential;
  const from = [device, place].filter((part) => part !== null).join(", ");
  const facts = [
    from === "" ? t("access-made", { made: date(made) }) : t("access-made-from", { made: date(made), from }),
    ...(used === null ? [] : [t("last-used", { when: ago(used) }) + (usedAt === null ? "" : `, ${usedAt}`)]),
  ];
  return (
    <div className="grow">
      <p className="break">
        <strong>{title}</strong>
      </p>
      <p className="small">{grants}</p>
      <p className="small muted break">{facts.join(" · ")}</p>
    </div>
  );
}

/** The sign-ins and changes of the last 90 days. */
export function AccountLog() {
  const t = useText("account");
  const security = useInfiniteQuery(securityQuery);
  const items = security.data?.pages.flatMap(({ log }) => log.items) ?? [];
  return (
    <section className="card stack" aria-labelledby="account-log">
      <h2 id="account-log">{t("log")}</h2>
      <p className="muted">{t("log-lead")}</p>
      {security.isPending ? <Skeleton lines={3} label={t("loading")} /> : null}
      {security.isSuccess && items.length === 0 ? <p>{t("log-none")}</p> : null}
      {items.length === 0 ? null : (
        <ul className="plain-list stack tight" aria-labelledby="account-log">
          {items.map(({ at, what, place, device }) => (
            <li key={at + what}>
              <p>{t(`did-${what}`)}</p>
              <p className="small muted break">
                {[ago(at), device ?? t("unknown-device"), place ?? t("unknown-place")].join(" · ")}
              </p>
            </li>
          ))}
        </ul>
      )}
      {security.hasNextPage ? (
        <div className="row">
          <Button look="quiet" isPending={security.isFetchingNextPage} onPress={() => void security.fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
