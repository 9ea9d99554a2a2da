import type { LiveEvent } from "../platform/activities/live-event.ts";

/** That a person opened an invitation by this access, and was let in. It counts once for each guest, by its key. */
export function invitationOpened({ at, guest }: Extract<LiveEvent, { type: "access.scored" }>): LiveEvent {
  return { type: "invitation.opened", at, guest };
}
