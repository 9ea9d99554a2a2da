import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AccessToken, Event, Guest } from "@usher/client";
import { useState } from "react";
import { api, apiQuery } from "../../../api/client.ts";
import { ago, dateTime, textsOf, time } from "../../../i18n/text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { causeWords } from "../../../ui/delivery-reason.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Checkbox, Choices, TextField } from "../../../ui/field.tsx";
import { bindFields, Form } from "../../../ui/form.tsx";
import { ActionMenu } from "../../../ui/menu.tsx";
import { Section } from "../../../ui/page.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Loading, Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { isUnsentReason, unsentWords } from "../../../ui/unsent.ts";
import { download, useDownload } from "../download.ts";
import { hasLink } from "../guest-state.ts";
import { changeListed } from "../queries.ts";
import { refreshMailed } from "./queries.ts";

const t = textsOf("guest");

type DialogName = "link" | "replace" | "pass" | "message" | "delete";

/** The guest's link, door pass and messages, and the deletion of the guest. */
export function InvitationCard({ event, guest }: { event: Event; guest: Guest }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const path = { eventId: event.id, guestId: guest.id };
  const close = () => setDialog(null);
  const send = useMutation({
    mutationFn: () => {
      const body = { guest_id: guest.id, notify: true, utm_source: null };
      return api.POST("/events/{eventId}/tokens", { params: { path }, body });
    },
    onSuccess: async ({ data: issued }) => {
      toast(mailedWords(issued, event.timezone));
      await refreshMailed(event.id, guest.id);
    },
  });
  const startDownload = useDownload();
  const take = () => api.GET("/events/{eventId}/guests/{guestId}/data-export", { params: { path }, parseAs: "blob" });
  const erase = async () => {
    await api.DELETE("/events/{eventId}/guests/{guestId}", { params: { path } });
    changeListed(event.id, (listed) => (listed.id === guest.id ? null : listed));
    await navigate({ to: "/events/$eventId/guests", params: { eventId: event.id } });
    toast(t("deleted", { name: guest.name }));
  };
  const isMailed = guest.delivery.status !== "none";
  return (
    <Section id="invitation" title={t("invitation")}>
      <p className="muted">{invitationWords(guest)}</p>
      {guest.sms_opted_out ? <p className="muted">{t("no-texts")}</p> : null}
      <Refusal error={send.error} />
      <div className="row">
        {guest.email === null ? null : (
          <Button look={isMailed ? "quiet" : "primary"} isPending={send.isPending} onPress={() => send.mutate()}>
            {t(isMailed ? "resend-invitation" : "send-invitation")}
          </Button>
        )}
        <Button look="quiet" onPress={() => setDialog("link")}>
          {t("copy-link")}
        </Button>
        {guest.standing === "coming" ? (
          <Button look="quiet" onPress={() => setDialog("pass")}>
            {t("door-pass")}
          </Button>
        ) : null}
        <ActionMenu
          actions={[
            { id: "message", label: t("write-message"), onAction: () => setDialog("message") },
            ...(hasLink(guest)
              ? [{ id: "replace", label: t("replace-link"), onAction: () => setDialog("replace") }]
              : []),
            {
              id: "export",
              label: t("export-data"),
              onAction: () => startDownload({ take, name: t("export-name", { name: guest.name }) }),
            },
            { id: "delete", label: t("delete"), onAction: () => setDialog("delete"), isDanger: true },
          ]}
        >
          {t("more")} <span aria-hidden="true">▾</span>
        </ActionMenu>
      </div>
      {dialog === "link" ? <GuestLink event={event} guest={guest} onClose={close} /> : null}
      {dialog === "replace" ? <ReplaceLink event={event} guest={guest} onClose={close} /> : null}
      {dialog === "pass" ? <DoorPass event={event} guest={guest} onClose={close} /> : null}
      {dialog === "message" ? <WriteMessage event={event} guest={guest} onClose={close} /> : null}
      <ConfirmDialog
        title={t("delete-title", { name: guest.name })}
        confirm={t("delete-confirm")}
        isOpen={dialog === "delete"}
        onClose={close}
        onConfirm={erase}
        lead={t("delete-lead")}
      />
    </Section>
  );
}

/** Reasons of the address, with which the host can share the link another way. */
const OF_ADDRESS: readonly AccessToken["reason"][] = [
  "bounced",
  "complained",
  "mailbox_limit",
  "no_address",
  "unsubscribed",
];

/** Returns whether the guest is emailed, or why not. */
function mailedWords({ reason, notify_after }: AccessToken, timeZone: string): string {
  if (reason === null) return t("mailed");
  const next = notify_after === null ? null : t("mail-again-at", { until: time(notify_after, timeZone) });
  const share = OF_ADDRESS.includes(reason) ? t("share-link") : null;
  return [unsentWords(reason), next, share].filter(Boolean).join(" ");
}

function invitationWords(guest: Guest): string {
  const { invited_at, opened_at, delivery, email, standing, rsvp, over_tier } = guest;
  // By link, as `hasLink`, and by standing for a guest without one.
  if (invited_at === null && over_tier) return unsentWords("tier_limit");
  if (invited_at === null && standing === "walk_in") return t("added-at-door");
  if (invited_at === null) return t(email === null ? "no-address" : "never-invited");
  const { status, at, reason, cause } = delivery;
  const isRefused = status === "suppressed" || status === "bounced" || status === "complained" || status === "failed";
  const isNewer = at !== null && opened_at !== null && at > opened_at;
  if (opened_at !== null && !(isRefused && isNewer)) return t("opened-ago", { ago: ago(opened_at) });
  if (isRefused && isUnsentReason(reason))
    return [t("delivery-suppressed"), unsentWords(reason), t("share-link")].join(" ");
  const isReplied = rsvp !== null && (status === "sent" || status === "delivered");
  // A guest who has replied has seen the invitation.
  const key = isReplied ? (`delivery-${status}-replied` as const) : (`delivery-${status}` as const);
  const words = t(key, { ago: ago(at ?? invited_at) });
  return [words, causeWords(cause)].filter(Boolean).join(" ");
}

