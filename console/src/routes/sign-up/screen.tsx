import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../api/client.ts";
import { Text, textsOf } from "../../i18n/text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/states.tsx";

const t = textsOf("sign-in");

export function Screen() {
  const [email, setEmail] = useState<string | null>(null);
  const [name, setName] = useState("");
  return (
    <Main isNarrow>
      {email === null ? (
        <Page title={t("sign-up-title")} lead={t("sign-up-lead")}>
          <SignUpForm name={name} onName={setName} onSignedUp={setEmail} />
          <p>
            <Text area="sign-in" id="have-account" link={(words) => <Link to="/sign-in">{words}</Link>} />
          </p>
        </Page>
      ) : (
        <CheckEmail email={email} onBack={() => setEmail(null)} />
      )}
    </Main>
  );
}

function SignUpForm({
  name,
  onName,
  onSignedUp,
}: {
  name: string;
  onName: (name: string) => void;
  onSignedUp: (email: string) => void;
}) {
  const signUp = useMutation({
    mutationFn: (body: { name: string; email: string; password: string }) => api.POST("/auth/signup", { body }),
    onSuccess: (_, { email }) => onSignedUp(email),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    signUp.mutate({ name, email: String(form.get("email")), password: String(form.get("password")) });
  };
  return (
    <Form action={signUp} submit={t("create-account")} isWide onSubmit={submit}>
      <TextField
        label={t("name")}
        help={t("name-help")}
        name="name"
        value={name}
        onChange={onName}
        autoComplete="name"
        isRequired
        autoFocus
      />
      <TextField label={t("email")} name="email" type="email" autoComplete="username" isRequired />
      <TextField
        label={t("password")}
        help={t("password-help")}
        name="password"
        type="password"
        autoComplete="new-password"
        isRequired
      />
    </Form>
  );
}

/** Asks to open the link in the verification email, which leads back to the console. */
function CheckEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const lead = useRef<HTMLParagraphElement>(null);
  // The focused form no longer exists.
  useEffect(() => lead.current?.focus(), []);
  const again = useMutation({ mutationFn: () => api.POST("/auth/verify-email/resend", { body: { email } }) });
  return (
    <Page title={t("check-email")}>
      <p ref={lead} tabIndex={-1}>
        <Text
          area="sign-in"
          id="check-email-lead"
          values={{ email }}
          strong={(words) => <strong className="break">{words}</strong>}
        />
      </p>
      <p className="muted">{t("check-email-help")}</p>
      <Refusal error={again.error} />
      <div className="row">
        <Button look="quiet" isPending={again.isPending} isDisabled={again.isSuccess} onPress={() => again.mutate()}>
          {t("resend")}
        </Button>
        <Button look="text" onPress={onBack}>
          {t("other-email")}
        </Button>
        <span role="status">{again.isSuccess ? t("resent") : ""}</span>
      </div>
      <p>
        <Text area="sign-in" id="confirmed-already" link={(words) => <Link to="/sign-in">{words}</Link>} />
      </p>
    </Page>
  );
}
