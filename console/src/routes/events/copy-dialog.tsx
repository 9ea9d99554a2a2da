import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { components, Event } from "@usher/client";
import { useState } from "react";
import { api, queryClient } from "../../api/client.ts";
import { textsOf, zoneName } from "../../i18n/text.tsx";
import { momentOf, wallTimeOf } from "../../i18n/zoned-time.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkboxes, DateTimeField, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";

const t = textsOf("events");

type Included = NonNullable<components["schemas"]["CopyEvent"]["include"]>[number];

const INCLUDED: Included[] = ["branding", "texts", "questions", "messages", "guests"];
const YEAR_MS = 364 * 86_400_000;

/** Asks for the name, the start and the contents of a copy. */
export function CopyDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState(event.name);
  // A year later, on the same weekday.
  const [when, setWhen] = useState(() => wallTimeOf(Date.parse(event.event_date) + YEAR_MS, event.timezone));
  const [include, setInclude] = useState<Included[]>(INCLUDED.filter((part) => part !== "guests"));
  const copy = useMutation({
    // The API rejects an invalid time, with an error for the field.
    mutationFn: () =>
      api.POST("/events/{eventId}/copy", {
        params: { path: { eventId: event.id } },
        body: { name, event_date: momentOf(when, event.timezone) ?? when, include },
      }),
    onSuccess: async ({ data: copied }) => {
      await queryClient.invalidateQueries({ queryKey: ["events"] });
      toast(t("copied"));
      await navigate({ to: "/events/$eventId", params: { eventId: copied.id } });
    },
  });
  return (
    <Dialog title={t("copy-title", { name: event.name })} isOpen onClose={onClose}>
      <Form action={copy} submit={t("copy-do")} onCancel={onClose} onSubmit={() => copy.mutate()}>
        <TextField label={t("copy-name")} name="name" value={name} onChange={setName} isRequired autoFocus />
        <DateTimeField
          label={t("copy-when")}
          help={t("copy-zone", { place: zoneName(event.timezone) })}
          value={when}
          onChange={setWhen}
          name="event_date"
          isRequired
        />
        <Checkboxes
          label={t("copy-include")}
          options={INCLUDED.map((value) => ({ value, label: t(`include-${value}`) }))}
          value={include}
          onChange={setInclude}
        />
      </Form>
    </Dialog>
  );
}
