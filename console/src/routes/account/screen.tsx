import { useMutation } from "@tanstack/react-query";
import type { ChangeEmail } from "@usher/client";
import { useState } from "react";
import { api, meQuery, showSaved, useMe } from "../../api/client.ts";
import { useSave } from "../../api/use-save.ts";
import { Text, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { bindFields, Form } from "../../ui/form.tsx";
import { Section } from "../../ui/page.tsx";
import { Badge, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { AccountScreen } from "./frame.tsx";

const t = textsOf("account");

export function Screen() {
  return (
    <AccountScreen title={t("title")} lead={t("profile-lead")}>
      <NameForm />
      <EmailCard />
    </AccountScreen>
  );
}

function NameForm() {
  const me = useMe();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? me.name;
  const rename = useSave({
    typed,
    send: () => api.PATCH("/me", { body: { name: name.trim() } }),
    forget: () => setTyped(null),
    onSaved: (user) => {
      showSaved(meQuery.queryKey, user);
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
  const me = useMe();
  const [isChanging, setChanging] = useState(false);
  const resend = useMutation({
    mutationFn: () => api.POST("/auth/verify-email/resend", { body: { email: me.email } }),
    onSuccess: () => toast(t("verification-sent", { email: me.email })),
  });
  return (
    <Section id="email" title={t("email")}>
      <p className="row">
        <strong className="break">{me.email}</strong>
        <Badge tone={me.email_verified ? "good" : "warn"}>{t(me.email_verified ? "confirmed" : "unconfirmed")}</Badge>
      </p>
      {me.email_bounced ? (
        <div className="notice bad stack tight">
          <p>{t("email-bounced")}</p>
          <p>{t("email-bounced-do")}</p>
        </div>
      ) : null}
      {me.email_verified ? null : (
        <>
          <p>{t("unconfirmed-lead")}</p>
          <Refusal error={resend.error} />
          <Button look="quiet" isPending={resend.isPending} onPress={() => resend.mutate()}>
            {t("resend")}
          </Button>
        </>
      )}
      {isChanging ? (
        <EmailForm onClose={() => setChanging(false)} />
      ) : (
        <Button look="quiet" onPress={() => setChanging(true)}>
          {t("change-email")}
        </Button>
      )}
    </Section>
  );
}

/**
 * Changes the email address. The new one is used once the host opens the link in its verification email. The current one gets a
 * security email.
 */
function EmailForm({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState({ email: "", password: "" });
  const field = bindFields(typed, (edited) => setTyped({ ...typed, ...edited }));
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
    <Form action={request} submit={t("send-link")} onCancel={onClose} onSubmit={() => request.mutate(typed)}>
      <TextField
        label={t("new-email")}
        help={t("new-email-help")}
        type="email"
        autoComplete="email"
        {...field("email")}
        isRequired
        autoFocus
      />
      <TextField
        label={t("password")}
        type="password"
        autoComplete="current-password"
        {...field("password")}
        isRequired
      />
    </Form>
  );
}
