import type { Guest } from "@usher/client";
import type { LiveFrame } from "../../api/live.ts";

/** The id of the guest whom a frame is about, or null. */
export function guestIdOf(frame: LiveFrame): string | null {
  return "guest" in frame ? frame.guest.id : null;
}

/** A guest after a frame of the event's socket: what the list shows of it, without asking the API again. */
export function afterFrame(guest: Guest, frame: LiveFrame): Guest {
  switch (frame.type) {
    case "rsvp.submitted":
    case "rsvp.updated": {
      const { response, plus_ones, answered_by, seat, at } = frame;
      const companions = frame.companions.map((companion, index) => ({
        answers: guest.rsvp?.companions[index]?.answers ?? {},
        ...companion,
      }));
      const kept = { answers: {}, submitted_at: at, edit_count: 0, ...guest.rsvp };
      const place = { waitlist_position: null, offer_expires_at: null };
      return { ...guest, rsvp: { ...kept, response, plus_ones, companions, answered_by, seat, ...place } };
    }
    case "waitlist.offered": {
      const { offer_expires_at } = frame;
      return guest.rsvp === null ? guest : { ...guest, rsvp: { ...guest.rsvp, seat: "offered", offer_expires_at } };
    }
    case "check_in.recorded":
      return { ...guest, checked_in_at: guest.checked_in_at ?? frame.at };
    case "check_in.undone":
      return { ...guest, checked_in_at: null };
    case "access.scored":
      return frame.automated || guest.opened_at !== null ? guest : { ...guest, opened_at: frame.at };
    default:
      return guest;
  }
}

/** Pages in which the guests of some frames are as after them. Guests and pages that do not change stay the same objects. */
export function pagesAfter<Page extends { items: Guest[] }>(pages: Page[], frames: readonly LiveFrame[]): Page[] {
  const byGuest = new Map<string, LiveFrame[]>();
  for (const frame of frames) {
    const id = guestIdOf(frame);
    if (id !== null) byGuest.set(id, [...(byGuest.get(id) ?? []), frame]);
  }
  return changedPages(pages, (guest) => (byGuest.get(guest.id) ?? []).reduce(afterFrame, guest));
}

/** Pages in which each guest is what `change` makes of it; null takes it out. What does not change stays the same object. */
export function changedPages<Page extends { items: Guest[] }>(
  pages: Page[],
  change: (guest: Guest) => Guest | null,
): Page[] {
  return pages.map((page) => {
    const items = page.items.map(change);
    if (items.every((guest, index) => guest === page.items[index])) return page;
    return { ...page, items: items.filter((guest) => guest !== null) };
  });
}
