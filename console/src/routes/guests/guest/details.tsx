import { useMutation } from "@tanstack/react-query";
import { type Guest, isUsherError } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { EditConflict, editedFields, editsSince, type Merge, saveMerged } from "../../../api/merge.ts";
import { list, textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Conflicts } from "../../../ui/conflicts.tsx";
import { Form, FormRefusal } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
import { GuestFields } from "../guest-fields.tsx";
import { changesOf, type GuestField, type GuestValues, valuesOf } from "../guest-form.ts";
import { phoneForApi, readPhoneCountry } from "../phone.ts";
import { showGuest } from "./queries.ts";

const t = textsOf("guest");

/**
 * The details of a guest, edited in place. Sends only the edited fields, and only if the guest is unchanged since it was read.
 * Another host's changes to other fields are merged. If both changed a field, this host chooses.
 */
export function Details({ guest, canEdit }: { guest: Guest; canEdit: boolean }) {
  const [edits, setEdits] = useState<Partial<GuestValues>>({});
  /** The guest when the edits began. */
  const [base, setBase] = useState(guest);
  const [merge, setMerge] = useState<Merge<GuestField> | null>(null);
  // The replica that a refetch reads may lack the last save.
  const newest = guest.updated_at < base.updated_at ? base : guest;
  const isDirty = editedFields(valuesOf(base), edits).length > 0;

  const save = useMutation({
    mutationFn: saveGuest,
    onSuccess: ({ saved, theirs }, { edits: sent }) => {
      showGuest(saved);
      setBase(saved);
      setEdits((typed) => editsSince(sent, typed));
      setMerge(null);
      const fields = list(theirs.map((field) => t(`field-${field}`)));
      toast(theirs.length === 0 ? t("details-saved") : t("details-merged", { fields }));
    },
    onError: (error) => {
      if (!(error instanceof EditConflict)) return;
      showGuest(error.now);
      setBase(error.now);
      setMerge(error.merge);
    },
  });
  const change = (field: GuestField, value: string) => {
    const from = isDirty || merge !== null ? base : newest;
    setBase(from);
    const { [field]: _, ...others } = edits;
    setEdits(value === valuesOf(from)[field] ? others : { ...edits, [field]: value });
  };
  const discard = () => {
    setEdits({});
    setMerge(null);
    save.reset();
  };
  const submit = () => {
    if (isDirty) save.mutate({ base, edits, adjust: false });
    else discard();
  };
  const isConflict = save.error instanceof EditConflict;
  return (
    <Form action={isConflict ? { ...save, error: null } : save} title={t("details")} onSubmit={submit}>
      <Conflicts
        merge={merge}
        title={t("conflict-title")}
        labelOf={(field) => t(`field-${field}`)}
        isMine={(field) => edits[field] !== undefined && edits[field] !== valuesOf(base)[field]}
        onChoose={(field, value) => change(field, String(value))}
      />
      <GuestFields values={{ ...valuesOf(newest), ...edits }} onChange={change} isReadOnly={!canEdit} />
      <FormRefusal>
        {isUsherError(save.error, "party_size_below_answers") ? (
          <Button look="quiet" isSmall onPress={() => save.mutate({ base, edits, adjust: true })}>
            {t("lower-answer")}
          </Button>
        ) : null}
      </FormRefusal>
      {isDirty || merge !== null ? (
        <div className="row save-bar">
          <Button type="submit" isPending={save.isPending}>
            {t("save-details")}
          </Button>
          <Button look="quiet" onPress={discard}>
            {t("discard")}
          </Button>
        </div>
      ) : null}
    </Form>
  );
}

/** Saves edits of a guest, with changes of other hosts to other fields. @throws EditConflict, UsherError */
async function saveGuest({
  base,
  edits: typed,
  adjust,
}: {
  base: Guest;
  edits: Partial<GuestValues>;
  adjust: boolean;
}) {
  const { phone } = typed;
  const edits = phone === undefined ? typed : { ...typed, phone: await phoneForApi(phone, readPhoneCountry()) };
  return saveMerged<Guest, GuestValues>(base, edits, {
    valuesOf,
    outdated: { code: "guest_changed", member: "guest" },
    send: (changed, { event_id: eventId, id: guestId, updated_at }) =>
      api.PATCH("/events/{eventId}/guests/{guestId}", {
        params: { path: { eventId, guestId } },
        body: { ...changesOf(changed), expected_updated_at: updated_at, ...(adjust ? { adjust } : {}) },
      }),
  });
}
