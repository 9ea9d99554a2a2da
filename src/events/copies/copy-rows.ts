import type { RequestContext } from "../../context.ts";
import { newIds } from "../../kernel/ids.ts";
import { requireFeature, type Tier } from "../../platform/tiers/limits.ts";
import type { EventRow } from "../queries.ts";
import { remindersOf } from "../reminders/reminders.ts";
import { copiedGuests } from "./copied-event.ts";
import { copiedDrafts, copiedReminders, haveOwnWords } from "./copied-messages.ts";
import type { BrandingRow, CopiedRows } from "./queries.ts";
import type { Source } from "./read-source.ts";

/**
 * The rows of a copy. Every event has its reminders.
 * @throws AppError 402 `feature_not_in_tier` for a branding or words that the tier does not include
 */
export function copyRows(
  { config }: Pick<RequestContext, "config">,
  input: { source: Source; event: EventRow; tier: Tier; guestIds: readonly string[] },
): CopiedRows {
  const { source, event, tier } = input;
  const { id: eventId, createdAt: now, hostId: createdBy } = event;
  const target = { eventId, shift: event.eventDate - source.event.eventDate, now, createdBy };
  const standard = remindersOf(event, now);
  const drafts = copiedDrafts(source.messages, target);
  const reminders = copiedReminders(source.messages, standard, target);
  if (!source.branding.every(hasThemeAlone)) requireFeature(config.PUBLIC_URL, tier, "branding");
  if (drafts.length > 0 || haveOwnWords(reminders, standard)) requireFeature(config.PUBLIC_URL, tier, "broadcasts");
  const messages = [...drafts, ...reminders];
  const messageIds = newIds(now, messages.length);
  const own = { eventId, updatedAt: now };
  return {
    guests: copiedGuests(source.guests, event, input.guestIds),
    messages: messages.map((message, index) => ({ ...message, id: messageIds[index] ?? "" })),
    branding: source.branding.map((row) => ({ ...row, ...own })),
    questions: source.questions.map((row) => ({ ...row, ...own, removed: [], version: 1 })),
    texts: source.texts.map((row) => ({ ...row, ...own })),
  };
}

/** Themes are on every tier. */
function hasThemeAlone({ primaryColor, font, logoUrl, coverUrl }: BrandingRow): boolean {
  return [primaryColor, font, logoUrl, coverUrl].every((value) => value === null);
}
