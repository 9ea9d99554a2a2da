import { useQuery } from "@tanstack/react-query";
import type { ApiKey, CreatedApiKey } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { ago, date } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Badge, Empty, Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AccountScreen } from "../frame.tsx";
import { CreateKey } from "./create-key.tsx";
import { apiKeysQuery } from "./queries.ts";
import { wordOf } from "./word-of.ts";

const refresh = () => queryClient.invalidateQueries(apiKeysQuery);

/** Which programs act for me, and with what? */
export function Screen() {
  const t = useText("account");
  const keys = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const [removing, setRemoving] = useState<ApiKey | null>(null);
  const remove = async () => {
    if (removing === null) return;
    await api.DELETE("/api-keys/{keyId}", { params: { path: { keyId: removing.id } } });
    toast(t("key-removed", { name: removing.name }));
    await refresh();
  };
  const create = <Button onPress={() => setCreating(true)}>{t("key-create")}</Button>;
  return (
    <AccountScreen title={t("keys-title")} lead={t("keys-lead")}>
      <Refusal error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.isPending ? <Skeleton lines={3} label={t("loading")} /> : null}
      {keys.data?.length === 0 ? (
        <Empty title={t("keys-none")} action={create}>
          <p>{t("keys-none-lead")}</p>
        </Empty>
      ) : null}
      {keys.data === undefined || keys.data.length === 0 ? null : (
        <>
          <div>{create}</div>
          <ul className="plain-list stack" aria-label={t("keys-title")}>
            {keys.data.map((key) => (
              <li key={key.id} className="card row spread">
                <Key apiKey={key} />
                <Button
                  look="danger"
                  isSmall
                  aria-label={t("key-remove-of", { name: key.name })}
                  onPress={() => setRemoving(key)}
                >
                  {t("key-remove")}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {isCreating ? (
        <CreateKey
          onClose={() => setCreating(false)}
          onMade={(key) => {
            setCreating(false);
            setMade(key);
            void refresh();
          }}
        />
      ) : null}
      {made === null ? null : (
        <Dialog title={t("key-made")} isOpen isRequired onClose={() => setMade(null)}>
          <p>{t("key-made-lead")}</p>
          <CopyField label={t("key-itself")} value={made.key} />
          <div className="row">
            <Button onPress={() => setMade(null)}>{t("key-kept")}</Button>
          </div>
        </Dialog>
      )}
      <ConfirmDialog
        title={t("key-remove-title", { name: removing?.name ?? "" })}
        confirm={t("key-remove")}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={remove}
      >
        <p>{t("key-remove-lead")}</p>
      </ConfirmDialog>
    </AccountScreen>
  );
}

/** What a key may do, from where, and when and where it last did. */
function Key({ apiKey }: { apiKey: ApiKey }) {
  const t = useText("account");
  const { name, prefix, scopes, event_ids: events, created_at: created, expires_at: ends, last_used_at: used } = apiKey;
  const { allowed_networks: networks, last_used_place: place } = apiKey;
  const isOver = Date.parse(ends) <= Date.now();
  const facts = [
    used === null
      ? t("key-unused", { made: date(created) })
      : [t("key-used", { made: date(created), used: ago(used) }), ...(place === null ? [] : [place])].join(", "),
    ...(events === null ? [] : [t("key-events", { count: events.length })]),
    ...(networks === null ? [] : [t("key-only-from", { networks: networks.join(", ") })]),
    ...(isOver ? [] : [t("key-until", { end: date(ends) })]),
  ];
  return (
    <div className="grow stack tight">
      <p className="row break">
        <strong>{name}</strong>
        <code>{`${prefix}…`}</code>
        {isOver ? <Badge tone="bad">{t("key-expired")}</Badge> : null}
      </p>
      <p className="small">{scopes.map((scope) => t(`scope-${wordOf(scope)}`)).join(" · ")}</p>
      <p className="small muted break">{facts.join(" · ")}</p>
    </div>
  );
}
