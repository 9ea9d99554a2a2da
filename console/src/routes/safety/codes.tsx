import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Event } from "@usher/client";
import { api } from "../../api/client.ts";
import { eventQuery } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Choices } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";

const BANDS = ["high", "block", "never"] as const;

/** From when on guests are asked for a code that only they get. */
export function Codes({ event, mayChange }: { event: Event; mayChange: boolean }) {
  const t = useText("safety");
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async (from: (typeof BANDS)[number]) => {
      const path = { eventId: event.id };
      return (await api.PATCH("/events/{eventId}", { params: { path }, body: { step_up_from: from } })).data;
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, saved);
      toast(t("saved"));
    },
  });
  return (
    <section className="card stack">
      <h2>{t("codes")}</h2>
      <Choices
        label={t("codes-label")}
        value={save.isPending ? save.variables : event.step_up_from}
        onChange={(from) => save.mutate(from)}
        isDisabled={!mayChange}
        options={BANDS.map((value) => ({ value, label: t(`codes-${value}`), help: t(`codes-${value}-help`) }))}
      />
      <Refusal error={save.error} />
    </section>
  );
}
