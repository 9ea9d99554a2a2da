import { useQuery } from "@tanstack/react-query";
import type { Alerts } from "@usher/client";
import { useState } from "react";
import { api, apiQuery, showSaved, useEvent, useMe } from "../../../api/client.ts";
import { type Draft, useMergedSave } from "../../../api/use-merged-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Conflicts } from "../../../ui/conflicts.tsx";
import { Choices, Switch } from "../../../ui/field.tsx";
import { bindFields, Form } from "../../../ui/form.tsx";
import { Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { SettingsFrame } from "../frame.tsx";

const t = textsOf("settings");
const common = textsOf("common");

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

type Values = Omit<Alerts, "updated_at">;

const valuesOf = ({ answers, risk, waitlist }: Alerts): Values => ({ answers, risk, waitlist });

function valueText(value: unknown, field: keyof Values): string {
  if (field === "answers") return t(`alerts-answers-${value as Values["answers"]}`);
  if (field === "risk") return t(`alerts-risk-${value as Values["risk"]}`);
  return common(value === true ? "on" : "off");
}

function AlertsForm({ eventId, saved }: { eventId: string; saved: Alerts }) {
  const form = useMergedSave<Alerts, Values>({
    stored: saved,
    draft: useState<Draft<Alerts, Values> | null>(null),
    valuesOf,
    outdated: { code: "alerts_changed", member: "alerts" },
    send: (edits, base) =>
      api.PUT("/events/{eventId}/alerts", {
        params: { path: { eventId } },
        body: { ...valuesOf(base), ...edits, expected_updated_at: base.updated_at },
      }),
    onSaved: (stored) => {
      showSaved(alertsQuery(eventId).queryKey, stored);
      toast(t("saved"));
    },
  });
  const { values, merge } = form;
  const field = bindFields(values, form.change);
  return (
    <Form
      action={form.action}
      className="card stack"
      submit={t("save")}
      isDisabled={!form.isDirty && merge === null}
      onSubmit={() => (form.isDirty ? form.save() : form.discard())}
    >
      <Conflicts {...form.conflict} labelOf={(name) => t(`alerts-${name}`)} textOf={valueText} />
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
      <Switch isSelected={values.waitlist} onChange={(waitlist) => form.change({ waitlist })}>
        {t("alerts-waitlist")}
      </Switch>
    </Form>
  );
}
