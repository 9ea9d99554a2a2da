import { useQuery } from "@tanstack/react-query";
import type { Passkey } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { hasPasskeys, makePasskey } from "../../../api/passkey.ts";
import { queryClient } from "../../../api/queries.ts";
import { withStepUp } from "../../../api/step-up.ts";
import { useSave } from "../../../api/use-save.ts";
import { ago, date } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { passkeysQuery } from "./queries.ts";

/** The account's log, too. */
const refresh = () => queryClient.invalidateQueries({ queryKey: ["me"] });

/** The passkeys that sign in, and a new one. */
export function Passkeys() {
  const t = useText("account");
  const passkeys = useQuery(passkeysQuery);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = async () => {
    if (removing === null) return;
    const path = { passkeyId: removing.id };
    await withStepUp(() => api.DELETE("/me/passkeys/{passkeyId}", { params: { path } }));
    toast(t("passkey-removed", { name: removing.name }));
    await refresh();
  };
  return (
    <section className="card stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t("passkeys")}</h2>
      <p className="muted">{t("passkeys-lead")}</p>
      <Refusal error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      {passkeys.isPending ? <Skeleton lines={2} label={t("loading")} /> : null}
      {passkeys.data === undefined || passkeys.data.length === 0 ? null : (
        <ul className="plain-list stack tight" aria-labelledby="passkeys">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className="row spread">
              <div className="grow">
                <p className="break">
                  <strong>{passkey.name}</strong>
                </p>
                <p className="small muted">
                  {passkey.last_used_at === null
                    ? t("passkey-unused", { made: date(passkey.created_at) })
                    : t("passkey-used", { made: date(passkey.created_at), used: ago(passkey.last_used_at) })}
                </p>
              </div>
              <Button
                look="danger"
                isSmall
                aria-label={t("remove-of", { name: passkey.name })}
                onPress={() => setRemoving(passkey)}
              >
                {t("remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? <AddPasskey /> : <p className="notice">{t("no-passkeys-here")}</p>}
      <ConfirmDialog
        title={t("passkey-remove-title", { name: removing?.name ?? "" })}
        confirm={t("remove")}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={remove}
      >
        <p>{t("passkey-remove-lead")}</p>
      </ConfirmDialog>
    </section>
  );
}

function AddPasskey() {
  const t = useText("account");
  const [name, setName] = useState("");
  const add = useSave({
    typed: name,
    send: async () => {
      const { data: options } = await withStepUp(() => api.POST("/auth/passkeys/registration-options"));
      const credential = await makePasskey(options);
      const body = name.trim() === "" ? { credential } : { credential, name: name.trim() };
      return api.POST("/auth/passkeys/register", { body });
    },
    forget: () => setName(""),
    onSaved: async (passkey) => {
      toast(t("passkey-added", { name: passkey.name }));
      await refresh();
    },
  });
  const problem = problemOf(add.error);
  return (
    <Form
      action={problem === null ? add : { ...add, error: null }}
      className="stack tight"
      submit={t("passkey-add")}
      look="quiet"
      onSubmit={() => add.mutate()}
    >
      <TextField
        label={t("passkey-name")}
        help={t("passkey-name-help")}
        value={name}
        onChange={setName}
        maxLength={60}
      />
      {problem === null ? null : (
        <p className="notice bad" role="alert">
          {t(`passkey-${problem}`)}
        </p>
      )}
    </Form>
  );
}

/** `Refusal` shows these, or shows nothing for them. */
const SHOWN_BY_REFUSAL = ["NotAllowedError", "AbortError", "SecurityError"];

/** What browsers refuse a passkey for (WebAuthn, section 5.1); null for what is no refusal of theirs. */
function problemOf(error: unknown): "exists" | "impossible" | null {
  if (!(error instanceof DOMException) || SHOWN_BY_REFUSAL.includes(error.name)) return null;
  return error.name === "InvalidStateError" ? "exists" : "impossible";
}
