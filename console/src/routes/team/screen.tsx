import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Collaborator, Event } from "@usher/client";
import { useState } from "react";
import { api, apiQuery, queryClient, useEvent, useMe } from "../../api/client.ts";
import { withStepUp } from "../../api/session.ts";
import { useSave } from "../../api/use-save.ts";
import { date, textsOf } from "../../i18n/text.tsx";
import { ConfirmButton } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices, Select, Switch, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { unsentWords } from "../../ui/unsent.ts";

const t = textsOf("team");

const teamQuery = (eventId: string) =>
  apiQuery(["events", eventId, "team"], "/events/{eventId}/collaborators", { path: { eventId } });

export function Screen() {
  const event = useEvent();
  const eventId = event.id;
  const { queryKey } = teamQuery(eventId);
  const team = useQuery(teamQuery(eventId));
  const isOwner = event.your_role === "owner";
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const cancel = useMutation({
    mutationFn: (email: string) =>
      api.DELETE("/events/{eventId}/collaborators/pending", { params: { path: { eventId }, query: { email } } }),
    onSettled: refresh,
  });
  return (
    <Page title={t("title")} lead={t("lead")}>
      {isOwner ? <FactorSwitch event={event} /> : null}
      {isOwner ? <InviteForm eventId={eventId} onInvited={refresh} /> : null}
      <Loading query={team} label={t("loading")} />
      <section className="stack" aria-label={t("members")}>
        <ul className="plain-list stack tight">
          {team.data?.items.map((member) => (
            <Member key={member.user_id} event={event} member={member} onChanged={refresh} />
          ))}
        </ul>
      </section>
      {team.data !== undefined && team.data.pending.length > 0 ? (
        <section className="stack">
          <h2>{t("pending")}</h2>
          <Refusal error={cancel.error} />
          <ul className="plain-list stack tight">
            {team.data.pending.map(({ email, role, expires_at }) => (
              <li key={email} className="card row spread">
                <div className="grow">
                  <p className="break">{email}</p>
                  <p className="small muted">{t("invited-as", { role: t(`role-${role}`), until: date(expires_at) })}</p>
                </div>
                {isOwner ? (
                  <Button look="danger" isSmall onPress={() => cancel.mutate(email)}>
                    {t("withdraw")}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  );
}

function FactorSwitch({ event }: { event: Event }) {
  const path = { eventId: event.id };
  const change = useMutation({
    mutationFn: (require_second_factor: boolean) =>
      withStepUp(() => api.PATCH("/events/{eventId}", { params: { path }, body: { require_second_factor } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["events", event.id] }),
  });
  return (
    <section className="card stack tight">
      <Switch
        isSelected={change.isPending ? change.variables : event.require_second_factor}
        onChange={(isRequired) => change.mutate(isRequired)}
      >
        {t("factor")}
      </Switch>
      <p className="help">{t("factor-help")}</p>
      <Refusal error={change.error} />
    </section>
  );
}

function Member({
  event,
  member,
  onChanged,
}: {
  event: Event;
  member: Collaborator;
  onChanged: () => Promise<unknown>;
}) {
  const me = useMe();
  const navigate = useNavigate();
  const isMe = member.user_id === me.id;
  const path = { eventId: event.id, userId: member.user_id };
  const change = useMutation({
    mutationFn: (role: Collaborator["role"]) =>
      withStepUp(() => api.PATCH("/events/{eventId}/collaborators/{userId}", { params: { path }, body: { role } })),
    onSuccess: () => toast(t("changed", { name: member.name })),
    onSettled: onChanged,
  });
  const remove = async () => {
    if (isMe) {
      await api.DELETE("/events/{eventId}/collaborators/me", { params: { path: { eventId: event.id } } });
      await navigate({ to: "/" });
      return;
    }
    await withStepUp(() => api.DELETE("/events/{eventId}/collaborators/{userId}", { params: { path } }));
    await onChanged();
  };
  const mayChange = event.your_role === "owner" && member.user_id !== event.host_id && !isMe;
  return (
    <li className="card row spread">
      <div className="grow">
        <p className="break">
          <strong>{member.name === "" ? member.email : member.name}</strong>
          {isMe ? <span className="muted"> {t("you")}</span> : null}
        </p>
        <p className="small muted break">{member.email}</p>
        <Refusal error={change.error} />
      </div>
      {mayChange ? (
        <Select
          label={t("role-of", { name: member.name })}
          isLabelHidden
          value={change.isPending ? change.variables : member.role}
          onChange={(role) => change.mutate(role)}
          options={ROLES.map((role) => ({ value: role, label: t(`role-${role}`) }))}
        />
      ) : (
        <span className="muted">{t(member.user_id === event.host_id ? "host" : `role-${member.role}`)}</span>
      )}
      {mayChange || (isMe && member.user_id !== event.host_id) ? (
        <ConfirmButton
          isSmall
          title={isMe ? t("leave-title") : t("remove-title", { name: member.name })}
          confirm={t(isMe ? "leave" : "remove")}
          onConfirm={remove}
          lead={t(isMe ? "leave-lead" : "remove-lead")}
        />
      ) : null}
    </li>
  );
}

function InviteForm({ eventId, onInvited }: { eventId: string; onInvited: () => Promise<unknown> }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Collaborator["role"]>("editor");
  const invite = useSave({
    typed: email,
    send: (invited: string) => {
      const body = { email: invited, role };
      return withStepUp(() => api.POST("/events/{eventId}/collaborators", { params: { path: { eventId } }, body }));
    },
    forget: () => setEmail(""),
    onSaved: ({ reason }, email) =>
      toast(reason === null ? t("sent", { email }) : t("not-sent", { email, why: unsentWords(reason) })),
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

/** Roles in ascending order. */
const ROLES: Collaborator["role"][] = ["viewer", "editor", "owner"];