interface DialogProps {
  event: Event;
  guest: Guest;
  onClose: () => void;
}

/** The guest's link, created if there is none. */
function GuestLink({ event, guest, onClose }: DialogProps) {
  const link = useQuery({
    queryKey: ["events", event.id, "guest", guest.id, "link"],
    queryFn: async () => {
      const body = { guest_id: guest.id, notify: false, utm_source: null };
      const { data } = await api.POST("/events/{eventId}/tokens", { params: { path: { eventId: event.id } }, body });
      return data.link ?? "";
    },
    // The link is a secret, so it stays in memory only while it is shown.
    gcTime: 0,
    meta: { appliesFrames: true },
  });
  return (
    <Dialog title={t("link-title", { name: guest.name })} isOpen onClose={onClose}>
      <p>{t("link-lead")}</p>
      <Loading query={link} lines={1} label={t("link-loading")} />
      {link.data === undefined ? null : <CopyField label={t("link")} value={link.data} />}
      <Button look="quiet" onPress={onClose}>
        {t("close")}
      </Button>
    </Dialog>
  );
}

function ReplaceLink({ event, guest, onClose }: DialogProps) {
  const [isNotified, setNotified] = useState(guest.email !== null);
  const replace = async () => {
    const body = { guest_id: guest.id, notify: isNotified };
    const { data } = await api.POST("/events/{eventId}/tokens/rotate", {
      params: { path: { eventId: event.id } },
      body,
    });
    toast(isNotified ? mailedWords(data, event.timezone) : t("link-replaced"));
    await refreshMailed(event.id, guest.id);
  };
  return (
    <ConfirmDialog
      title={t("replace-title")}
      confirm={t("replace-link")}
      isOpen
      onClose={onClose}
      onConfirm={replace}
      lead={t("replace-lead")}
    >
      {guest.email === null ? null : (
        <Checkbox isSelected={isNotified} onChange={setNotified}>
          {t("mail-new-link")}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}

/** The door pass of a guest who cannot open the invitation, to show or to save as a picture. */
function DoorPass({ event, guest, onClose }: DialogProps) {
  const key = ["events", event.id, "guest", guest.id, "pass"];
  const path = { eventId: event.id, guestId: guest.id };
  const pass = useQuery({
    ...apiQuery(key, "/events/{eventId}/guests/{guestId}/door-code", { path }),
    gcTime: 0,
    // Each request adds a record to the event's log.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { appliesFrames: true },
  });
  const save = () => {
    const bytes = Uint8Array.from(atob(pass.data?.short_png ?? ""), (character) => character.charCodeAt(0));
    download(new Blob([bytes], { type: "image/png" }), t("pass-name", { name: guest.name }));
  };
  return (
    <Dialog title={t("pass-title", { name: guest.name })} isOpen onClose={onClose}>
      <p>{t("pass-lead")}</p>
      <Loading query={pass} lines={6} label={t("link-loading")} />
      {pass.data === undefined ? null : (
        <div className="pass">
          <QrCode text={pass.data.short_code} label={t("pass-title", { name: guest.name })} />
        </div>
      )}
      <div className="row">
        <Button isDisabled={pass.data === undefined} onPress={save}>
          {t("save-picture")}
        </Button>
        <Button look="quiet" onPress={onClose}>
          {t("close")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Writes to one guest. The typed text stays after an error. */
function WriteMessage({ event, guest, onClose }: DialogProps) {
  const [channel, setChannel] = useState<"email" | "sms">(
    guest.email === null && guest.phone !== null ? "sms" : "email",
  );
  const [typed, setTyped] = useState({ subject: "", body: "" });
  const field = bindFields(typed, (edited) => setTyped({ ...typed, ...edited }));
  const write = useMutation({
    mutationFn: () =>
      api.POST("/events/{eventId}/guests/{guestId}/messages", {
        params: { path: { eventId: event.id, guestId: guest.id } },
        body: { channel, body: typed.body, ...(channel === "email" ? { subject: typed.subject } : {}) },
      }),
    onSuccess: async () => {
      toast(t("message-sent", { at: dateTime(Date.now(), event.timezone) }));
      onClose();
      await refreshMailed(event.id, guest.id);
    },
  });
  return (
    <Dialog title={t("message-title", { name: guest.name })} isOpen onClose={onClose} isWide>
      <Form action={write} submit={t("send-message")} onCancel={onClose} onSubmit={() => write.mutate()}>
        {guest.phone === null ? null : (
          <Choices
            label={t("channel")}
            value={channel}
            onChange={setChannel}
            options={[
              { value: "email", label: t("channel-email") },
              { value: "sms", label: t("channel-sms") },
            ]}
          />
        )}
        {channel === "email" ? <TextField label={t("subject")} maxLength={200} {...field("subject")} /> : null}
        <TextField label={t("message")} help={t("message-help")} rows={6} {...field("body")} />
      </Form>
    </Dialog>
  );
}
