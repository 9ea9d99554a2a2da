import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { Collaborator, Event } from "@usher/client";
import { useState } from "react";
import { apiQuery } from "../../api/api-query.ts";
import { api } from "../../api/client.ts";
import { queryClient, useEvent, useMe } from "../../api/queries.ts";
import { withStepUp } from "../../api/step-up.ts";
import { date } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { InviteForm } from "./invite-form.tsx";
import { ROLES } from "./roles.ts";

const teamQuery = (eventId: string) =>
  apiQuery(["events", eventId, "team"], "/events/{eventId}/collaborators", { path: { eventId } });

/** Who works on this event with me, and what may they do? */
export function Screen() {
  const t = useText("team");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/team" });
  const event = useEvent(eventId);
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
      <Refusal error={team.error} onRetry={() => void team.refetch()} />
      {team.isPending ? <Skeleton label={t("loading")} /> : null}
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

/** Whether every member needs a second factor. */
function FactorSwitch({ event }: { event: Event }) {
  const t = useText("team");
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
  const t = useText("team");
  const me = useMe();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
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
        <Button look="danger" isSmall onPress={() => setLeaving(true)}>
          {t(isMe ? "leave" : "remove")}
        </Button>
      ) : null}
      <ConfirmDialog
        title={isMe ? t("leave-title") : t("remove-title", { name: member.name })}
        confirm={t(isMe ? "leave" : "remove")}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={remove}
      >
        <p>{t(isMe ? "leave-lead" : "remove-lead")}</p>
      </ConfirmDialog>
    </li>
  );
}
