import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import { useSave } from "../../api/use-save.ts";
import { dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { lastError, Refusal } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";
import { allowlistQuery } from "./queries.ts";

const EMPTY = { network: "", note: "" };

/** Networks from which guests are never asked or blocked, such as the office that all of them are invited at. */
export function Allowlist({ eventId }: { eventId: string }) {
  const t = useText("safety");
  const entries = useQuery(allowlistQuery(eventId));
  const [typed, setTyped] = useState(EMPTY);
  const refresh = () => queryClient.invalidateQueries(allowlistQuery(eventId));
  const add = useSave({
    typed,
    send: ({ network, note }: typeof EMPTY) => {
      const body = { ip_cidr: network, ...(note === "" ? {} : { note }) };
      return api.POST("/events/{eventId}/security/allowlist", { params: { path: { eventId } }, body });
    },
    forget: () => setTyped(EMPTY),
    onSaved: (_, { network }) => toast(t("trusted", { network })),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (cidr: string) =>
      api.DELETE("/events/{eventId}/security/allowlist", { params: { path: { eventId }, query: { ip_cidr: cidr } } }),
    onSettled: refresh,
  });
  const fillOwn = useMutation({
    mutationFn: () => api.GET("/me/public-ip"),
    onSuccess: ({ data }) => setTyped({ ...typed, network: data.ip ?? "" }),
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
                <strong>{entry.ip_cidr}</strong> {entry.note}
              </p>
              <p className="small muted">{t("added-by", { name: entry.by.name, at: dateTime(entry.at) })}</p>
              {entry.warning === undefined ? null : <p className="notice warn small">{entry.warning}</p>}
            </div>
            <Button
              look="danger"
              isSmall
              aria-label={t("untrust-of", { network: entry.ip_cidr })}
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
        <TextField
          label={t("network")}
          help={t("network-help")}
          name="ip_cidr"
          value={typed.network}
          onChange={(network) => setTyped({ ...typed, network })}
          isRequired
        />
        <TextField label={t("note")} name="note" value={typed.note} onChange={(note) => setTyped({ ...typed, note })} />
      </Form>
    </section>
  );
}
