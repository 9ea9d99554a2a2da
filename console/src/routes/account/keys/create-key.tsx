import { useMutation, useQuery } from "@tanstack/react-query";
import { type CreatedApiKey, type NewApiKey, SCOPES, type Scope } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/client.ts";
import { withStepUp } from "../../../api/step-up.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Checkboxes } from "../../../ui/checkboxes.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { fieldErrors, Refusal } from "../../../ui/refusal.tsx";
import { Select } from "../../../ui/select.tsx";
import { ownEventsQuery } from "./queries.ts";
import { wordOf } from "./word-of.ts";

const LIFETIMES = ["none", "30", "90", "365"] as const;
const DAY_MS = 86_400_000;

/** A name, what it may do, for which events, and how long. */
export function CreateKey({ onClose, onMade }: { onClose: () => void; onMade: (key: CreatedApiKey) => void }) {
  const t = useText("account");
  const events = useQuery(ownEventsQuery);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [eventId, setEventId] = useState("");
  const [days, setDays] = useState<(typeof LIFETIMES)[number]>("90");
  const create = useMutation({
    mutationFn: async (body: NewApiKey) => (await withStepUp(() => api.POST("/api-keys", { body }))).data,
    onSuccess: onMade,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      name,
      scopes,
      ...(eventId === "" ? {} : { event_ids: [eventId] }),
      ...(days === "none" ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    });
  };
  const errors = fieldErrors(create.error);
  const choices = [{ value: "", label: t("key-all-events") }];
  return (
    <Dialog title={t("key-create")} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label={t("key-name")}
          help={t("key-name-help")}
          value={name}
          onChange={setName}
          error={errors.name}
          maxLength={100}
          isRequired
          autoFocus
        />
        <Checkboxes
          label={t("key-scopes")}
          options={SCOPES.map((value) => ({ value, label: t(`scope-${wordOf(value)}`) }))}
          value={scopes}
          onChange={setScopes}
          error={errors.scopes === undefined ? undefined : t("key-scopes-missing")}
        />
        <Select
          label={t("key-for")}
          value={eventId}
          onChange={setEventId}
          options={[...choices, ...(events.data ?? []).map((event) => ({ value: event.id, label: event.name }))]}
        />
        <Select
          label={t("key-lasts")}
          value={days}
          onChange={setDays}
          options={LIFETIMES.map((value) => ({
            value,
            label: value === "none" ? t("key-forever") : t("key-days", { count: Number(value) }),
          }))}
        />
        <Refusal error={Object.keys(errors).length === 0 ? create.error : null} />
        <FormActions submit={t("key-create-do")} isPending={create.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
