import { useMutation } from "@tanstack/react-query";
import type { Event } from "@usher/client";
import { useState } from "react";
import { api, eventQuery, showSaved } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/field.tsx";
import { Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

const t = textsOf("safety");

const STEPS = ["block", "high", "medium", "low", "never"] as const;

/** Sets the risk band from which guests must enter a code that is sent to their email address or phone. */
export function Codes({ event, mayChange }: { event: Event; mayChange: boolean }) {
  const [chosen, setChosen] = useState(event.step_up_from);
  const save = useMutation({
    mutationFn: () => {
      const params = { path: { eventId: event.id } };
      return api.PATCH("/events/{eventId}", { params, body: { step_up_from: chosen } });
    },
    onSuccess: ({ data }) => {
      showSaved(eventQuery(event.id).queryKey, data);
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
        value={chosen}
        onChange={setChosen}
        isDisabled={!mayChange}
        options={STEPS.map((value) => ({ value, label: t(`codes-${value}`), help: t(`codes-${value}-help`) }))}
      />
      <Refusal error={save.error} />
      {mayChange ? (
        <Button
          isDisabled={chosen === event.step_up_from}
          isPending={save.isPending}
          aria-label={t("codes-save")}
          onPress={() => save.mutate()}
        >
          {t("save")}
        </Button>
      ) : null}
    </section>
  );
}
