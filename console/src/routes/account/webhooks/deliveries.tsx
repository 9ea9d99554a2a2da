import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { WebhookDelivery } from "@usher/client";
import { useId } from "react";
import { api } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { ago } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Badge, Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { deliveriesQuery } from "./queries.ts";

const TONES = { delivered: "good", pending: "warn", failed: "bad", cancelled: undefined } as const;

/** What was sent to an endpoint, the latest first, each of it once more on request. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const t = useText("account");
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
      <Refusal error={deliveries.error} />
      <Refusal error={again.error} />
      {deliveries.isPending ? <Skeleton lines={2} label={t("loading")} /> : null}
      {deliveries.data !== undefined && items.length === 0 ? <p className="muted">{t("deliveries-none")}</p> : null}
      <ul className="plain-list stack tight" aria-labelledby={heading}>
        {items.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} isPending={again.isPending} onAgain={again.mutate} />
        ))}
      </ul>
      {deliveries.hasNextPage ? (
        <div>
          <Button
            look="quiet"
            isSmall
            isPending={deliveries.isFetchingNextPage}
            onPress={() => void deliveries.fetchNextPage()}
          >
            {t("deliveries-more")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface RowProps {
  delivery: WebhookDelivery;
  isPending: boolean;
  onAgain: (deliveryId: string) => void;
}

function Row({ delivery, isPending, onAgain }: RowProps) {
  const t = useText("account");
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
