import { useMutation, useQuery } from "@tanstack/react-query";
import type { Event, Message, MessageDelivery } from "@usher/client";
import { api } from "../../api/client.ts";
import { number, textsOf } from "../../i18n/text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { deliveryProblem } from "../../ui/delivery-reason.ts";
import { Section } from "../../ui/page.tsx";
import { usePager } from "../../ui/pager.tsx";
import { Badge, Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { isMoving } from "./message-words.ts";
import { deliveriesQuery } from "./queries.ts";
import "./messages.css";

const t = textsOf("messages");

const TONES = { arrived: "good", pending: undefined, missing: "bad", no_address: "warn" } as const;

/** The deliveries of a message: counts as a bar, and each recipient, with the reason for a failure. */
export function Deliveries({ event, message }: { event: Event; message: Message }) {
  const moving = isMoving(message, Date.now());
  const deliveries = useQuery(deliveriesQuery(event.id, message, moving));
  const groups = groupsOf(deliveries.data ?? []);
  // Failures come first, because they need the host.
  const { shown, pager } = usePager([...groups.missing, ...groups.no_address, ...groups.pending, ...groups.arrived]);
  if (deliveries.data === undefined) {
    return <Loading query={deliveries} label={t("loading")} />;
  }
  const total = deliveries.data.length;
  const isText = message.channel === "sms";
  return (
    <Section id="deliveries" className="stack" title={t("deliveries", { count: total })}>
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
                {t(group === "no_address" && isText ? "group-no_address-sms" : `group-${group}`, {
                  count: number(groups[group].length),
                })}
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
    </Section>
  );
}

function Delivery({ event, message, delivery }: { event: Event; message: Message; delivery: MessageDelivery }) {
  const { guest, status } = delivery;
  const reason = deliveryProblem(delivery);
  const group = groupOf(delivery);
  const { channel, subject, body, kind } = message;
  const again = useMutation({
    mutationFn: () =>
      api.POST("/events/{eventId}/guests/{guestId}/messages", {
        params: { path: { eventId: event.id, guestId: guest.id } },
        body: { channel, body, subject: channel === "sms" ? null : subject },
      }),
    onSuccess: () => toast(t("sent-again", { name: guest.name })),
  });
  const canRepeat =
    (status === "failed" || status === "bounced") && delivery.cause !== "unknown_address" && body !== "";
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
          <Badge tone={TONES[group]}>
            {t(
              status === "suppressed" && delivery.reason === "unsubscribed"
                ? "delivery-unsubscribed"
                : status === "unreachable" && channel === "sms"
                  ? "delivery-unreachable-sms"
                  : `delivery-${status}`,
            )}
          </Badge>
        </div>
      </div>
      {reason === null ? null : <p className="small muted break">{reason}</p>}
      <Refusal error={again.error} />
    </li>
  );
}

const GROUPS = ["arrived", "pending", "missing", "no_address"] as const;

type Group = (typeof GROUPS)[number];

/** Counts an email as arrived once the recipient's server has accepted it, because most servers report no more. */
function groupOf({ status }: MessageDelivery): Group {
  if (status === "sent" || status === "delivered") return "arrived";
  if (status === "unreachable") return "no_address";
  return status === "pending" ? "pending" : "missing";
}

function groupsOf(deliveries: readonly MessageDelivery[]): Record<Group, MessageDelivery[]> {
  const groups: Record<Group, MessageDelivery[]> = { arrived: [], pending: [], missing: [], no_address: [] };
  for (const delivery of deliveries) groups[groupOf(delivery)].push(delivery);
  return groups;
}
