import { useMutation, useQuery } from "@tanstack/react-query";
import type { Event } from "@usher/client";
import { useState } from "react";
import { api, apiItems, queryClient } from "../../api/client.ts";
import { useSave } from "../../api/use-save.ts";
import { dateTime, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { bindFields, Form } from "../../ui/form.tsx";
import { lastError, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { networkName } from "./network-name.ts";

const t = textsOf("safety");

const EMPTY = { ip_cidr: "", note: "" };

/** Networks whose accesses are never challenged or blocked, such as the office of all guests. */
export function Allowlist({ event }: { event: Event }) {
  const eventId = event.id;
  const entries = useQuery(allowlistQuery(eventId));
  const [typed, setTyped] = useState(EMPTY);
  const field = bindFields(typed, (edited) => setTyped({ ...typed, ...edited }));
  const refresh = () => queryClient.invalidateQueries(allowlistQuery(eventId));
  const add = useSave({
    typed,
    send: ({ ip_cidr, note }: typeof EMPTY) => {
      const body = { ip_cidr, ...(note === "" ? {} : { note }) };
      return api.POST("/events/{eventId}/security/allowlist", { params: { path: { eventId } }, body });
    },
    forget: () => setTyped(EMPTY),
    onSaved: (_, { ip_cidr: network }) => toast(t("trusted", { network })),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (cidr: string) =>
      api.DELETE("/events/{eventId}/security/allowlist", { params: { path: { eventId }, query: { ip_cidr: cidr } } }),
    onSettled: refresh,
  });
  const fillOwn = useMutation({
    mutationFn: () => api.GET("/me/public-ip"),
    onSuccess: ({ data }) => setTyped({ ...typed, ip_cidr: data.ip ?? "" }),
  });
  return (
    <section className="card stack">
      <div className="stack tight">
        <h2>{t("allowlist")}</h2>
        <p className="muted">{t("allowlist-lead")}</p>
      </div>
      <Refusal error={entries.error} onRetry={() => void entries.refetch()} />
      <Refusal error={lastError(remove, fillOwn)} />
      <ul className="plain-list stack tight">
        {entries.data?.map((entry) => (
          <li key={entry.ip_cidr} className="row spread">
            <div className="grow">
              <p className="break">
                <strong>{networkName(entry.ip_cidr)}</strong> {entry.note}
              </p>
              <p className="small muted">
                {t("added-by", { name: entry.by.name, at: dateTime(entry.at, event.timezone) })}
              </p>
              {entry.warning === undefined ? null : <p className="notice warn small">{entry.warning}</p>}
            </div>
            <Button
              look="danger"
              isSmall
              aria-label={t("untrust-of", { network: networkName(entry.ip_cidr) })}
              onPress={() => remove.mutate(entry.ip_cidr)}
            >
              {t("untrust")}
            </Button>
          </li>
        ))}
      </ul>
      <Form
        action={add}
        submit={t("trust")}
        look="quiet"
        onSubmit={() => add.mutate(typed)}
        buttons={
          <Button look="text" isPending={fillOwn.isPending} onPress={() => fillOwn.mutate()}>
            {t("use-mine")}
          </Button>
        }
      >
        <TextField label={t("network")} help={t("network-help")} isRequired {...field("ip_cidr")} />
        <TextField label={t("note")} {...field("note")} />
      </Form>
    </section>
  );
}

const allowlistQuery = (eventId: string) =>
  apiItems(["events", eventId, "allowlist"], "/events/{eventId}/security/allowlist", { path: { eventId } });
