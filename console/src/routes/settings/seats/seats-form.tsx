import { type ChangeEvent, type Event, isUsherError } from "@usher/client";
import { useState } from "react";
import { changeEvent, EVENT_OUTDATED } from "../../../api/change-event.ts";
import { eventQuery, queryClient, showSaved } from "../../../api/client.ts";
import { type Draft, useMergedSave } from "../../../api/use-merged-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Button, Link } from "../../../ui/button.tsx";
import { Conflicts } from "../../../ui/conflicts.tsx";
import { NumberField, Switch } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";

const t = textsOf("settings");
const common = textsOf("common");

type Values = Pick<Event, "capacity" | "waitlist" | "offer_hours">;

const FIELD_NAMES = { capacity: "capacity", waitlist: "waitlist", offer_hours: "offer-hours" } as const;
const fieldName = (field: keyof Values) => t(FIELD_NAMES[field]);

function valuesOf({ capacity, waitlist, offer_hours }: Event): Values {
  return { capacity, waitlist, offer_hours };
}

function valueText(value: unknown): string {
  return typeof value === "boolean" ? common(value ? "on" : "off") : String(value);
}

export function SeatsForm({ event }: { event: Event }) {
  const canEdit = event.your_role !== "viewer";
  const form = useMergedSave<Event, Values, Pick<ChangeEvent, "force">>({
    stored: event,
    draft: useState<Draft<Event, Values> | null>(null),
    valuesOf,
    outdated: EVENT_OUTDATED,
    send: (edits, base, options) => changeEvent(base, { ...edits, ...options }),
    onSaved: (saved) => {
      showSaved(eventQuery(event.id).queryKey, saved);
      toast(t("saved"));
      return queryClient.invalidateQueries({ queryKey: ["events", event.id, "seats"] });
    },
  });
  const { values, isDirty, merge } = form;
  const { error } = form.action;
  const over = isUsherError(error, "capacity_below_seated") ? guestsIn(error.problem.guests) : null;
  const discard = isDirty ? (
    <Button look="quiet" onPress={form.discard}>
      {t("discard")}
    </Button>
  ) : null;
  return (
    <Form
      action={over === null ? form.action : { ...form.action, error: null }}
      label={t("capacity-form")}
      className="card stack"
      onSubmit={() => {
        if (isDirty) form.save({});
        else form.discard();
      }}
      {...(canEdit ? { submit: t("save"), isDisabled: !isDirty && merge === null, buttons: discard } : {})}
    >
      <Conflicts {...form.conflict} labelOf={fieldName} textOf={valueText} />
      <NumberField
        label={t("capacity")}
        help={t("capacity-help")}
        value={values.capacity ?? Number.NaN}
        onChange={(capacity) => form.change({ capacity: Number.isNaN(capacity) ? null : capacity })}
        name="capacity"
        minValue={1}
        maxValue={100_000}
        isReadOnly={!canEdit}
      />
      <Switch isSelected={values.waitlist} onChange={(waitlist) => form.change({ waitlist })} isReadOnly={!canEdit}>
        {t("waitlist")}
      </Switch>
      <p className="help">{t(values.waitlist ? "waitlist-on" : "waitlist-off")}</p>
      {values.waitlist ? (
        <NumberField
          label={t("offer-hours")}
          help={t("offer-hours-help")}
          value={values.offer_hours}
          onChange={(hours) => form.change({ offer_hours: Number.isNaN(hours) ? event.offer_hours : hours })}
          name="offer_hours"
          minValue={1}
          maxValue={168}
          isReadOnly={!canEdit}
        />
      ) : null}
      {over === null ? null : (
        <div className="notice warn stack tight" role="alert">
          <p>{t("over", { count: over.length })}</p>
          <ul>
            {over.map(({ guest_id, name, heads }) => (
              <li key={guest_id}>
                <Link to="/events/$eventId/guests/$guestId" params={{ eventId: event.id, guestId: guest_id }}>
                  {name}
                </Link>{" "}
                {t("party", { count: heads })}
              </li>
            ))}
          </ul>
          <p>{t("over-lead")}</p>
          <Button look="quiet" isSmall isPending={form.action.isPending} onPress={() => form.save({ force: true })}>
            {t("lower-anyway")}
          </Button>
        </div>
      )}
    </Form>
  );
}

type Seated = { guest_id: string; name: string; heads: number };

/** Reads the guests above the capacity from the error `capacity_below_seated`, whose extra members are untyped. */
function guestsIn(value: unknown): Seated[] {
  return Array.isArray(value) ? value.filter(isSeated) : [];
}

function isSeated(value: unknown): value is Seated {
  return typeof value === "object" && value !== null && "guest_id" in value && "name" in value && "heads" in value;
}
