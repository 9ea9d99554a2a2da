import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Guest, isUsherError } from "@usher/client";
import { type ReactNode, useState } from "react";
import { api } from "../../api/client.ts";
import { number, textsOf } from "../../i18n/text.tsx";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { fieldErrors } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { unsentCounts } from "../../ui/unsent.ts";
import { type BulkChange, changeMany } from "./bulk.ts";
import { partySizeOf } from "./guest-form.ts";
import type { Selection } from "./guest-list.tsx";
import { changeListed, refreshGuests } from "./queries.ts";

const t = textsOf("guests");
const common = textsOf("common");

type DialogName = "tags" | "untag" | "table" | "party" | "invite" | "delete";

export function SelectionBar({
  eventId,
  selection,
  onClear,
}: {
  eventId: string;
  selection: Selection;
  onClear: () => void;
}) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [outcome, setOutcome] = useState<{ title: string; unsent: string[] } | null>(null);
  const guests = [...selection.values()];
  const count = guests.length;
  const close = () => setDialog(null);
  const revert = useMutation({
    mutationFn: (undo: () => Promise<void>) => undo(),
    onSuccess: () => toast(t("undone")),
    onError: () => toast(t("not-undone")),
  });

  const change = async (changed: BulkChange) => {
    const undo = await changeMany(eventId, guests, changed);
    close();
    // Undo does not restore a reduced RSVP.
    const action = { label: common("undo"), run: () => revert.mutate(undo) };
    toast(t("changed", { count }), changed.adjust ? undefined : action);
  };
  const invite = async () => {
    const { data } = await api.POST("/events/{eventId}/guests/invitations/bulk", {
      params: { path: { eventId } },
      body: { guest_ids: [...selection.keys()], notify: true, utm_source: null },
    });
    const overTier = data.over_tier.map(() => "tier_limit" as const);
    const reasons = [...data.items.map(({ reason }) => reason), ...overTier];
    const invited = { title: t("invited", { count: data.notified }), unsent: unsentCounts(reasons) };
    await refreshGuests(eventId);
    // The selection stays until the host has read who gets no email.
    if (invited.unsent.length > 0) return setOutcome(invited);
    toast(invited.title);
    onClear();
  };
  const erase = async () => {
    await api.POST("/events/{eventId}/guests/delete", {
      params: { path: { eventId } },
      body: { guest_ids: [...selection.keys()] },
    });
    changeListed(eventId, (guest) => (selection.has(guest.id) ? null : guest));
    toast(t("deleted", { count }));
    onClear();
    await refreshGuests(eventId);
  };
  const withoutAddress = guests.filter(({ email }) => email === null).length;
  return (
    <section className="selection-bar" aria-label={t("selection")}>
      <strong className="numeric" role="status">
        {t("selected", { count })}
      </strong>
      <div className="row">
        <Button isSmall onPress={() => setDialog("invite")}>
          {t("invite")}
        </Button>
        <Button
          look="quiet"
          isSmall
          onPress={() =>
            void navigate({
              to: "/events/$eventId/messages/new",
              params: { eventId },
              state: { guestIds: [...selection.keys()] },
            })
          }
        >
          {t("write")}
        </Button>
        <ActionMenu
          isSmall
          actions={[
            { id: "tags", label: t("add-tags"), onAction: () => setDialog("tags") },
            { id: "untag", label: t("remove-tags"), onAction: () => setDialog("untag") },
            { id: "table", label: t("set-table"), onAction: () => setDialog("table") },
            { id: "party", label: t("set-party"), onAction: () => setDialog("party") },
            { id: "delete", label: t("delete"), onAction: () => setDialog("delete"), isDanger: true },
          ]}
        >
          {t("change")} <span aria-hidden="true">▾</span>
        </ActionMenu>
        <Button look="text" isSmall onPress={onClear}>
          {t("clear-selection")}
        </Button>
      </div>
      <ChangeDialog
        key={dialog}
        title={dialog === "untag" ? t("remove-tags") : t("add-tags")}
        label={t("tags")}
        help={t("tags-help")}
        name={dialog === "untag" ? "remove_tags" : "add_tags"}
        guests={guests}
        isOpen={dialog === "tags" || dialog === "untag"}
        isEmptyAllowed={false}
        onClose={close}
        onSave={(text) => change(dialog === "untag" ? { remove_tags: tagsOf(text) } : { add_tags: tagsOf(text) })}
      />
      <ChangeDialog
        title={t("set-table")}
        label={t("column-table")}
        help={t("table-help")}
        name="table"
        guests={guests}
        isOpen={dialog === "table"}
        onClose={close}
        onSave={(text) => change({ table: text.trim() === "" ? null : text.trim() })}
      />
      <ChangeDialog
        title={t("set-party")}
        label={t("party-size")}
        help={t("party-help")}
        name="party_size"
        isNumber
        guests={guests}
        isOpen={dialog === "party"}
        onClose={close}
        onSave={(text, adjust) => change({ party_size: partySizeOf(text), ...(adjust ? { adjust } : {}) })}
      />
      <ConfirmDialog
        title={t("invite-title", { count })}
        confirm={t("invite-confirm")}
        isOpen={dialog === "invite"}
        isDanger={false}
        onClose={close}
        onConfirm={invite}
        lead={t("invite-lead")}
      >
        {withoutAddress === 0 ? null : <p className="muted">{t("invite-missing", { count: withoutAddress })}</p>}
        <Link to="/events/$eventId/send" params={{ eventId }} state={{ guestIds: [...selection.keys()] }}>
          {t("invite-preview")}
        </Link>
      </ConfirmDialog>
      <ConfirmDialog
        title={t("delete-title", { count })}
        confirm={t("delete-confirm", { count })}
        isOpen={dialog === "delete"}
        onClose={close}
        onConfirm={erase}
        lead={t("delete-lead")}
      />
      {outcome === null ? null : (
        <Dialog title={outcome.title} isOpen onClose={onClear}>
          <ul className="stack tight">
            {outcome.unsent.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <Button onPress={onClear}>{t("done")}</Button>
        </Dialog>
      )}
    </section>
  );
}

