import { useQuery } from "@tanstack/react-query";
import type { Passkey } from "@usher/client";
import { useState } from "react";
import { api, apiItems, refreshAccount } from "../../../api/client.ts";
import { hasPasskeys, makePasskey } from "../../../api/passkey.ts";
import { withStepUp } from "../../../api/session.ts";
import { useSave } from "../../../api/use-save.ts";
import { ago, date, textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Section } from "../../../ui/page.tsx";
import { Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

const t = textsOf("account");

export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const remove = async ({ id, name }: Passkey) => {
    await withStepUp(() => api.DELETE("/me/passkeys/{passkeyId}", { params: { path: { passkeyId: id } } }));
    toast(t("passkey-removed", { name }));
    await refreshAccount();
  };
  return (
    <Section id="passkeys" title={t("passkeys")}>
      <p className="muted">{t("passkeys-lead")}</p>
      <Loading query={passkeys} lines={2} label={t("loading")} />
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
              <ConfirmButton
                isSmall
                aria-label={t("remove-of", { name: passkey.name })}
                title={t("passkey-remove-title", { name: passkey.name })}
                confirm={t("remove")}
                onConfirm={() => remove(passkey)}
                lead={t("passkey-remove-lead")}
              />
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? <AddPasskey /> : <p className="notice">{t("no-passkeys-here")}</p>}
    </Section>
  );
}

function AddPasskey() {
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
      await refreshAccount();
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

/** Errors that `Refusal` handles: with a text, or as a cancelled dialog. */
const SHOWN_BY_REFUSAL = ["NotAllowedError", "AbortError", "SecurityError"];

/** Classifies the browser's error (WebAuthn, section 5.1). Null for any other error, which `Refusal` shows. */
function problemOf(error: unknown): "exists" | "impossible" | null {
  if (!(error instanceof DOMException) || SHOWN_BY_REFUSAL.includes(error.name)) return null;
  return error.name === "InvalidStateError" ? "exists" : "impossible";
}

const passkeysQuery = apiItems(["me", "passkeys"], "/me/passkeys");
