import { useMutation } from "@tanstack/react-query";
import type { Collaborator } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { withStepUp } from "../../api/step-up.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices, TextField } from "../../ui/field.tsx";
import { fieldErrors, Refusal } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";
import { ROLES } from "./roles.ts";

/** Invites somebody to the team by mail. */
export function InviteForm({ eventId, onInvited }: { eventId: string; onInvited: () => Promise<unknown> }) {
  const t = useText("team");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Collaborator["role"]>("editor");
  const invite = useMutation({
    mutationFn: () =>
      withStepUp(() =>
        api.POST("/events/{eventId}/collaborators", { params: { path: { eventId } }, body: { email, role } }),
      ),
    onSuccess: () => {
      toast(t("sent", { email }));
      setEmail("");
    },
    onSettled: onInvited,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form className="card stack" onSubmit={submit} noValidate>
      <h2>{t("invite-title")}</h2>
      <TextField
        label={t("email")}
        type="email"
        value={email}
        onChange={setEmail}
        error={fieldErrors(invite.error).email}
        isRequired
      />
      <Choices
        label={t("role")}
        value={role}
        onChange={setRole}
        options={ROLES.map((value) => ({ value, label: t(`role-${value}`), help: t(`may-${value}`) }))}
      />
      <Refusal error={fieldErrors(invite.error).email === undefined ? invite.error : null} />
      <div>
        <Button type="submit" isPending={invite.isPending}>
          {t("invite")}
        </Button>
      </div>
    </form>
  );
}
