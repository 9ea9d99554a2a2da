import { useQuery } from "@tanstack/react-query";
import type { Alerts } from "@usher/client";
import { useState } from "react";
import { api, apiQuery, showSaved, useEvent, useMe } from "../../../api/client.ts";
import { useSave } from "../../../api/use-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Choices, Switch } from "../../../ui/field.tsx";
import { bindFields, Form } from "../../../ui/form.tsx";
import { Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { SettingsFrame } from "../frame.tsx";

const t = textsOf("settings");

const alertsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "alerts"], "/events/{eventId}/alerts", { path: { eventId } });

export function Screen() {
  const { id: eventId } = useEvent();
  const { email } = useMe();
  const alerts = useQuery(alertsQuery(eventId));
  return (
    <SettingsFrame title={t("alerts-title")} lead={t("alerts-lead", { email })}>
      <Loading query={alerts} lines={5} label={t("loading")} />
      {alerts.data === undefined ? null : <AlertsForm eventId={eventId} saved={alerts.data} />}
    </SettingsFrame>
  );
}

const ANSWERS: Alerts["answers"][] = ["each", "daily", "off"];
const RISKS: Alerts["risk"][] = ["high", "block", "off"];

function AlertsForm({ eventId, saved }: { eventId: string; saved: Alerts }) {
  const [edits, setEdits] = useState<Partial<Alerts>>({});
  const values = { ...saved, ...edits };
  const field = bindFields(values, (edited) => setEdits({ ...edits, ...edited }));
  const save = useSave({
    typed: edits,
    send: () => api.PUT("/events/{eventId}/alerts", { params: { path: { eventId } }, body: values }),
    forget: () => setEdits({}),
    onSaved: (stored) => {
      showSaved(alertsQuery(eventId).queryKey, stored);
      toast(t("saved"));
    },
  });
  const isSame = JSON.stringify(values) === JSON.stringify(saved);
  return (
    <Form action={save} className="card stack" submit={t("save")} isDisabled={isSame} onSubmit={() => save.mutate()}>
      <Choices
        label={t("alerts-answers")}
        {...field("answers")}
        options={ANSWERS.map((value) => ({ value, label: t(`alerts-answers-${value}`) }))}
      />
      <Choices
        label={t("alerts-risk")}
        {...field("risk")}
        options={RISKS.map((value) => ({ value, label: t(`alerts-risk-${value}`) }))}
      />
      <Switch isSelected={values.waitlist} onChange={(waitlist) => setEdits({ ...edits, waitlist })}>
        {t("alerts-waitlist")}
      </Switch>
    </Form>
  );
}