/**
 * Asks for one text. After an error the dialog stays open, with the typed text.
 * @param name the field of the API
 * @param guests in the order of the request, which the API's errors refer to
 */
function ChangeDialog({
  title,
  label,
  help,
  name,
  guests,
  isOpen,
  isNumber = false,
  isEmptyAllowed = true,
  onClose,
  onSave,
}: {
  title: string;
  label: string;
  help: ReactNode;
  name: "add_tags" | "remove_tags" | "table" | "party_size";
  guests: readonly Guest[];
  isOpen: boolean;
  isNumber?: boolean;
  isEmptyAllowed?: boolean;
  onClose: () => void;
  onSave: (text: string, adjust: boolean) => Promise<void>;
}) {
  const [text, setText] = useState("");
  const save = useMutation({
    mutationFn: (adjust: boolean) => onSave(text, adjust),
    onSuccess: () => setText(""),
  });
  const close = () => {
    if (save.isError) save.reset();
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <Form
        action={save}
        submit={common("save")}
        onCancel={close}
        onSubmit={() => {
          if (isEmptyAllowed || tagsOf(text).length > 0) save.mutate(false);
        }}
        choices={
          isUsherError(save.error, "party_size_below_answers") ? (
            <>
              <p>{t("below-answers", { count: number(guestsIn(save.error.problem)) })}</p>
              <Button look="quiet" isSmall isPending={save.isPending} onPress={() => save.mutate(true)}>
                {t("lower-answers")}
              </Button>
            </>
          ) : (
            <Misfits error={save.error} guests={guests} />
          )
        }
      >
        <TextField
          label={label}
          help={help}
          name={name}
          value={text}
          onChange={setText}
          autoFocus
          autoComplete="off"
          {...(isNumber ? { inputMode: "numeric" as const } : {})}
        />
      </Form>
    </Dialog>
  );
}

const GUEST_PATH = /^guest_ids\.(\d+)$/;

/** The guests whom a rejected change does not fit, each with the reason. */
function Misfits({ error, guests }: { error: unknown; guests: readonly Guest[] }) {
  const misfits = Object.entries(fieldErrors(error)).flatMap(([path, reason]) => {
    const guest = guests[Number(GUEST_PATH.exec(path)?.[1])];
    return guest === undefined ? [] : [{ guest, reason }];
  });
  if (misfits.length === 0) return null;
  return (
    <ul>
      {misfits.map(({ guest, reason }) => (
        <li key={guest.id} className="break">
          {t("misfit", { name: guest.name, reason })}
        </li>
      ))}
    </ul>
  );
}

function guestsIn(problem: object): number {
  return "guests" in problem && Array.isArray(problem.guests) ? problem.guests.length : 0;
}

function tagsOf(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
