import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { CancelEvent, Event } from "@usher/client";
import { useState } from "react";
import { api, eventQuery, queryClient } from "../../api/client.ts";
import { withStepUp } from "../../api/session.ts";
import { textsOf } from "../../i18n/text.tsx";
import { ConfirmButton, ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Section } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.tsx";
import { withUnsent } from "../../ui/unsent.ts";
import { CopyDialog } from "../events/copy-dialog.tsx";

const t = textsOf("settings");

/** Copies, cancels, reinstates and deletes the event. */
export function EndOfEvent({ event }: { event: Event }) {
  const [open, setOpen] = useState<"copy" | "cancel" | "reinstate" | null>(null);
  const navigate = useNavigate();
  const [isErasing, setErasing] = useState(false);
  const close = () => setOpen(null);
  const remove = async () => {
    const params = { path: { eventId: event.id }, query: isErasing ? { erase: "now" as const } : {} };
    await withStepUp(() => api.DELETE("/events/{eventId}", { params }));
    toast(t("deleted", { name: event.name }));
    await navigate({ to: "/" });
    queryClient.removeQueries({ queryKey: ["events", event.id] });
    await queryClient.invalidateQueries({ queryKey: ["events"] });
  };
  const isCancelled = event.status === "cancelled";
  const canEdit = event.your_role !== "viewer";
  return (
    <Section id="more" className="stack" title={t("more")}>
      <ul className="plain-list stack tight">
        <Row words={t("copy-lead")}>
          <Button look="quiet" onPress={() => setOpen("copy")}>
            {t("copy")}
          </Button>
        </Row>
        {canEdit ? (
          <Row words={t(isCancelled ? "reinstate-lead" : "cancel-lead")}>
            <Button
              look={isCancelled ? "quiet" : "danger"}
              onPress={() => setOpen(isCancelled ? "reinstate" : "cancel")}
            >
              {t(isCancelled ? "reinstate" : "cancel-event")}
            </Button>
          </Row>
        ) : null}
        {event.your_role === "owner" ? (
          <Row words={t("delete-lead")}>
            <ConfirmButton
              words={t("delete")}
              title={t("delete-title", { name: event.name })}
              confirm={t("delete-confirm")}
              onConfirm={remove}
              lead={t(isErasing ? "erase-warning" : "delete-warning")}
            >
              <Checkbox isSelected={isErasing} onChange={setErasing}>
                {t("erase-now")}
              </Checkbox>
            </ConfirmButton>
          </Row>
        ) : null}
      </ul>
      {open === "copy" ? <CopyDialog event={event} onClose={close} /> : null}
      {open === "cancel" ? <CancelDialog event={event} onClose={close} /> : null}
      {open === "reinstate" ? <ReinstateDialog event={event} onClose={close} /> : null}
    </Section>
  );
}

function Row({ words, children }: { words: string; children: React.ReactNode }) {
  return (
    <li className="card row spread">
      <p className="grow">{words}</p>
      {children}
    </li>
  );
}

function CancelDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const [message, setMessage] = useState("");
  const [notify, setNotify] = useState(true);
  const cancel = useMutation({
    mutationFn: (body: CancelEvent) =>
      api.POST("/events/{eventId}/cancel", { params: { path: { eventId: event.id } }, body }),
    onSuccess: ({ data }) => {
      showEvent(data);
      toast(data.notified ? t("cancelled-and-told") : withUnsent(t("cancelled"), data));
      onClose();
    },
  });
  return (
    <Dialog title={t("cancel-title", { name: event.name })} isOpen onClose={onClose}>
      <Form
        action={cancel}
        submit={t("cancel-confirm")}
        look="danger"
        onSubmit={() => cancel.mutate({ notify, ...(message.trim() === "" ? {} : { message: message.trim() }) })}
        buttons={
          <Button look="quiet" onPress={onClose}>
            {t("keep")}
          </Button>
        }
      >
        <p>{t("cancel-warning")}</p>
        <TextField
          label={t("cancel-message")}
          help={t("cancel-message-help")}
          value={message}
          onChange={setMessage}
          name="message"
          rows={4}
          maxLength={2_000}
          autoFocus
        />
        <Checkbox isSelected={notify} onChange={setNotify}>
          {t("tell")}
        </Checkbox>
      </Form>
    </Dialog>
  );
}

function ReinstateDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const [notify, setNotify] = useState(true);
  const [isForNeverEmailed, setForNeverEmailed] = useState(true);
  const reinstate = async () => {
    const params = { path: { eventId: event.id } };
    const body = notify ? { notify, notify_never_emailed: isForNeverEmailed } : { notify };
    const { data } = await api.POST("/events/{eventId}/reinstate", { params, body });
    showEvent(data);
    toast(data.notified ? t("reinstated-and-told") : withUnsent(t("reinstated"), data));
  };
  return (
    <ConfirmDialog
      title={t("reinstate-title", { name: event.name })}
      confirm={t("reinstate")}
      isOpen
      onClose={onClose}
      onConfirm={reinstate}
      isDanger={false}
      lead={t("reinstate-warning")}
    >
      <Checkbox isSelected={notify} onChange={setNotify}>
        {t("tell")}
      </Checkbox>
      {notify ? (
        <Checkbox isSelected={isForNeverEmailed} onChange={setForNeverEmailed}>
          {t("tell-never-emailed")}
        </Checkbox>
      ) : null}
    </ConfirmDialog>
  );
}

function showEvent(event: Event): void {
  queryClient.setQueryData(eventQuery(event.id).queryKey, event);
  void queryClient.invalidateQueries({ queryKey: ["events"] });
}
