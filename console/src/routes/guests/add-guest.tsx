import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
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
    mutationFn: async (_: { isLast: boolean }) => {
      const phone = await phoneForApi(values.phone, readPhoneCountry());
      return api.POST("/events/{eventId}/guests", {
        params: { path: { eventId } },
        body: newGuestOf({ ...values, phone }),
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
