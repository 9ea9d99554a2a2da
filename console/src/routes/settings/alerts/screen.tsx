import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Alerts } from "@usher/client";
import { useState } from "react";
import { apiQuery } from "../../../api/api-query.ts";
import { api } from "../../../api/client.ts";
import { queryClient, useEvent, useMe } from "../../../api/queries.ts";
import { useSave } from "../../../api/use-save.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Choices, Switch } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { SettingsFrame } from "../frame.tsx";

const alertsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "alerts"], "/events/{eventId}/alerts", { path: { eventId } });

/** What am I told by email? */
export function Screen() {
  const t = useText("settings");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/settings/alerts" });
  const event = useEvent(eventId);
  const { email } = useMe();
  const alerts = useQuery(alertsQuery(eventId));
  return (
    <SettingsFrame event={event} title={t("alerts-title")} lead={t("alerts-lead", { email })}>
      <Refusal error={alerts.error} onRetry={() => void alerts.refetch()} />
      {alerts.isPending ? <Skeleton lines={5} label={t("loading")} /> : null}
      {alerts.data === undefined ? null : <AlertsForm eventId={eventId} saved={alerts.data} />}
    </SettingsFrame>
  );
}

const ANSWERS: Alerts["answers"][] = ["each", "daily", "off"];
const RISKS: Alerts["risk"][] = ["high", "block", "off"];

function AlertsForm({ eventId, saved }: { eventId: string; saved: Alerts }) {
  const t = useText("settings");
  const [edits, setEdits] = useState<Partial<Alerts>>({});
  const values = { ...saved, ...edits };
  const save = useSave({
    typed: edits,
    send: () => api.PUT("/events/{eventId}/alerts", { params: { path: { eventId } }, body: values }),
    forget: () => setEdits({}),
    onSaved: (stored) => {
      queryClient.setQueryData(alertsQuery(eventId).queryKey, stored);
      toast(t("saved"));
    },
  });
  const isSame = JSON.stringify(values) === JSON.stringify(saved);
  return (
    <Form action={save} className="card stack" submit={t("save")} isDisabled={isSame} onSubmit={() => save.mutate()}>
      <Choices
        label={t("alerts-answers")}
        value={values.answers}
        onChange={(answers) => setEdits({ ...edits, answers })}
        options={ANSWERS.map((value) => ({ value, label: t(`alerts-answers-${value}`) }))}
      />
      <Choices
        label={t("alerts-risk")}
        value={values.risk}
        onChange={(risk) => setEdits({ ...edits, risk })}
        options={RISKS.map((value) => ({ value, label: t(`alerts-risk-${value}`) }))}
      />
      <Switch isSelected={values.waitlist} onChange={(waitlist) => setEdits({ ...edits, waitlist })}>
        {t("alerts-waitlist")}
      </Switch>
    </Form>
  );
}
