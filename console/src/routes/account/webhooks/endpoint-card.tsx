import { useMutation } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@usher/client";
import { useId, useState } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { ago } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { lastError, Refusal } from "../../../ui/refusal.tsx";
import { Badge } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { Deliveries } from "./deliveries.tsx";
import { endpointsQuery } from "./queries.ts";
import { Secret } from "./secret.tsx";

const refresh = () => queryClient.invalidateQueries(endpointsQuery);

/** An endpoint with what was sent to it: tested, stopped and started, given a new secret, deleted. */
export function EndpointCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useText("account");
  const heading = useId();
  const [asks, setAsks] = useState<"rotate" | "delete" | null>(null);
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
        <Button look="quiet" isSmall onPress={() => setAsks("rotate")}>
          {t("webhook-rotate")}
        </Button>
        <Button look="danger" isSmall onPress={() => setAsks("delete")}>
          {t("webhook-delete")}
        </Button>
      </div>
      <Deliveries endpointId={endpoint.id} />
      <ConfirmDialog
        title={t("webhook-rotate-title")}
        confirm={t("webhook-rotate")}
        isOpen={asks === "rotate"}
        onClose={() => setAsks(null)}
        onConfirm={async () => void (await rotate.mutateAsync())}
      >
        <p>{t("webhook-rotate-lead")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t("webhook-delete-title")}
        confirm={t("webhook-delete")}
        isOpen={asks === "delete"}
        onClose={() => setAsks(null)}
        onConfirm={remove}
      >
        <p>{t("webhook-delete-lead")}</p>
      </ConfirmDialog>
    </section>
  );
}
