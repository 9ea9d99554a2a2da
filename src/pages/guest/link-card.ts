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
 * What a link to an invitation shows in a chat or a mail: event, host and day, with the event's image or the one of its
 * theme. Links are passed on, so it has neither the guest nor the venue, and nothing of the answer.
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
