import { useMutation, useQuery } from "@tanstack/react-query";
import type { Event, ReplyNetwork, ReplyNetworkDetail } from "@usher/client";
import { useState } from "react";
import { api, apiItems, queryClient } from "../../api/client.ts";
import { dateTime, Text, textsOf } from "../../i18n/text.tsx";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Loading, lastError, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { withUnsent } from "../../ui/unsent.ts";
import { aboutGuest } from "../guests/about-guest.ts";
import { networkName } from "./network-name.ts";

const t = textsOf("safety");

/** While replies are undone, the list is read again after this time, milliseconds. */
const UNDO_POLL_MS = 2_000;

/** Networks from which many guests replied within minutes. Nothing is shown without any. */
export function ReplyNetworks({ event, mayDecide }: { event: Event; mayDecide: boolean }) {
  const networks = useQuery({
    ...networksQuery(event.id),
    refetchInterval: ({ state }) =>
      (state.data as ReplyNetwork[] | undefined)?.some(isUndoing) ? UNDO_POLL_MS : false,
  });
  if (networks.data === undefined || networks.data.length === 0) return <Refusal error={networks.error} />;
  return (
    <section className="stack" id="reply-networks" aria-labelledby="reply-networks-title">
      <div className="stack tight">
        <h2 id="reply-networks-title">{t("networks")}</h2>
        <p className="muted">{t("networks-lead")}</p>
      </div>
      <ul className="plain-list stack tight">
        {networks.data.map((network) => (
          <Network key={network.id} event={event} network={network} mayDecide={mayDecide} />
        ))}
      </ul>
    </section>
  );
}

interface NetworkProps {
  event: Event;
  network: ReplyNetwork;
}

const isUndoing = ({ undo }: ReplyNetwork): boolean => undo.started_at !== null && undo.finished_at === null;

function Network({ event, network, mayDecide }: NetworkProps & { mayDecide: boolean }) {
  const [isShown, setShown] = useState(false);
  const name = networkName(network.network);
  const from = dateTime(network.first_at, event.timezone);
  const to = dateTime(network.last_at, event.timezone);
  const values = { count: network.replies, network: name, from, to };
  return (
    <li className="card stack tight">
      <p className="break">
        <Text area="safety" id={from === to ? "networks-count-at" : "networks-count"} values={values} />
      </p>
      <State event={event} network={network} />
      <div className="row">
        <Button
          look="text"
          isSmall
          aria-expanded={isShown}
          aria-label={t("networks-show-of", { network: name })}
          onPress={() => setShown(!isShown)}
        >
          {t("networks-show")}
        </Button>
      </div>
      {isShown ? <Replies event={event} network={network} /> : null}
      {mayDecide ? <Decision event={event} network={network} /> : null}
    </li>
  );
}

function State({ event, network }: NetworkProps) {
  const { status, undo, needs_code } = network;
  return (
    <>
      {status === "accepted" ? <p className="small muted">{t("networks-accepted")}</p> : null}
      {status === "trusted" ? <p className="small muted">{t("networks-trusted")}</p> : null}
      {isUndoing(network) ? <p className="small">{t("networks-undoing")}</p> : null}
      {undo.finished_at === null ? null : (
        <p className="small muted">{t("networks-undone", { at: dateTime(undo.finished_at, event.timezone) })}</p>
      )}
      {needs_code ? <p className="small">{t("networks-code")}</p> : null}
    </>
  );
}

