import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { fieldErrors, Refusal } from "../../../ui/refusal.tsx";
import { Empty, Skeleton } from "../../../ui/states.tsx";
import { AccountScreen } from "../frame.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { endpointsQuery } from "./queries.ts";
import { Secret } from "./secret.tsx";

/** Which programs are told what happens, and does it work? */
export function Screen() {
  const t = useText("account");
  const endpoints = useQuery(endpointsQuery);
  return (
    <AccountScreen title={t("webhooks")} lead={t("webhooks-lead")}>
      <Refusal error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      {endpoints.isPending ? <Skeleton lines={3} label={t("loading")} /> : null}
      {endpoints.data?.length === 0 ? <Empty title={t("webhooks-none")}>{t("webhooks-none-lead")}</Empty> : null}
      {endpoints.data?.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} />
      ))}
      <AddEndpoint />
    </AccountScreen>
  );
}

function AddEndpoint() {
  const t = useText("account");
  const [url, setUrl] = useState("");
  const add = useMutation({
    mutationFn: async () => (await api.POST("/webhook-endpoints", { body: { url: url.trim(), types: ["*"] } })).data,
    onSuccess: async () => {
      setUrl("");
      await queryClient.invalidateQueries({ queryKey: endpointsQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const errors = fieldErrors(add.error);
  return (
    <form className="card stack" onSubmit={submit} noValidate>
      <h2>{t("webhook-new")}</h2>
      <TextField
        label={t("webhook-url")}
        help={t("webhook-url-help")}
        value={url}
        onChange={setUrl}
        error={errors.url}
        type="url"
        inputMode="url"
        isRequired
      />
      <Refusal error={errors.url === undefined ? add.error : null} />
      {add.data === undefined ? null : <Secret secret={add.data.secret} />}
      <div>
        <Button type="submit" isPending={add.isPending}>
          {t("webhook-add")}
        </Button>
      </div>
    </form>
  );
}
