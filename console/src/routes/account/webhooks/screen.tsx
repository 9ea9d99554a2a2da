import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { WebhookDelivery, WebhookEndpoint } from "@usher/client";
import { useId, useState } from "react";
import { api, apiItems, apiPages, queryClient } from "../../../api/client.ts";
import { useSave } from "../../../api/use-save.ts";
import { ago, textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { More } from "../../../ui/pager.tsx";
import { Badge, Empty, Loading, lastError, Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AccountScreen } from "../frame.tsx";

const t = textsOf("account");

export function Screen() {
  const endpoints = useQuery(endpointsQuery);
  return (
    <AccountScreen title={t("webhooks")} lead={t("webhooks-lead")}>
      <Loading query={endpoints} lines={3} label={t("loading")} />
      {endpoints.data?.length === 0 ? <Empty title={t("webhooks-none")}>{t("webhooks-none-lead")}</Empty> : null}
      {endpoints.data?.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} />
      ))}
      <AddEndpoint />
    </AccountScreen>
  );
}

function AddEndpoint() {
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

const refresh = () => queryClient.invalidateQueries(endpointsQuery);

function EndpointCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const heading = useId();
  const params = { path: { endpointId: endpoint.id } };
  const isOn = endpoint.status === "enabled";
  const toggle = useMutation({
    mutationFn: async () =>
      api.PATCH("/webhook-endpoints/{endpointId}", { params, body: { status: isOn ? "disabled" : "enabled" } }),
    onSuccess: refresh,
  });
  const test = useMutation({
    mutationFn: async () => (await api.POST("/webhook-endpoints/{endpointId}/test", { params })).data,
    onSuccess: async ({ status, response_status: code }) => {
      toast(t(status === "delivered" ? "webhook-test-worked" : "webhook-test-failed", { code: code ?? 0 }));
      await refresh();
    },
  });
  const rotate = useMutation({
    mutationFn: async () => (await api.POST("/webhook-endpoints/{endpointId}/rotate-secret", { params })).data,
  });
  const remove = async () => {
    await api.DELETE("/webhook-endpoints/{endpointId}", { params });
    toast(t("webhook-deleted"));
    await refresh();
  };
  return (
    <section className="card stack" aria-labelledby={heading}>
      <div className="row spread">
        <h2 id={heading} className="break grow">
          {URL.parse(endpoint.url)?.host ?? endpoint.url}
        </h2>
        <Badge tone={isOn ? (endpoint.failing_since === null ? "good" : "warn") : "bad"}>
          {t(`webhook-${isOn && endpoint.failing_since !== null ? "failing" : endpoint.status}`)}
        </Badge>
      </div>
      <p className="small muted break">{endpoint.url}</p>
      {endpoint.failing_since === null ? null : (
        <p className="notice">{t("webhook-failing-lead", { when: ago(endpoint.failing_since) })}</p>
      )}
      <Refusal error={lastError(toggle, test, rotate)} />
      {rotate.data === undefined ? null : <Secret secret={rotate.data.secret} />}
      <div className="row">
        <Button look="quiet" isSmall isPending={test.isPending} onPress={() => test.mutate()}>
          {t("webhook-test")}
        </Button>
        <Button look="quiet" isSmall isPending={toggle.isPending} onPress={() => toggle.mutate()}>
          {t(isOn ? "webhook-stop" : "webhook-start")}
        </Button>
        <ConfirmButton
          look="quiet"
          isSmall
          title={t("webhook-rotate-title")}
          confirm={t("webhook-rotate")}
          onConfirm={() => rotate.mutateAsync()}
          lead={t("webhook-rotate-lead")}
        />
        <ConfirmButton
          isSmall
          title={t("webhook-delete-title")}
          confirm={t("webhook-delete")}
          onConfirm={remove}
          lead={t("webhook-delete-lead")}
        />
      </div>
      <Deliveries endpointId={endpoint.id} />
    </section>
  );
}

const TONES = { delivered: "good", pending: "warn", failed: "bad", cancelled: undefined } as const;

function Deliveries({ endpointId }: { endpointId: string }) {
  const heading = useId();
  const query = deliveriesQuery(endpointId);
  const deliveries = useInfiniteQuery(query);
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];
  const again = useMutation({
    mutationFn: async (deliveryId: string) =>
      api.POST("/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver", {
        params: { path: { endpointId, deliveryId } },
      }),
    onSuccess: async () => {
      toast(t("delivery-again-done"));
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  return (
    <div className="stack tight">
      <h3 id={heading}>{t("deliveries")}</h3>
      <Loading query={deliveries} lines={2} label={t("loading")} />
      <Refusal error={again.error} />
      {deliveries.data !== undefined && items.length === 0 ? <p className="muted">{t("deliveries-none")}</p> : null}
      <ul className="plain-list stack tight" aria-labelledby={heading}>
        {items.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} isPending={again.isPending} onAgain={again.mutate} />
        ))}
      </ul>
      <More query={deliveries} isSmall>
        {t("deliveries-more")}
      </More>
    </div>
  );
}

function Row({
  delivery,
  isPending,
  onAgain,
}: {
  delivery: WebhookDelivery;
  isPending: boolean;
  onAgain: (deliveryId: string) => void;
}) {
  const { id, type, status, attempts, response_status: code, at, event_id: eventId } = delivery;
  return (
    <li className="row spread">
      <div className="grow">
        <p className="break">
          <code>{type}</code>
        </p>
        <p className="small muted">
          {code === null ? t("delivery-tried", { count: attempts }) : t("delivery-answered", { count: attempts, code })}
          {" · "}
          {ago(at)}
        </p>
      </div>
      <Badge tone={TONES[status]}>{t(`delivery-${status}`)}</Badge>
      {eventId === null || status === "pending" ? null : (
        <Button look="quiet" isSmall isPending={isPending} onPress={() => onAgain(id)}>
          {t("delivery-again")}
        </Button>
      )}
    </li>
  );
}

const endpointsQuery = apiItems(["me", "webhooks"], "/webhook-endpoints");

const deliveriesQuery = (endpointId: string) =>
  apiPages(["me", "webhooks", endpointId, "deliveries"], "/webhook-endpoints/{endpointId}/deliveries", {
    path: { endpointId },
    query: { limit: 20 },
  });

function Secret({ secret }: { secret: string }) {
  return (
    <div className="notice stack tight" role="status">
      <p>{t("webhook-secret-lead")}</p>
      <CopyField label={t("webhook-secret")} value={secret} />
    </div>
  );
}
