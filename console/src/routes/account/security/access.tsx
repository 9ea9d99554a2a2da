import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { Credential } from "@usher/client";
import { api, refreshAccount } from "../../../api/client.ts";
import { withStepUp } from "../../../api/session.ts";
import { ago, date, textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { Section } from "../../../ui/page.tsx";
import { More } from "../../../ui/pager.tsx";
import { Loading, Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

const t = textsOf("account");

/** Kinds that have their own section on this screen. */
const ELSEWHERE: readonly Credential["kind"][] = ["session", "passkey", "authenticator_app"];

/** The account's other credentials, each with a button that revokes it. */
export function Access() {
  const security = useInfiniteQuery(securityQuery);
  const found = (security.data?.pages[0]?.credentials ?? []).filter(({ kind }) => !ELSEWHERE.includes(kind));
  const titleOf = ({ kind, name }: Credential) =>
    kind === "account_link" || name === null ? t(`kind-${kind}`) : `${t(`kind-${kind}`)}: ${name}`;
  const end = async (credential: Credential) => {
    const path = { kind: credential.kind, credentialId: credential.id };
    await withStepUp(() => api.DELETE("/me/security/{kind}/{credentialId}", { params: { path } }));
    toast(t("access-ended", { what: titleOf(credential) }));
    await refreshAccount();
  };
  return (
    <Section id="access" title={t("access")}>
      <p className="muted">{t("access-lead")}</p>
      <Loading query={security} lines={3} label={t("loading")} />
      {security.isSuccess && found.length === 0 ? <p>{t("access-none")}</p> : null}
      {found.length === 0 ? null : (
        <ul className="plain-list stack tight" aria-labelledby="access">
          {found.map((credential) => (
            <li key={credential.id + credential.kind} className="row spread">
              <Facts credential={credential} title={titleOf(credential)} />
              <ConfirmButton
                isSmall
                aria-label={t("access-end-of", { what: titleOf(credential) })}
                title={t("access-end-title", { what: titleOf(credential) })}
                confirm={t("access-end")}
                onConfirm={() => end(credential)}
                lead={t("access-end-lead")}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Facts({ credential, title }: { credential: Credential; title: string }) {
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
  const security = useInfiniteQuery(securityQuery);
  const items = security.data?.pages.flatMap(({ log }) => log.items) ?? [];
  return (
    <Section id="account-log" title={t("log")}>
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
      <More query={security}>{t("more")}</More>
    </Section>
  );
}

/** The account's credentials on the first page, and its log in pages. */
const securityQuery = infiniteQueryOptions({
  queryKey: ["me", "security"],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) };
    return (await api.GET("/me/security", { params: { query }, signal })).data;
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ log }) => log.next_cursor,
});
