import { useMutation, useQuery } from "@tanstack/react-query";
import { type ApiKey, type CreatedApiKey, type NewApiKey, SCOPES, type Scope } from "@usher/client";
import { useState } from "react";
import { api, apiItems, queryClient } from "../../../api/client.ts";
import { withStepUp } from "../../../api/session.ts";
import { ago, date, dateTime, textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Checkboxes, Select, TextField } from "../../../ui/field.tsx";
import { bindFields, Form } from "../../../ui/form.tsx";
import { Badge, Empty, fieldErrors, Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AccountScreen } from "../frame.tsx";

const t = textsOf("account");

const DAY_MS = 86_400_000;
const NEW_KEY = {
  name: "",
  scopes: [] as Scope[],
  eventId: "",
  allowed_networks: "",
  days: "90" as (typeof LIFETIMES)[number],
};

const refresh = () => queryClient.invalidateQueries(apiKeysQuery);

export function Screen() {
  const keys = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const show = (key: CreatedApiKey) => {
    setCreating(false);
    setRotated(null);
    setMade(key);
    void refresh();
  };
  const remove = async ({ id, name }: ApiKey) => {
    await api.DELETE("/api-keys/{keyId}", { params: { path: { keyId: id } } });
    toast(t("key-removed", { name }));
    await refresh();
  };
  const create = <Button onPress={() => setCreating(true)}>{t("key-create")}</Button>;
  return (
    <AccountScreen title={t("keys-title")} lead={t("keys-lead")}>
      <Loading query={keys} lines={3} label={t("loading")} />
      {keys.data?.length === 0 ? (
        <Empty title={t("keys-none")} action={create}>
          <p>{t("keys-none-lead")}</p>
        </Empty>
      ) : null}
      {keys.data === undefined || keys.data.length === 0 ? null : (
        <>
          <div>{create}</div>
          <ul className="plain-list stack" aria-label={t("keys-title")}>
            {keys.data.map((key) => (
              <li key={key.id} className="card row spread">
                <Key apiKey={key} />
                <div className="row">
                  {isOver(key) || key.replaced_by !== null ? null : (
                    <Button
                      look="quiet"
                      isSmall
                      aria-label={t("key-rotate-of", { name: key.name })}
                      onPress={() => setRotated(key)}
                    >
                      {t("key-rotate")}
                    </Button>
                  )}
                  <ConfirmButton
                    isSmall
                    aria-label={t("key-remove-of", { name: key.name })}
                    title={t("key-remove-title", { name: key.name })}
                    confirm={t("key-remove")}
                    onConfirm={() => remove(key)}
                    lead={t("key-remove-lead")}
                  />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {isCreating ? <CreateKey onClose={() => setCreating(false)} onMade={show} /> : null}
      {rotated === null ? null : <RotateKey apiKey={rotated} onClose={() => setRotated(null)} onMade={show} />}
      {made === null ? null : (
        <Dialog title={t("key-made")} isOpen isRequired onClose={() => setMade(null)}>
          <p>{t("key-made-lead")}</p>
          <CopyField label={t("key-itself")} value={made.key} />
          <Button onPress={() => setMade(null)}>{t("key-kept")}</Button>
        </Dialog>
      )}
    </AccountScreen>
  );
}

function Key({ apiKey }: { apiKey: ApiKey }) {
  const { name, prefix, scopes, event_ids: events, created_at: created, expires_at: ends, last_used_at: used } = apiKey;
  const { allowed_networks: networks, last_used_place: place } = apiKey;
  const hasEnded = isOver(apiKey);
  const facts = [
    used === null
      ? t("key-unused", { made: date(created) })
      : [t("key-used", { made: date(created), used: ago(used) }), ...(place === null ? [] : [place])].join(", "),
    ...(events === null ? [] : [t("key-events", { count: events.length })]),
    ...(networks === null ? [] : [t("key-only-from", { networks: networks.join(", ") })]),
    // A replaced key ends within hours.
    ...(hasEnded ? [] : [t("key-until", { end: apiKey.replaced_by === null ? date(ends) : dateTime(ends) })]),
  ];
  return (
    <div className="grow stack tight">
      <p className="row break">
        <strong>{name}</strong>
        <code>{`${prefix}…`}</code>
        {hasEnded ? <Badge tone="bad">{t("key-expired")}</Badge> : null}
        {!hasEnded && apiKey.replaced_by !== null ? <Badge>{t("key-replaced")}</Badge> : null}
      </p>
      <p className="small">{scopes.map((scope) => t(`scope-${scopeTextKey(scope)}`)).join(" · ")}</p>
      <p className="small muted break">{facts.join(" · ")}</p>
    </div>
  );
}

function isOver({ expires_at: ends }: ApiKey): boolean {
  return Date.parse(ends) <= Date.now();
}

const OVERLAPS = ["0", "1", "24", "72"] as const;

function RotateKey(props: { apiKey: ApiKey; onClose: () => void; onMade: (key: CreatedApiKey) => void }) {
  const { apiKey, onClose, onMade } = props;
  const [typed, setTyped] = useState({ hours: "24" as (typeof OVERLAPS)[number] });
  const field = bindFields(typed, (edited) => setTyped({ ...typed, ...edited }));
  const rotate = useMutation({
    mutationFn: (hours: number) =>
      withStepUp(() =>
        api.POST("/api-keys/{keyId}/rotate", { params: { path: { keyId: apiKey.id } }, body: { hours } }),
      ),
    onSuccess: ({ data }) => onMade(data),
  });
  return (
    <Dialog title={t("key-rotate-title", { name: apiKey.name })} isOpen onClose={onClose}>
      <p>{t("key-rotate-lead")}</p>
      <Form
        action={rotate}
        submit={t("key-rotate")}
        onCancel={onClose}
        onSubmit={() => rotate.mutate(Number(typed.hours))}
      >
        <Select
          label={t("key-rotate-until")}
          {...field("hours")}
          options={OVERLAPS.map((value) => ({ value, label: t("key-rotate-hours", { count: Number(value) }) }))}
        />
      </Form>
    </Dialog>
  );
}

const LIFETIMES = ["30", "90", "365"] as const;

function CreateKey({ onClose, onMade }: { onClose: () => void; onMade: (key: CreatedApiKey) => void }) {
  const events = useQuery(ownEventsQuery);
  const [typed, setTyped] = useState(NEW_KEY);
  const field = bindFields(typed, (edited) => setTyped({ ...typed, ...edited }));
  const create = useMutation({
    mutationFn: (body: NewApiKey) => withStepUp(() => api.POST("/api-keys", { body })),
    onSuccess: ({ data }) => onMade(data),
  });
  const submit = () => {
    const { name, scopes, eventId, days } = typed;
    const allowed = typed.allowed_networks.split(/[\s,]+/).filter((network) => network !== "");
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
          {...field("name")}
          maxLength={100}
          isRequired
          autoFocus
        />
        <Checkboxes
          label={t("key-scopes")}
          options={SCOPES.map((value) => ({ value, label: t(`scope-${scopeTextKey(value)}`) }))}
          {...field("scopes")}
          error={isWithoutScope ? t("key-scopes-missing") : undefined}
        />
        <Select
          label={t("key-for")}
          {...field("eventId")}
          options={[...choices, ...(events.data ?? []).map((event) => ({ value: event.id, label: event.name }))]}
        />
        <TextField label={t("key-networks")} help={t("key-networks-help")} {...field("allowed_networks")} rows={2} />
        <Select
          label={t("key-lasts")}
          {...field("days")}
          options={LIFETIMES.map((value) => ({ value, label: t("key-days", { count: Number(value) }) }))}
        />
      </Form>
    </Dialog>
  );
}

/** At most 25, which is one page. */
const apiKeysQuery = apiItems(["me", "api-keys"], "/api-keys");

/** The newest events, to restrict a key to. */
const ownEventsQuery = apiItems(["me", "own-events"], "/events", { query: { limit: 100 } });

/** Returns the part of a text key that names a scope: `events-read` for `events:read`. */
function scopeTextKey(scope: Scope) {
  return scope.replace(/[:_]/g, "-") as Hyphenated<typeof scope>;
}

type Hyphenated<Text extends string> = Text extends `${infer One}:${infer Other}`
  ? `${One}-${Other}`
  : Text extends `${infer One}_${infer Other}`
    ? `${One}-${Other}`
    : Text;
