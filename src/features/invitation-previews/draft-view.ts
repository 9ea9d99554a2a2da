import type { PresentedView } from "../access/schemas.ts";

/** Whom a preview addresses when no guest is chosen. */
const INVENTED = { name: "Anna Smith", partySize: 2, companions: [], locale: null };

type Presented = PresentedView["invitation"];

/** The view of an invitation before anybody has answered it. @param draft.guest null: an invented one */
export function draftView(
  draft: Pick<Presented, "event" | "branding" | "hostName" | "questions"> & { guest: Presented["guest"] | null },
): PresentedView {
  return {
    invitation: { ...draft, guest: draft.guest ?? INVENTED, checkedInAt: null, waitlistPosition: null },
    rsvp: null,
    submittedElsewhere: false,
  };
}
