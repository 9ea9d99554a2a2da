import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { useSave } from "../../../api/use-save.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
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
  const add = useSave({
    typed: url,
    send: () => api.POST("/webhook-endpoints", { body: { url: url.trim(), types: ["*"] } }),
    forget: () => setUrl(""),
    onSaved: () => queryClient.invalidateQueries(endpointsQuery),
  });
  return (
    <Form action={add} title={t("webhook-new")} submit={t("webhook-add")} onSubmit={() => add.mutate()}>
      <TextField
        label={t("webhook-url")}
        help={t("webhook-url-help")}
        value={url}
        onChange={setUrl}
        name="url"
        type="url"
        inputMode="url"
        isRequired
      />
      {add.data === undefined ? null : <Secret secret={add.data.secret} />}
    </Form>
  );
}
