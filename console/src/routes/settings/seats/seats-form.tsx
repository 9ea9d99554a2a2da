import { type ChangeEvent, type Event, isUsherError } from "@usher/client";
import { useState } from "react";
import { api, eventQuery, queryClient, showSaved } from "../../../api/client.ts";
import { useSave } from "../../../api/use-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Button, Link } from "../../../ui/button.tsx";
import { NumberField, Switch } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";

const t = textsOf("settings");

type Edits = Partial<Pick<Event, "capacity" | "waitlist" | "offer_hours">>;

export function SeatsForm({ event }: { event: Event }) {
  const [edits, setEdits] = useState<Edits>({});
  const canEdit = event.your_role !== "viewer";
  const values = { capacity: event.capacity, waitlist: event.waitlist, offer_hours: event.offer_hours, ...edits };
  const changes: ChangeEvent = {
    ...(values.capacity === event.capacity ? {} : { capacity: values.capacity }),
    ...(values.waitlist === event.waitlist ? {} : { waitlist: values.waitlist }),
    ...(values.offer_hours === event.offer_hours ? {} : { offer_hours: values.offer_hours }),
  };
  const save = useSave({
    typed: edits,
    send: (body: ChangeEvent) => api.PATCH("/events/{eventId}", { params: { path: { eventId: event.id } }, body }),
    forget: () => setEdits({}),
    onSaved: (saved) => {
      showSaved(eventQuery(event.id).queryKey, saved);
      toast(t("saved"));
      return queryClient.invalidateQueries({ queryKey: ["events", event.id, "seats"] });
    },
  });
  const isDirty = Object.keys(changes).length > 0;
  const over = isUsherError(save.error, "capacity_below_seated") ? guestsIn(save.error.problem.guests) : null;
  const discard = isDirty ? (
    <Button
      look="quiet"
      onPress={() => {
        setEdits({});
        save.reset();
      }}
    >
      {t("discard")}
    </Button>
  ) : null;
  return (
    <Form
      action={over === null ? save : { ...save, error: null }}
      label={t("capacity-form")}
      className="card stack"
      onSubmit={() => {
        if (isDirty) save.mutate(changes);
      }}
      {...(canEdit ? { submit: t("save"), isDisabled: !isDirty, buttons: discard } : {})}
    >
      <NumberField
        label={t("capacity")}
        help={t("capacity-help")}
        value={values.capacity ?? Number.NaN}
        onChange={(capacity) => setEdits({ ...edits, capacity: Number.isNaN(capacity) ? null : capacity })}
        name="capacity"
        minValue={1}
        maxValue={100_000}
        isReadOnly={!canEdit}
      />
      <Switch
        isSelected={values.waitlist}
        onChange={(waitlist) => setEdits({ ...edits, waitlist })}
        isReadOnly={!canEdit}
      >
        {t("waitlist")}
      </Switch>
      <p className="help">{t(values.waitlist ? "waitlist-on" : "waitlist-off")}</p>
      {values.waitlist ? (
        <NumberField
          label={t("offer-hours")}
          help={t("offer-hours-help")}
          value={values.offer_hours}
          onChange={(hours) => setEdits({ ...edits, offer_hours: Number.isNaN(hours) ? event.offer_hours : hours })}
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
          <Button
            look="quiet"
            isSmall
            isPending={save.isPending}
            onPress={() => save.mutate({ ...changes, force: true })}
          >
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
