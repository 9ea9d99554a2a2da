import { useMutation, useQuery } from "@tanstack/react-query";
import type { Event, Message, MessageDelivery } from "@usher/client";
import { api } from "../../api/client.ts";
import { number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { useDeliveryReason } from "../../ui/delivery-reason.ts";
import { usePager } from "../../ui/pager.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Badge, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import "./messages.css";
import { GROUPS, type Group, groupOf, groupsOf } from "./delivery-groups.ts";
import { deliveriesQuery } from "./queries.ts";
import { isMoving } from "./sections.ts";

const TONES = { arrived: "good", pending: undefined, missing: "bad" } as const;

/** What became of a message: counts as a bar, and each recipient with the reason where it did not arrive. */
export function Deliveries({ event, message }: { event: Event; message: Message }) {
  const t = useText("messages");
  const moving = isMoving(message, Date.now());
  const deliveries = useQuery(deliveriesQuery(event.id, message, moving));
  const groups = groupsOf(deliveries.data ?? []);
  // Those that somebody has to do something about come first.
  const { shown, pager } = usePager([...groups.missing, ...groups.pending, ...groups.arrived]);
  if (deliveries.data === undefined) {
    return deliveries.isPending ? (
      <Skeleton label={t("loading")} />
    ) : (
      <Refusal error={deliveries.error} onRetry={() => void deliveries.refetch()} />
    );
  }
  const total = deliveries.data.length;
  return (
    <section className="stack" aria-labelledby="deliveries">
      <h2 id="deliveries">{t("deliveries", { count: total })}</h2>
      {total === 0 ? (
        <p className="muted">{t(moving ? "no-deliveries-yet" : "no-deliveries")}</p>
      ) : (
        <>
          <div className="delivery-bar" aria-hidden="true">
            {GROUPS.map((group) => (
              <span key={group} className={group} style={{ flexGrow: groups[group].length }} />
            ))}
          </div>
          <ul className="plain-list row" aria-label={t("counts")}>
            {GROUPS.filter((group) => groups[group].length > 0).map((group) => (
              <li key={group} className={`legend ${group}`}>
                {t(`group-${group}`, { count: number(groups[group].length) })}
              </li>
            ))}
          </ul>
          <ul className="plain-list stack tight">
            {shown.map((delivery) => (
              <Delivery key={delivery.guest.id} event={event} message={message} delivery={delivery} />
            ))}
          </ul>
          {pager}
        </>
      )}
    </section>
  );
}

function Delivery({ event, message, delivery }: { event: Event; message: Message; delivery: MessageDelivery }) {
  const t = useText("messages");
  const { guest, status } = delivery;
  const reason = useDeliveryReason()(delivery.reason);
  const group: Group = groupOf(delivery);
  const { channel, subject, body, kind } = message;
  const again = useMutation({
    mutationFn: () =>
      api.POST("/events/{eventId}/guests/{guestId}/messages", {
        params: { path: { eventId: event.id, guestId: guest.id } },
        body: { channel, body, subject: channel === "sms" ? null : subject },
      }),
    onSuccess: () => toast(t("sent-again", { name: guest.name })),
  });
  const canRepeat = (status === "failed" || status === "bounced") && body !== "";
  return (
    <li className="card delivery stack tight">
      <div className="row spread">
        <Link to="/events/$eventId/guests/$guestId" params={{ eventId: event.id, guestId: guest.id }}>
          {guest.name}
        </Link>
        <div className="row">
          {canRepeat && (kind === "message" || kind === "reminder") ? (
            <Button
              look="quiet"
              isSmall
              isPending={again.isPending}
              isDisabled={again.isSuccess}
              aria-label={t("send-again-to", { name: guest.name })}
              onPress={() => again.mutate()}
            >
              {t("send-again")}
            </Button>
          ) : null}
          <Badge tone={TONES[group]}>{t(`delivery-${status}`)}</Badge>
        </div>
      </div>
      {reason === null ? null : <p className="small muted break">{reason}</p>}
      <Refusal error={again.error} />
    </li>
  );
}
