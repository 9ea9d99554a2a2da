import { useMutation } from "@tanstack/react-query";
import { type Guest, isUsherError } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { list, textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Choices } from "../../../ui/field.tsx";
import { Form, FormRefusal } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
import { GuestFields } from "../guest-fields.tsx";
import {
  changesOf,
  editedFields,
  editsSince,
  type GuestField,
  type GuestValues,
  type Merge,
  mergeOf,
  valuesOf,
} from "../guest-form.ts";
import { phoneForApi, readPhoneCountry } from "../phone.ts";
import { useFocus } from "../use-focus.ts";
import { showGuest } from "./queries.ts";

const t = textsOf("guest");

/** Retries while other hosts change other fields of the guest. */
const MAX_MERGES = 3;

interface Saving {
  base: Guest;
  edits: Partial<GuestValues>;
  adjust: boolean;
}

/** Another host changed fields that this host edited. */
class EditConflict extends Error {
  override readonly name = "EditConflict";
  readonly now: Guest;
  readonly merge: Merge;
  constructor(now: Guest, merge: Merge) {
    super("Two hosts have changed the same fields.");
    this.now = now;
    this.merge = merge;
  }
}

/**
 * The details of a guest, edited in place. Sends only the edited fields, and only if the guest is unchanged since it was read.
 * Another host's changes to other fields are merged. If both changed a field, this host chooses.
 */
export function Details({ guest, canEdit }: { guest: Guest; canEdit: boolean }) {
  const [edits, setEdits] = useState<Partial<GuestValues>>({});
  /** The guest when the edits began. */
  const [base, setBase] = useState(guest);
  const [merge, setMerge] = useState<Merge | null>(null);
  // The replica that a refetch reads may lack the last save.
  const newest = guest.updated_at < base.updated_at ? base : guest;
  const isDirty = editedFields(valuesOf(base), edits).length > 0;

  const save = useMutation({
    mutationFn: saveMerged,
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
      {merge === null ? null : <Conflicts merge={merge} edits={edits} now={valuesOf(base)} onChoose={change} />}
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

/** The fields that both hosts changed, to choose from, and the other host's further changes. */
function Conflicts({
  merge,
  edits,
  now,
  onChoose,
}: {
  merge: Merge;
  edits: Partial<GuestValues>;
  now: GuestValues;
  onChoose: (field: GuestField, value: string) => void;
}) {
  const notice = useFocus<HTMLDivElement>(merge);
  return (
    <div ref={notice} tabIndex={-1} className="notice warn stack" role="alert">
      <div className="stack tight">
        <strong>{t("conflict-title")}</strong>
        <p>{t("conflict-lead")}</p>
      </div>
      {merge.conflicts.map(({ field, mine, theirs }) => (
        <Choices
          key={field}
          label={t(`field-${field}`)}
          value={edits[field] === undefined || edits[field] === now[field] ? "theirs" : "mine"}
          onChange={(chosen) => onChoose(field, chosen === "mine" ? mine : theirs)}
          options={[
            { value: "mine", label: t("mine", { value: mine === "" ? t("empty-value") : mine }) },
            { value: "theirs", label: t("theirs", { value: theirs === "" ? t("empty-value") : theirs }) },
          ]}
        />
      ))}
      {merge.theirs.length === 0 ? null : (
        <p className="small">{t("also-changed", { fields: list(merge.theirs.map((field) => t(`field-${field}`))) })}</p>
      )}
    </div>
  );
}

/**
 * Saves edits of a guest. If another host has changed other fields, sends the edits again on top of those changes.
 * @throws EditConflict if both hosts changed a field to different values; UsherError
 */
async function saveMerged({ base, edits: typed, adjust }: Saving): Promise<{ saved: Guest; theirs: GuestField[] }> {
  const { phone } = typed;
  const edits = phone === undefined ? typed : { ...typed, phone: await phoneForApi(phone, readPhoneCountry()) };
  const theirs = new Set<GuestField>();
  let from = base;
  for (let attempt = 0; ; attempt++) {
    try {
      const { data } = await api.PATCH("/events/{eventId}/guests/{guestId}", {
        params: { path: { eventId: base.event_id, guestId: base.id } },
        body: { ...changesOf(edits), expected_updated_at: from.updated_at, ...(adjust ? { adjust } : {}) },
      });
      return { saved: data, theirs: [...theirs] };
    } catch (error) {
      if (!isUsherError(error, "guest_changed") || attempt === MAX_MERGES) throw error;
      const { guest: now } = error.problem;
      if (!isGuest(now)) throw error;
      const merge = mergeOf(valuesOf(from), valuesOf(now), edits);
      if (merge.conflicts.length > 0) throw new EditConflict(now, merge);
      for (const field of merge.theirs) theirs.add(field);
      from = now;
    }
  }
}

function isGuest(value: unknown): value is Guest {
  return typeof value === "object" && value !== null && "updated_at" in value && "companions" in value;
}