function Decision({ event, network }: NetworkProps) {
  const eventId = event.id;
  const [dialog, setDialog] = useState<"trust" | "undo" | null>(null);
  const params = { path: { eventId, networkId: network.id } };
  const accept = useMutation({
    mutationFn: () => api.POST("/events/{eventId}/reply-networks/{networkId}/accept", { params }),
    onSettled: () => refresh(eventId),
  });
  const removeRule = useMutation({
    mutationFn: () => api.DELETE("/events/{eventId}/reply-networks/{networkId}/code-rule", { params }),
    onSettled: () => refresh(eventId),
  });
  const name = networkName(network.network);
  const isBusy = isUndoing(network);
  const mayUndo = !isBusy && Date.parse(network.undo.until) > Date.now();
  return (
    <>
      <Refusal error={lastError(accept, removeRule)} />
      {network.status === "open" && !network.may_trust ? <p className="small muted">{t("networks-shared")}</p> : null}
      <div className="row">
        {network.status === "open" ? (
          <Button
            look="quiet"
            isSmall
            isPending={accept.isPending}
            aria-label={t("networks-right-of", { network: name })}
            onPress={() => accept.mutate()}
          >
            {t("networks-right")}
          </Button>
        ) : null}
        {network.may_trust && !isBusy ? (
          <Button
            look="quiet"
            isSmall
            aria-label={t("networks-trust-of", { network: name })}
            onPress={() => setDialog("trust")}
          >
            {t("networks-trust")}
          </Button>
        ) : null}
        {network.needs_code ? (
          <Button
            look="quiet"
            isSmall
            isPending={removeRule.isPending}
            aria-label={t("networks-code-off-of", { network: name })}
            onPress={() => removeRule.mutate()}
          >
            {t("networks-code-off")}
          </Button>
        ) : null}
        {mayUndo ? (
          <Button
            look="danger"
            isSmall
            aria-label={t("networks-undo-of", { network: name })}
            onPress={() => setDialog("undo")}
          >
            {t("networks-undo")}
          </Button>
        ) : null}
      </div>
      {dialog === "trust" ? <Trust event={event} network={network} onClose={() => setDialog(null)} /> : null}
      {dialog === "undo" ? <Undo event={event} network={network} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

interface DialogProps extends NetworkProps {
  onClose: () => void;
}

function Trust({ event, network, onClose }: DialogProps) {
  const name = networkName(network.network);
  const trust = async () => {
    const params = { path: { eventId: event.id, networkId: network.id } };
    await api.POST("/events/{eventId}/reply-networks/{networkId}/trust", { params });
    toast(t("trusted", { network: name }));
    await refresh(event.id);
  };
  return (
    <ConfirmDialog
      title={t("networks-trust-title", { network: name })}
      confirm={t("networks-trust")}
      isOpen
      isDanger={false}
      onClose={onClose}
      onConfirm={trust}
      lead={t("networks-trust-lead")}
    />
  );
}

/** The host sees the replies by name, and chooses. All are chosen at first. */
function Undo({ event, network, onClose }: DialogProps) {
  const eventId = event.id;
  const replies = useQuery(networkQuery(eventId, network));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const undoable = replies.data?.listed.filter(({ outcome }) => outcome === null) ?? [];
  const chosen = undoable.filter(({ guest }) => !left.has(guest.id)).map(({ guest }) => guest.id);
  const undo = async () => {
    const params = { path: { eventId, networkId: network.id } };
    const body = { guest_ids: chosen };
    const { data } = await api.POST("/events/{eventId}/reply-networks/{networkId}/undo", { params, body });
    toast(withUnsent(t("networks-undo-started"), data));
    await refresh(eventId);
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <ConfirmDialog
      title={t("networks-undo-title", { network: networkName(network.network) })}
      confirm={t("networks-undo-confirm", { count: chosen.length })}
      isOpen
      isDisabled={chosen.length === 0}
      onClose={onClose}
      onConfirm={undo}
      lead={t("networks-undo-lead")}
    >
      <Loading query={replies} lines={4} label={t("loading")} />
      <p className="small muted">{t("networks-undo-until", { at: dateTime(network.undo.until, event.timezone) })}</p>
      <Checkbox
        isSelected={left.size === 0}
        onChange={(isAll) => setLeft(new Set(isAll ? [] : undoable.map(({ guest }) => guest.id)))}
      >
        {t("networks-all")}
      </Checkbox>
      {undoable.map((reply) => (
        <Checkbox
          key={reply.guest.id}
          isSelected={!left.has(reply.guest.id)}
          onChange={(isChosen) => choose(reply.guest.id, isChosen)}
        >
          {replyText(reply)}{" "}
          <span className="small muted break" dir="auto">
            {aboutGuest(reply.guest)}
          </span>
        </Checkbox>
      ))}
    </ConfirmDialog>
  );
}

function Replies({ event, network }: NetworkProps) {
  const replies = useQuery(networkQuery(event.id, network));
  return (
    <>
      <Loading query={replies} lines={4} label={t("loading")} />
      <ul className="plain-list small">
        {replies.data?.listed.map((reply) => (
          <li key={reply.guest.id} className="break">
            {reply.outcome === null
              ? replyText(reply)
              : t("networks-reply-out", { reply: replyText(reply), outcome: t(outcomeOf(reply)) })}
          </li>
        ))}
      </ul>
    </>
  );
}

type Reply = ReplyNetworkDetail["listed"][number];

/** By response: what was replied from the network. */
function replyText({ guest: { name }, response, plus_ones: guests }: Reply): string {
  return t(`networks-${response ?? "none"}`, { name, guests });
}

function outcomeOf({ outcome, reason }: Reply) {
  if (outcome === "kept" && reason === "arrived") return "networks-out-arrived" as const;
  return `networks-out-${outcome ?? "unchanged"}` as const;
}

/** Everything that a decision changes: networks, attention, allowlist, guests. */
function refresh(eventId: string): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: ["events", eventId] });
}

const networksQuery = (eventId: string) =>
  apiItems(["events", eventId, "reply-networks"], "/events/{eventId}/reply-networks", { path: { eventId } });

/** Read again when an undo ends, because it changes the replies. */
const networkQuery = (eventId: string, { id: networkId, undo }: ReplyNetwork) => ({
  queryKey: ["events", eventId, "reply-networks", networkId, undo.finished_at],
  queryFn: async () =>
    (await api.GET("/events/{eventId}/reply-networks/{networkId}", { params: { path: { eventId, networkId } } })).data,
});
