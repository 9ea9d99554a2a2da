import { useMutation } from "@tanstack/react-query";
import type { ChangeEmail } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { meQuery, queryClient, useMe } from "../../api/queries.ts";
import { Text, useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormActions } from "../../ui/form-actions.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { fieldErrors, Refusal } from "../../ui/refusal.tsx";
import { Badge } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { AccountScreen } from "./frame.tsx";

/** Who am I to my guests, and where do you reach me? */
export function Screen() {
  const t = useText("account");
  return (
    <AccountScreen title={t("title")} lead={t("profile-lead")}>
      <NameForm />
      <EmailCard />
    </AccountScreen>
  );
}

function NameForm() {
  const t = useText("account");
  const me = useMe();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? me.name;
  const rename = useMutation({
    mutationFn: async () => (await api.PATCH("/me", { body: { name: name.trim() } })).data,
    onMutate: () => typed,
    onSuccess: (user, _, sent) => {
      queryClient.setQueryData(meQuery.queryKey, user);
      setTyped((now) => (now === sent ? null : now));
      toast(t("saved"));
    },
  });
  const errors = fieldErrors(rename.error);
  return (
    <FormCard
      title={t("profile")}
      error={errors.name === undefined ? rename.error : null}
      submit={t("save")}
      isPending={rename.isPending}
      isDisabled={name === me.name}
      onSubmit={() => rename.mutate()}
    >
      <TextField
        label={t("name")}
        help={t("name-help")}
        value={name}
        onChange={setTyped}
        error={errors.name}
        autoComplete="name"
        isRequired
      />
    </FormCard>
  );
}

function EmailCard() {
  const t = useText("account");
  const me = useMe();
  const [isChanging, setChanging] = useState(false);
  const resend = useMutation({
    mutationFn: () => api.POST("/auth/verify-email/resend", { body: { email: me.email } }),
    onSuccess: () => toast(t("verification-sent", { email: me.email })),
  });
  return (
    <section className="card stack" aria-labelledby="email">
      <h2 id="email">{t("email")}</h2>
      <p className="row">
        <strong className="break">{me.email}</strong>
        <Badge tone={me.email_verified ? "good" : "warn"}>{t(me.email_verified ? "confirmed" : "unconfirmed")}</Badge>
      </p>
      {me.email_verified ? null : (
        <>
          <p>{t("unconfirmed-lead")}</p>
          <Refusal error={resend.error} />
          <div>
            <Button look="quiet" isPending={resend.isPending} onPress={() => resend.mutate()}>
              {t("resend")}
            </Button>
          </div>
        </>
      )}
      {isChanging ? (
        <EmailForm onClose={() => setChanging(false)} />
      ) : (
        <div>
          <Button look="quiet" onPress={() => setChanging(true)}>
            {t("change-email")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** A new address is proved by a link that it gets; the old one is told. Until then the old one stays. */
function EmailForm({ onClose }: { onClose: () => void }) {
  const t = useText("account");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const request = useMutation({ mutationFn: (body: ChangeEmail) => api.POST("/me/email", { body }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate({ email, password });
  };
  if (request.isSuccess) {
    return (
      <div className="notice good stack tight" role="status">
        <p>
          <Text
            area="account"
            id="email-asked"
            values={{ email: request.variables.email }}
            strong={(words) => <strong className="break">{words}</strong>}
          />
        </p>
      </div>
    );
  }
  const errors = fieldErrors(request.error);
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        label={t("new-email")}
        help={t("new-email-help")}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={errors.email}
        isRequired
        autoFocus
      />
      <TextField
        label={t("password")}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        isRequired
      />
      <Refusal error={Object.keys(errors).length === 0 ? request.error : null} />
      <FormActions submit={t("send-link")} isPending={request.isPending} onCancel={onClose} />
    </form>
  );
}
