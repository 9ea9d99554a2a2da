import { useMutation } from "@tanstack/react-query";
import type { ChangePassword } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient, useMe } from "../../../api/queries.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormCard } from "../../../ui/form-card.tsx";
import { fieldErrors } from "../../../ui/refusal.tsx";
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
  const errors = fieldErrors(change.error);
  return (
    <FormCard
      title={t("password")}
      error={Object.keys(errors).length === 0 ? change.error : null}
      submit={t("change-password")}
      look="quiet"
      isPending={change.isPending}
      onSubmit={() => change.mutate({ current, password })}
    >
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
    </FormCard>
  );
}
