import { useMutation } from "@tanstack/react-query";
import { type Guest, isUsherError } from "@usher/client";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { aboutGuest, nameInParty } from "./about-guest.ts";
import { GuestFields } from "./guest-fields.tsx";
import { NO_VALUES, newGuestOf } from "./guest-form.ts";
import { phoneForApi, readPhoneCountry } from "./phone.ts";
import { refreshGuests } from "./queries.ts";

const t = textsOf("guests");

/** Adds a guest. "Add another" keeps the form open and empties it. */
export function AddGuest({ eventId, isOpen, onClose }: { eventId: string; isOpen: boolean; onClose: () => void }) {
  const [values, setValues] = useState(NO_VALUES);
  // A new key moves the focus to the first field.
  const [added, setAdded] = useState(0);
  const add = useMutation({
    mutationFn: async ({ isNamesake }: { isLast: boolean; isNamesake?: boolean }) => {
      const phone = await phoneForApi(values.phone, readPhoneCountry());
      return api.POST("/events/{eventId}/guests", {
        params: { path: { eventId } },
        body: { ...newGuestOf({ ...values, phone }), same_name: isNamesake ? "add" : "ask" },
      });
    },
    onSuccess: ({ data }, { isLast }) => {
      toast(t("added", { name: data.name }));
      setValues(NO_VALUES);
      void refreshGuests(eventId);
      if (isLast) onClose();
      else setAdded((count) => count + 1);
    },
  });
  const submit = ({ nativeEvent }: FormEvent<HTMLFormElement>) => {
    const submitter = "submitter" in nativeEvent ? nativeEvent.submitter : null;
    add.mutate({ isLast: !(submitter instanceof HTMLButtonElement && submitter.value === "another") });
  };
  return (
    <Dialog title={t("add-title")} isOpen={isOpen} onClose={onClose} isWide>
      <Form
        key={added}
        action={add}
        submit={t("add")}
        onSubmit={submit}
        choices={
          isUsherError(add.error, "name_on_list") ? (
            <SameName
              eventId={eventId}
              matches={namesakesIn(add.error.problem)}
              isPending={add.isPending}
              onAdd={() => add.mutate({ isLast: add.variables?.isLast ?? true, isNamesake: true })}
            />
          ) : null
        }
        buttons={
          <>
            <Button type="submit" look="quiet" name="then" value="another" isPending={add.isPending}>
              {t("add-another")}
            </Button>
            <Button look="text" onPress={onClose}>
              {t("done")}
            </Button>
          </>
        }
      >
        <GuestFields
          values={values}
          isFocused
          onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
        />
      </Form>
    </Dialog>
  );
}

interface Namesake {
  guest: Guest;
  /** The companion who has the name. Null: the guest. */
  matched_companion: string | null;
}

/** The guests of a 409 `name_on_list`. */
function namesakesIn(problem: object): Namesake[] {
  return "matches" in problem && Array.isArray(problem.matches) ? problem.matches : [];
}

/** Shows who on the list has the name, told apart by table, companions and contact, and adds a namesake. */
function SameName({
  eventId,
  matches,
  isPending,
  onAdd,
}: {
  eventId: string;
  matches: Namesake[];
  isPending: boolean;
  onAdd: () => void;
}) {
  return (
    <div className="stack tight">
      {matches.map(({ guest, matched_companion: companion }) => (
        <p key={guest.id} className="break">
          {t("same-name", { name: nameInParty(guest.name, companion) })}{" "}
          <Link to="/events/$eventId/guests/$guestId" params={{ eventId, guestId: guest.id }}>
            {aboutGuest(guest, companion)}
          </Link>
        </p>
      ))}
      <Button look="quiet" isSmall isPending={isPending} onPress={onAdd}>
        {t("same-name-add")}
      </Button>
    </div>
  );
}
