import { useMutation, useQuery } from "@tanstack/react-query";
import { type CreatedApiKey, type NewApiKey, SCOPES, type Scope } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { withStepUp } from "../../../api/step-up.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Checkboxes } from "../../../ui/checkboxes.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { fieldErrors } from "../../../ui/refusal.tsx";
import { Select } from "../../../ui/select.tsx";
import { ownEventsQuery } from "./queries.ts";
import { wordOf } from "./word-of.ts";

const LIFETIMES = ["30", "90", "365"] as const;
const DAY_MS = 86_400_000;

/** A name, what it may do, for which events, from where, and how long. */
export function CreateKey({ onClose, onMade }: { onClose: () => void; onMade: (key: CreatedApiKey) => void }) {
  const t = useText("account");
  const events = useQuery(ownEventsQuery);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [eventId, setEventId] = useState("");
  const [networks, setNetworks] = useState("");
  const [days, setDays] = useState<(typeof LIFETIMES)[number]>("90");
  const create = useMutation({
    mutationFn: (body: NewApiKey) => withStepUp(() => api.POST("/api-keys", { body })),
    onSuccess: ({ data }) => onMade(data),
  });
  const submit = () => {
    const allowed = networks.split(/[\s,]+/).filter((network) => network !== "");
    create.mutate({
      name,
      scopes,
      ...(eventId === "" ? {} : { event_ids: [eventId] }),
      ...(allowed.length === 0 ? {} : { allowed_networks: allowed }),
      expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    });
  };
  const isWithoutScope = fieldErrors(create.error).scopes !== undefined;
  const choices = [{ value: "", label: t("key-all-events") }];
  return (
    <Dialog title={t("key-create")} isOpen onClose={onClose}>
      <Form action={create} submit={t("key-create-do")} onCancel={onClose} onSubmit={submit}>
        <TextField
          label={t("key-name")}
          help={t("key-name-help")}
          value={name}
          onChange={setName}
          name="name"
          maxLength={100}
          isRequired
          autoFocus
        />
        <Checkboxes
          label={t("key-scopes")}
          options={SCOPES.map((value) => ({ value, label: t(`scope-${wordOf(value)}`) }))}
          value={scopes}
          onChange={setScopes}
          name="scopes"
          error={isWithoutScope ? t("key-scopes-missing") : undefined}
        />
        <Select
          label={t("key-for")}
          value={eventId}
          onChange={setEventId}
          options={[...choices, ...(events.data ?? []).map((event) => ({ value: event.id, label: event.name }))]}
        />
        <TextField
          label={t("key-networks")}
          help={t("key-networks-help")}
          value={networks}
          onChange={setNetworks}
          name="allowed_networks"
          rows={2}
        />
        <Select
          label={t("key-lasts")}
          value={days}
          onChange={setDays}
          options={LIFETIMES.map((value) => ({ value, label: t("key-days", { count: Number(value) }) }))}
        />
      </Form>
    </Dialog>
  );
}
