import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { components, Event } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import { zoneName } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { momentOf, wallTimeOf } from "../../i18n/zoned-time.ts";
import { Checkboxes } from "../../ui/checkboxes.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DateTimeField, TextField } from "../../ui/field.tsx";
import { FormActions } from "../../ui/form-actions.tsx";
import { fieldErrors, Refusal } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";

type CopyBody = components["schemas"]["CopyEvent"];
type Included = NonNullable<CopyBody["include"]>[number];

const INCLUDED: Included[] = ["branding", "texts", "questions", "messages", "guests"];
const YEAR_MS = 364 * 86_400_000;

/** Asks what a copy is called, when it is, and what it takes along. */
export function CopyDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useText("events");
  const navigate = useNavigate();
  const [name, setName] = useState(event.name);
  // The same weekday a year later.
  const [when, setWhen] = useState(() => wallTimeOf(Date.parse(event.event_date) + YEAR_MS, event.timezone));
  const [include, setInclude] = useState<Included[]>(INCLUDED.filter((part) => part !== "guests"));
  const copy = useMutation({
    mutationFn: async (body: CopyBody) =>
      (await api.POST("/events/{eventId}/copy", { params: { path: { eventId: event.id } }, body })).data,
    onSuccess: async (copied) => {
      await queryClient.invalidateQueries({ queryKey: ["events"] });
      toast(t("copied"));
      await navigate({ to: "/events/$eventId", params: { eventId: copied.id } });
    },
  });
  const wrong = fieldErrors(copy.error);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    const at = momentOf(when, event.timezone);
    if (at !== null) copy.mutate({ name, event_date: at, include });
  };
  return (
    <Dialog title={t("copy-title", { name: event.name })} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField label={t("copy-name")} value={name} onChange={setName} error={wrong.name} isRequired autoFocus />
        <DateTimeField
          label={t("copy-when")}
          help={t("copy-zone", { place: zoneName(event.timezone) })}
          value={when}
          onChange={setWhen}
          error={wrong.event_date}
          isRequired
        />
        <Checkboxes
          label={t("copy-include")}
          options={INCLUDED.map((value) => ({ value, label: t(`include-${value}`) }))}
          value={include}
          onChange={setInclude}
        />
        <Refusal error={copy.error} />
        <FormActions submit={t("copy-do")} isPending={copy.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
