import { eventTime } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import type { ThemeName } from "../../kernel/themes.ts";
import { themeImage } from "../link-image.ts";
import type { LinkCard } from "../page.tsx";
import { ownImage } from "./event-sheet.tsx";
import { hostIn } from "./host-in.ts";

interface CardFacts {
  eventName: string;
  hostName: string;
  /** Epoch milliseconds. */
  eventDate: number;
  timezone: string;
  theme: ThemeName;
  coverUrl: string | null;
}

/**
 * The preview of an invitation's link in a chat or an email: event, host and day, with the image of the event or its
 * theme. Omits the guest, the venue and the RSVP, because guests forward links.
 */
export function linkCard(texts: Texts, facts: CardFacts): LinkCard {
  const { eventName, hostName, eventDate, timezone, theme } = facts;
  const cover = ownImage(facts.coverUrl);
  const invitedBy = texts.format("guest.invited-by", { host: hostIn(texts, hostName) });
  return {
    title: eventName,
    description: `${eventTime(texts, eventDate, null, timezone)} · ${invitedBy}`,
    image: cover === null ? themeImage(theme) : { path: cover },
  };
}
