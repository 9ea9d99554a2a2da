import type { Branding, components } from "@usher/client";
import { momentOf, ownTimeZone, type WallTime } from "../../i18n/zoned-time.ts";
import { NO_BRANDING } from "../look/branding.ts";

export const STEPS = ["what", "look", "who"] as const;
export type Step = (typeof STEPS)[number];

/** An event that is being made, as far as it was typed. Times are those of the clocks where it takes place. */
export interface Draft {
  step: Step;
  name: string;
  starts: WallTime;
  ends: WallTime;
  timezone: string;
  venue: string;
  description: string;
  branding: Branding;
  /** Once it is created. */
  eventId: string | null;
  /** The lines of the last step, which are no guests yet. */
  guests: string;
  /** How many guests were added. */
  added: number;
}

type CreateEvent = components["schemas"]["CreateEvent"];

export function emptyDraft(): Draft {
  return {
    ...{ step: "what", name: "", starts: "", ends: "", venue: "", description: "", eventId: null, guests: "" },
    added: 0,
    timezone: ownTimeZone(),
    branding: NO_BRANDING,
  };
}

/** The event as the API takes it; null while name or time are missing. */
export function eventOf(draft: Draft, language: string): CreateEvent | null {
  const at = momentOf(draft.starts, draft.timezone);
  if (draft.name.trim() === "" || at === null) return null;
  return {
    name: draft.name,
    description: draft.description.trim() || null,
    venue: draft.venue.trim() || null,
    event_date: at,
    end_time: momentOf(draft.ends, draft.timezone),
    timezone: draft.timezone,
    locale: language,
  };
}

/** The key of a host's draft in this tab's storage. Drafts are forgotten with the sign-out, see ui/use-draft.ts. */
const keyOf = (userId: string) => `draft event ${userId}`;

/** The draft of this tab, so that a reload loses nothing. */
export function readDraft(userId: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "{}");
    return { ...emptyDraft(), ...(typeof stored === "object" ? stored : {}) };
  } catch {
    return emptyDraft();
  }
}

export function keepDraft(userId: string, draft: Draft): void {
  sessionStorage.setItem(keyOf(userId), JSON.stringify(draft));
}

export function dropDraft(userId: string): void {
  sessionStorage.removeItem(keyOf(userId));
}
