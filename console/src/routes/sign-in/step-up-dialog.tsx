import { useMutation } from "@tanstack/react-query";
import type { StepUp } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { askForPasskey, hasPasskeys } from "../../api/passkey.ts";
import { queryClient } from "../../api/queries.ts";
import type { AskedStepUp } from "../../api/step-up.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { factorOf } from "./factor.ts";

/** Has the host show again who they are, with what the account has: its password, a code, or a passkey. */
export function StepUpDialog({ asked }: { asked: AskedStepUp }) {
  const t = useText("sign-in");
  const [typed, setTyped] = useState("");
  const prove = useMutation({
    mutationFn: async (proof: () => Promise<Omit<StepUp, "factor_token">>) =>
      api.POST("/auth/step-up", { body: { factor_token: asked.factorToken, ...(await proof()) } }),
    onSuccess: () => {
      // A recovery code works once: there is one fewer.
      void queryClient.invalidateQueries({ queryKey: ["me", "totp"] });
      asked.onDone();
    },
  });
  const takesPassword = asked.methods.includes("password");
  return (
    <Dialog title={t("step-up-title")} isOpen onClose={asked.onCancel}>
      <p>{t("step-up-lead")}</p>
      <Form
        action={prove}
        submit={t("continue")}
        onSubmit={() => prove.mutate(async () => (takesPassword ? { password: typed } : factorOf(typed)))}
        buttons={
          <>
            {asked.methods.includes("passkey") && hasPasskeys() ? (
              <Button
                look="quiet"
                isDisabled={prove.isPending}
                onPress={() => prove.mutate(async () => ({ passkey: await askForPasskey() }))}
              >
                {t("use-passkey")}
              </Button>
            ) : null}
            <Button look="quiet" onPress={asked.onCancel}>
              {t("step-up-cancel")}
            </Button>
          </>
        }
      >
        {takesPassword ? (
          <TextField
            label={t("password")}
            type="password"
            autoComplete="current-password"
            value={typed}
            onChange={setTyped}
            isRequired
            autoFocus
          />
        ) : (
          <TextField
            label={t("code")}
            help={t("code-help")}
            autoComplete="one-time-code"
            value={typed}
            onChange={setTyped}
            isRequired
            autoFocus
          />
        )}
      </Form>
    </Dialog>
  );
}
