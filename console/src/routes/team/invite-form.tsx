import type { Collaborator } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { withStepUp } from "../../api/step-up.ts";
import { useSave } from "../../api/use-save.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Choices, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { ROLES } from "./roles.ts";

/** Invites somebody to the team by mail. */
export function InviteForm({ eventId, onInvited }: { eventId: string; onInvited: () => Promise<unknown> }) {
  const t = useText("team");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Collaborator["role"]>("editor");
  const invite = useSave({
    typed: email,
    send: (invited: string) => {
      const body = { email: invited, role };
      return withStepUp(() => api.POST("/events/{eventId}/collaborators", { params: { path: { eventId } }, body }));
    },
    forget: () => setEmail(""),
    onSaved: (_, invited) => toast(t("sent", { email: invited })),
    onSettled: onInvited,
  });
  return (
    <Form action={invite} title={t("invite-title")} submit={t("invite")} onSubmit={() => invite.mutate(email)}>
      <TextField label={t("email")} type="email" value={email} onChange={setEmail} name="email" isRequired />
      <Choices
        label={t("role")}
        value={role}
        onChange={setRole}
        options={ROLES.map((value) => ({ value, label: t(`role-${value}`), help: t(`may-${value}`) }))}
      />
    </Form>
  );
}
