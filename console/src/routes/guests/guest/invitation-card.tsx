import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AccessToken, Event, Guest } from "@usher/client";
import { useState } from "react";
import { apiQuery } from "../../../api/api-query.ts";
import { api } from "../../../api/client.ts";
import { ago, dateTime, time } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Checkbox, Choices, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { ActionMenu } from "../../../ui/menu.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { download } from "../download.ts";
import { changeListed } from "../queries.ts";
import { useDownload } from "../use-download.ts";
import { refreshMailed } from "./queries.ts";

type DialogName = "link" | "replace" | "pass" | "message" | "delete";

/** The guest's link and what can be done with it, the door pass, a message; and what ends all of it. */
export function InvitationCard({ event, guest }: { event: Event; guest: Guest }) {
  const t = useText("guest");
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
      toast(mailedWords(t, issued, event.timezone));
      await refreshMailed(event.id, guest.id);
    },
  });
  const startDownload = useDownload();
  const exportData = async () => {
    const { data } = await api.GET("/events/{eventId}/guests/{guestId}/data-export", {
      params: { path },
      parseAs: "blob",
    });
    download(data, t("export-name", { name: guest.name }));
  };
  const erase = async () => {
    await api.DELETE("/events/{eventId}/guests/{guestId}", { params: { path } });
    changeListed(event.id, (listed) => (listed.id === guest.id ? null : listed));
    await navigate({ to: "/events/$eventId/guests", params: { eventId: event.id } });
    toast(t("deleted", { name: guest.name }));
  };
  const isMailed = guest.delivery.status !== "none";
  const mayShowPass =
    guest.rsvp?.response === "attending" && (event.capacity === null || guest.rsvp.seat === "confirmed");
  return (
    <section className="card stack" aria-labelledby="invitation">
      <h2 id="invitation">{t("invitation")}</h2>
      <p className="muted">{invitationWords(t, guest)}</p>
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
        {mayShowPass ? (
          <Button look="quiet" onPress={() => setDialog("pass")}>
            {t("door-pass")}
          </Button>
        ) : null}
        <ActionMenu
          actions={[
            { id: "message", label: t("write-message"), onAction: () => setDialog("message") },
            ...(guest.invited_at === null
              ? []
              : [{ id: "replace", label: t("replace-link"), onAction: () => setDialog("replace") }]),
            {
              id: "export",
              label: t("export-data"),
              onAction: () => startDownload(exportData),
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
      >
        <p>{t("delete-lead")}</p>
      </ConfirmDialog>
    </section>
  );
}

type Translate = ReturnType<typeof useText<"guest">>;

/** Whether the guest is mailed, and why not. */
function mailedWords(t: Translate, { notified, reason, notify_after }: AccessToken, timeZone: string): string {
  if (notified || reason === null) return t("not-mailed-sent");
  const until = notify_after === null ? "" : time(notify_after, timeZone);
  return t(`not-mailed-${reason}`, { until });
}

function invitationWords(t: Translate, { invited_at, opened_at, delivery, email }: Guest): string {
  if (invited_at === null) return t(email === null ? "no-address" : "never-invited");
  if (opened_at !== null) return t("opened-ago", { ago: ago(opened_at) });
  return t(`delivery-${delivery.status}`, { ago: ago(delivery.at ?? invited_at) });
}

interface DialogProps {
  event: Event;
  guest: Guest;
  onClose: () => void;
}

/** The guest's personal link, made if there is none. */
function GuestLink({ event, guest, onClose }: DialogProps) {
  const t = useText("guest");
  const link = useQuery({
    queryKey: ["events", event.id, "guest", guest.id, "link"],
    queryFn: async () => {
      const body = { guest_id: guest.id, notify: false, utm_source: null };
      const { data } = await api.POST("/events/{eventId}/tokens", { params: { path: { eventId: event.id } }, body });
      return data.link ?? "";
    },
    // It is a secret: it does not stay in memory for longer than it is shown.
    gcTime: 0,
    meta: { appliesFrames: true },
  });
  return (
    <Dialog title={t("link-title", { name: guest.name })} isOpen onClose={onClose}>
      <p>{t("link-lead")}</p>
      <Refusal error={link.error} onRetry={() => void link.refetch()} />
      {link.isPending ? <Skeleton lines={1} label={t("link-loading")} /> : null}
      {link.data === undefined ? null : <CopyField label={t("link")} value={link.data} />}
      <div className="row">
        <Button look="quiet" onPress={onClose}>
          {t("close")}
        </Button>
      </div>
    </Dialog>
  );
}

function ReplaceLink({ event, guest, onClose }: DialogProps) {
  const t = useText("guest");
  const [isNotified, setNotified] = useState(guest.email !== null);
  const replace = async () => {
    const body = { guest_id: guest.id, notify: isNotified };
    const { data } = await api.POST("/events/{eventId}/tokens/rotate", {
      params: { path: { eventId: event.id } },
      body,
    });
    toast(isNotified ? mailedWords(t, data, event.timezone) : t("link-replaced"));
    await refreshMailed(event.id, guest.id);
  };
  return (
    <ConfirmDialog title={t("replace-title")} confirm={t("replace-link")} isOpen onClose={onClose} onConfirm={replace}>
      <p>{t("replace-lead")}</p>
      {guest.email === null ? null : (
        <Checkbox isSelected={isNotified} onChange={setNotified}>
          {t("mail-new-link")}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}

/** The door pass of a guest who cannot open the invitation: to show, or to pass on as a picture. */
function DoorPass({ event, guest, onClose }: DialogProps) {
  const t = useText("guest");
  const key = ["events", event.id, "guest", guest.id, "pass"];
  const path = { eventId: event.id, guestId: guest.id };
  const pass = useQuery({
    ...apiQuery(key, "/events/{eventId}/guests/{guestId}/door-code", { path }),
    gcTime: 0,
    // Each reading is in the event's log.
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
      <Refusal error={pass.error} onRetry={() => void pass.refetch()} />
      {pass.isPending ? <Skeleton lines={6} label={t("link-loading")} /> : null}
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

/** Writes to this guest alone. What was typed stays when it is refused. */
function WriteMessage({ event, guest, onClose }: DialogProps) {
  const t = useText("guest");
  const [channel, setChannel] = useState<"email" | "sms">(
    guest.email === null && guest.phone !== null ? "sms" : "email",
  );
  const [subject, setSubject] = useState("");
  const [body, setBody] = useState("");
  const write = useMutation({
    mutationFn: () =>
      api.POST("/events/{eventId}/guests/{guestId}/messages", {
        params: { path: { eventId: event.id, guestId: guest.id } },
        body: { channel, body, ...(channel === "email" ? { subject } : {}) },
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
        {channel === "email" ? (
          <TextField label={t("subject")} value={subject} onChange={setSubject} name="subject" maxLength={200} />
        ) : null}
        <TextField label={t("message")} help={t("message-help")} value={body} onChange={setBody} name="body" rows={6} />
      </Form>
    </Dialog>
  );
}
