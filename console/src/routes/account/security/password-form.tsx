import { useMutation } from "@tanstack/react-query";
import type { ChangePassword } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient, useMe } from "../../../api/queries.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { fieldErrors, Refusal } from "../../../ui/refusal.tsx";
import { toast } from "../../../ui/toast.tsx";
import { sessionsQuery } from "./queries.ts";

export function PasswordForm() {
  const t = useText("account");
  const { email } = useMe();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const change = useMutation({
    mutationFn: (body: ChangePassword) => api.POST("/me/password", { body }),
    onSuccess: async () => {
      setCurrent("");
      setPassword("");
      toast(t("password-changed"));
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ current, password });
  };
  const errors = fieldErrors(change.error);
  return (
    <form className="card stack" onSubmit={submit} noValidate aria-labelledby="password">
      <h2 id="password">{t("password")}</h2>
      {/* So that password managers know whose password it is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <TextField
        label={t("current-password")}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={errors.current}
        isRequired
      />
      <TextField
        label={t("new-password")}
        help={t("new-password-help")}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        isRequired
      />
      <p className="help">{t("password-lead")}</p>
      <Refusal error={Object.keys(errors).length === 0 ? change.error : null} />
      <div>
        <Button look="quiet" type="submit" isPending={change.isPending}>
          {t("change-password")}
        </Button>
      </div>
    </form>
  );
}
