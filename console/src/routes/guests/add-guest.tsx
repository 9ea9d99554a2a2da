import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../api/client.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fieldErrors, Refusal } from "../../ui/refusal.tsx";
import { toast } from "../../ui/toast.tsx";
import { GuestFields } from "./guest-fields.tsx";
import { NO_VALUES, newGuestOf } from "./guest-form.ts";
import { phoneForApi, readPhoneCountry } from "./phone.ts";
import { refreshGuests } from "./queries.ts";

/** Adds guests one after another: the form stays open and empty for the next one, if that is asked for. */
export function AddGuest({ eventId, isOpen, onClose }: { eventId: string; isOpen: boolean; onClose: () => void }) {
  const t = useText("guests");
  const [values, setValues] = useState(NO_VALUES);
  // A new key puts the focus on the first field again.
  const [added, setAdded] = useState(0);
  const add = useMutation({
    mutationFn: async () => {
      const phone = await phoneForApi(values.phone, readPhoneCountry());
      const { data } = await api.POST("/events/{eventId}/guests", {
        params: { path: { eventId } },
        body: newGuestOf({ ...values, phone }),
      });
      return data;
    },
    onSuccess: (guest) => {
      toast(t("added", { name: guest.name }));
      setValues(NO_VALUES);
      void refreshGuests(eventId);
    },
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { nativeEvent } = event;
    const submitter = "submitter" in nativeEvent ? nativeEvent.submitter : null;
    const isLast = !(submitter instanceof HTMLButtonElement && submitter.value === "another");
    await add.mutateAsync().then(
      () => (isLast ? onClose() : setAdded((count) => count + 1)),
      () => undefined,
    );
  };
  const errors = fieldErrors(add.error);
  return (
    <Dialog title={t("add-title")} isOpen={isOpen} onClose={onClose} isWide>
      <form key={added} className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <GuestFields
          values={values}
          errors={errors}
          isFocused
          onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
        />
        <Refusal error={Object.keys(errors).length > 0 ? null : add.error} />
        <div className="row">
          <Button type="submit" isPending={add.isPending}>
            {t("add")}
          </Button>
          <Button type="submit" look="quiet" name="then" value="another" isPending={add.isPending}>
            {t("add-another")}
          </Button>
          <Button look="text" onPress={onClose}>
            {t("done")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
