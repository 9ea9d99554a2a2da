import type { AddressForm } from "../kernel/address-forms.ts";

/** The languages of a link's guest and event, as BCP 47 tags, and how the event addresses guests. */
export interface KnownLanguages {
  /** Null if the host has not set it. */
  guest: string | null;
  event: string;
  form: AddressForm;
}

export function languagesOf({
  guest,
  event,
}: {
  guest: { locale: string | null };
  event: { locale: string; addressForm: AddressForm };
}): KnownLanguages {
  return { guest: guest.locale, event: event.locale, form: event.addressForm };
}
