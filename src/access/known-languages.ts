/** The languages of a link's guest and event, as BCP 47 tags. */
export interface KnownLanguages {
  /** Null if the host has not set it. */
  guest: string | null;
  event: string;
}

export function languagesOf({
  guest,
  event,
}: {
  guest: { locale: string | null };
  event: { locale: string };
}): KnownLanguages {
  return { guest: guest.locale, event: event.locale };
}
