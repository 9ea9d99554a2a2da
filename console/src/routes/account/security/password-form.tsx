import { useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient, useMe } from "../../../api/queries.ts";
import { useSave } from "../../../api/use-save.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";

const EMPTY = { current: "", password: "" };

export function PasswordForm() {
  const t = useText("account");
  const { email } = useMe();
  const [typed, setTyped] = useState(EMPTY);
  const change = useSave({
    typed,
    send: () => api.POST("/me/password", { body: typed }),
    forget: () => setTyped(EMPTY),
    onSaved: () => {
      toast(t("password-changed"));
      return queryClient.invalidateQueries({ queryKey: ["me"] });
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
      {/* So that password managers know whose password it is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t("current-password")}
        type="password"
        name="current"
        autoComplete="current-password"
        value={typed.current}
        onChange={(current) => setTyped({ ...typed, current })}
        isRequired
      />
      <TextField
        label={t("new-password")}
        help={t("new-password-help")}
        type="password"
        name="password"
        autoComplete="new-password"
        value={typed.password}
        onChange={(password) => setTyped({ ...typed, password })}
        isRequired
      />
      <p className="help">{t("password-lead")}</p>
    </Form>
  );
}
