import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldErrors, lastError, Refusal } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";
import { allowlistQuery } from "./queries.ts";

/** Networks from which guests are never asked or blocked, such as the office that all of them are invited at. */
export function Allowlist({ eventId }: { eventId: string }) {
  const t = useText("safety");
  const queryClient = useQueryClient();
  const { queryKey } = allowlistQuery(eventId);
  const entries = useQuery(allowlistQuery(eventId));
  const [network, setNetwork] = useState("");
  const [note, setNote] = useState("");
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const add = useMutation({
    mutationFn: async () => {
      const body = { ip_cidr: network, ...(note === "" ? {} : { note }) };
      await api.POST("/events/{eventId}/security/allowlist", { params: { path: { eventId } }, body });
    },
    onSuccess: () => {
      toast(t("trusted", { network }));
      setNetwork("");
      setNote("");
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (cidr: string) =>
      api.DELETE("/events/{eventId}/security/allowlist", { params: { path: { eventId }, query: { ip_cidr: cidr } } }),
    onSettled: refresh,
  });
  const fillOwn = useMutation({
    mutationFn: async () => (await api.GET("/me/public-ip")).data.ip,
    onSuccess: (ip) => setNetwork(ip ?? ""),
  });
  const errors = fieldErrors(add.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
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
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t("network")}
          help={t("network-help")}
          value={network}
          onChange={setNetwork}
          error={errors.ip_cidr}
          isRequired
        />
        <TextField label={t("note")} value={note} onChange={setNote} error={errors.note} />
        <Refusal error={add.error} />
        <div className="row">
          <Button look="quiet" type="submit" isPending={add.isPending}>
            {t("trust")}
          </Button>
          <Button look="text" isPending={fillOwn.isPending} onPress={() => fillOwn.mutate()}>
            {t("use-mine")}
          </Button>
        </div>
      </form>
    </section>
  );
}
