import { useState } from "react";
import { api, refreshAccount, useMe } from "../../../api/client.ts";
import { useSave } from "../../../api/use-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { TextField } from "../../../ui/field.tsx";
import { bindFields, Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AccountScreen } from "../frame.tsx";
import { Access, AccountLog } from "./access.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";

const t = textsOf("account");

export function Screen() {
  return (
    <AccountScreen title={t("security-title")} lead={t("security-lead")}>
      <Passkeys />
      <AuthenticatorApp />
      <PasswordForm />
      <Sessions />
      <Access />
      <AccountLog />
    </AccountScreen>
  );
}

const EMPTY = { current: "", password: "" };

function PasswordForm() {
  const { email } = useMe();
  const [typed, setTyped] = useState(EMPTY);
  const field = bindFields(typed, (edited) => setTyped({ ...typed, ...edited }));
  const change = useSave({
    typed,
    send: () => api.POST("/me/password", { body: typed }),
    forget: () => setTyped(EMPTY),
    onSaved: () => {
      toast(t("password-changed"));
      return refreshAccount();
    },
  });
  return (
    <Form
      action={change}
      title={t("password")}
      submit={t("change-password")}
      look="quiet"
      onSubmit={() => change.mutate()}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t("current-password")}
        type="password"
        autoComplete="current-password"
        {...field("current")}
        isRequired
      />
      <TextField
        label={t("new-password")}
        help={t("new-password-help")}
        type="password"
        autoComplete="new-password"
        {...field("password")}
        isRequired
      />
      <p className="help">{t("password-lead")}</p>
    </Form>
  );
}
