import type { Event } from "@usher/client";
import { useState } from "react";
import { changeEvent, EVENT_OUTDATED } from "../../api/change-event.ts";
import { eventQuery, showSaved } from "../../api/client.ts";
import { type Draft, useMergedSave } from "../../api/use-merged-save.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Conflicts } from "../../ui/conflicts.tsx";
import { Choices } from "../../ui/field.tsx";
import { Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

const t = textsOf("safety");

const STEPS = ["block", "high", "medium", "low", "never"] as const;

type Values = Pick<Event, "step_up_from">;

const valuesOf = ({ step_up_from }: Event): Values => ({ step_up_from });

/** Sets the risk band from which guests must enter a code that is sent to their email address or phone. */
export function Codes({ event, mayChange }: { event: Event; mayChange: boolean }) {
  const form = useMergedSave<Event, Values>({
    stored: event,
    draft: useState<Draft<Event, Values> | null>(null),
    valuesOf,
    outdated: EVENT_OUTDATED,
    send: (edits, base) => changeEvent(base, edits),
    onSaved: (saved) => {
      showSaved(eventQuery(event.id).queryKey, saved);
      toast(t("saved"));
    },
  });
  return (
    <section className="card stack">
      <div className="stack tight">
        <h2>{t("codes")}</h2>
        <p className="muted">{t("codes-lead")}</p>
      </div>
      <Choices
        label={t("codes-label")}
        value={form.values.step_up_from}
        onChange={(step_up_from) => form.change({ step_up_from })}
        isDisabled={!mayChange}
        options={STEPS.map((value) => ({ value, label: t(`codes-${value}`), help: t(`codes-${value}-help`) }))}
      />
      <Conflicts
        {...form.conflict}
        labelOf={() => t("codes-label")}
        textOf={(value) => t(`codes-${value as Values["step_up_from"]}`)}
      />
      <Refusal error={form.action.error} />
      {mayChange ? (
        <Button
          isDisabled={!form.isDirty && form.merge === null}
          isPending={form.action.isPending}
          aria-label={t("codes-save")}
          onPress={() => (form.isDirty ? form.save() : form.discard())}
        >
          {t("save")}
        </Button>
      ) : null}
    </section>
  );
}
