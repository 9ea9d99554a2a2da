import { useMutation } from "@tanstack/react-query";
import type { StepUp } from "@usher/client";
import { useState } from "react";
import { api, queryClient } from "../../api/client.ts";
import { askForPasskey, hasPasskeys } from "../../api/passkey.ts";
import type { AskedStepUp } from "../../api/session.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { factorOf } from "./factor.ts";

const t = textsOf("sign-in");

/** Asks the host to verify with the account's password, a code or a passkey. */
export function StepUpDialog({ asked }: { asked: AskedStepUp }) {
  const [typed, setTyped] = useState("");
  const verify = useMutation({
    mutationFn: async (proof: () => Promise<Omit<StepUp, "factor_token">>) =>
      api.POST("/auth/step-up", { body: { factor_token: asked.factorToken, ...(await proof()) } }),
    onSuccess: () => {
      // A recovery code works once, so the number of codes changes.
      void queryClient.invalidateQueries({ queryKey: ["me", "totp"] });
      asked.onDone();
    },
  });
  const takesPassword = asked.methods.includes("password");
  return (
    <Dialog title={t("step-up-title")} isOpen onClose={asked.onCancel}>
      <p>{t("step-up-lead")}</p>
      <Form
        action={verify}
        submit={t("continue")}
        onSubmit={() => verify.mutate(async () => (takesPassword ? { password: typed } : factorOf(typed)))}
        buttons={
          <>
            {asked.methods.includes("passkey") && hasPasskeys() ? (
              <Button
                look="quiet"
                isDisabled={verify.isPending}
                onPress={() => verify.mutate(async () => ({ passkey: await askForPasskey() }))}
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
