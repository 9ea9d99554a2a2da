import { useMutation } from "@tanstack/react-query";
import type { ChangeEmail } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { meQuery, queryClient, useMe } from "../../api/queries.ts";
import { useSave } from "../../api/use-save.ts";
import { Text, useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Refusal } from "../../ui/refusal.tsx";
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
  const rename = useSave({
    typed,
    send: () => api.PATCH("/me", { body: { name: name.trim() } }),
    forget: () => setTyped(null),
    onSaved: (user) => {
      queryClient.setQueryData(meQuery.queryKey, user);
      toast(t("saved"));
    },
  });
  return (
    <Form
      action={rename}
      title={t("profile")}
      submit={t("save")}
      isDisabled={name === me.name}
      onSubmit={() => rename.mutate()}
    >
      <TextField
        label={t("name")}
        help={t("name-help")}
        value={name}
        onChange={setTyped}
        name="name"
        autoComplete="name"
        isRequired
      />
    </Form>
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
  return (
    <Form
      action={request}
      submit={t("send-link")}
      onCancel={onClose}
      onSubmit={() => request.mutate({ email, password })}
    >
      <TextField
        label={t("new-email")}
        help={t("new-email-help")}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        name="email"
        isRequired
        autoFocus
      />
      <TextField
        label={t("password")}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        name="password"
        isRequired
      />
    </Form>
  );
}
