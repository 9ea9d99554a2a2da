import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { CancelEvent, Event } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { eventQuery, queryClient } from "../../api/queries.ts";
import { withStepUp } from "../../api/step-up.ts";
import { useText } from "../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { CopyDialog } from "../events/copy-dialog.tsx";

/** To do it again, to call it off, to delete it. */
export function EndOfEvent({ event }: { event: Event }) {
  const t = useText("settings");
  const [open, setOpen] = useState<"copy" | "cancel" | "reinstate" | "delete" | null>(null);
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
    <section className="stack" aria-labelledby="more">
      <h2 id="more">{t("more")}</h2>
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
            <Button look="danger" onPress={() => setOpen("delete")}>
              {t("delete")}
            </Button>
          </Row>
        ) : null}
      </ul>
      {open === "copy" ? <CopyDialog event={event} onClose={close} /> : null}
      {open === "cancel" ? <CancelDialog event={event} onClose={close} /> : null}
      {open === "reinstate" ? <ReinstateDialog event={event} onClose={close} /> : null}
      <ConfirmDialog
        title={t("delete-title", { name: event.name })}
        confirm={t("delete-confirm")}
        isOpen={open === "delete"}
        onClose={close}
        onConfirm={remove}
      >
        <p>{t(isErasing ? "erase-warning" : "delete-warning")}</p>
        <Checkbox isSelected={isErasing} onChange={setErasing}>
          {t("erase-now")}
        </Checkbox>
      </ConfirmDialog>
    </section>
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
  const t = useText("settings");
  const [message, setMessage] = useState("");
  const [notify, setNotify] = useState(true);
  const cancel = useMutation({
    mutationFn: (body: CancelEvent) =>
      api.POST("/events/{eventId}/cancel", { params: { path: { eventId: event.id } }, body }),
    onSuccess: ({ data }) => {
      showEvent(data);
      toast(t(notify ? "cancelled-and-told" : "cancelled"));
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
  const t = useText("settings");
  const [notify, setNotify] = useState(true);
  const reinstate = async () => {
    const params = { path: { eventId: event.id } };
    const { data } = await api.POST("/events/{eventId}/reinstate", { params, body: { notify } });
    showEvent(data);
    toast(t(notify ? "reinstated-and-told" : "reinstated"));
  };
  return (
    <ConfirmDialog
      title={t("reinstate-title", { name: event.name })}
      confirm={t("reinstate")}
      isOpen
      onClose={onClose}
      onConfirm={reinstate}
      isDanger={false}
    >
      <p>{t("reinstate-warning")}</p>
      <Checkbox isSelected={notify} onChange={setNotify}>
        {t("tell")}
      </Checkbox>
    </ConfirmDialog>
  );
}

function showEvent(event: Event): void {
  queryClient.setQueryData(eventQuery(event.id).queryKey, event);
  void queryClient.invalidateQueries({ queryKey: ["events"] });
}
