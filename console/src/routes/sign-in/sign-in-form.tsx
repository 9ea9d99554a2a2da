import { useMutation } from "@tanstack/react-query";
import { isUsherError } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { askForPasskey, hasPasskeys } from "../../api/passkey.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { lastError } from "../../ui/states.tsx";
import { factorOf } from "./factor.ts";

const t = textsOf("sign-in");

/** Signs in by password and second factor, or by passkey. The responses set the session's cookie. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [factorToken, setFactorToken] = useState<string | null>(null);
  const signIn = useMutation({
    mutationFn: async (values: { email: string; password: string }) => {
      try {
        await api.POST("/auth/login", { body: values });
        return null;
      } catch (error) {
        if (!isUsherError(error, "second_factor_required")) throw error;
        return String(error.problem.factor_token);
      }
    },
    onSuccess: (token) => (token === null ? onSignedIn() : setFactorToken(token)),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey();
      await api.POST("/auth/passkeys/authenticate", { body: { credential } });
    },
    onSuccess: onSignedIn,
  });
  if (factorToken !== null) return <FactorForm factorToken={factorToken} onSignedIn={onSignedIn} />;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    signIn.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  return (
    <Form
      action={{ error: lastError(signIn, byPasskey), isPending: signIn.isPending }}
      submit={t("sign-in")}
      isWide
      onSubmit={submit}
      buttons={
        hasPasskeys() ? (
          <Button look="quiet" isPending={byPasskey.isPending} onPress={() => byPasskey.mutate()}>
            {t("use-passkey")}
          </Button>
        ) : null
      }
    >
      <TextField label={t("email")} name="email" type="email" autoComplete="username" isRequired autoFocus />
      <TextField label={t("password")} name="password" type="password" autoComplete="current-password" isRequired />
    </Form>
  );
}

function FactorForm({ factorToken, onSignedIn }: { factorToken: string; onSignedIn: () => void }) {
  const complete = useMutation({
    mutationFn: (typed: string) =>
      api.POST("/auth/login/factor", { body: { factor_token: factorToken, ...factorOf(typed) } }),
    onSuccess: onSignedIn,
  });
  return (
    <Form
      action={complete}
      submit={t("continue")}
      isWide
      onSubmit={({ currentTarget }) => complete.mutate(String(new FormData(currentTarget).get("code")))}
    >
      <TextField
        label={t("code")}
        help={t("code-help")}
        name="code"
        autoComplete="one-time-code"
        isRequired
        autoFocus
      />
    </Form>
  );
}
