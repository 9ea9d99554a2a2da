import type { components } from "@usher/client";
import { momentOf, ownTimeZone, type WallTime } from "../../i18n/zoned-time.ts";
import { type Branding, NO_BRANDING } from "../look/branding.ts";

export const STEPS = ["what", "look", "who"] as const;
export type Step = (typeof STEPS)[number];

/** An event that is being created. Times are local to its time zone. */
export interface Draft {
  step: Step;
  name: string;
  starts: WallTime;
  ends: WallTime;
  timezone: string;
  venue: string;
  description: string;
  /** The event's `default_party_size`. */
  partySize: number | null;
  branding: Branding;
  /** Null until the event is created. */
  eventId: string | null;
  /** The lines of the last step that are not yet guests. */
  guests: string;
  added: number;
}

type CreateEvent = components["schemas"]["CreateEvent"];

export function emptyDraft(): Draft {
  return {
    step: "what",
    name: "",
    starts: "",
    ends: "",
    venue: "",
    description: "",
    eventId: null,
    guests: "",
    added: 0,
    partySize: 1,
    timezone: ownTimeZone(),
    branding: NO_BRANDING,
  };
}

/** The props of every step. */
export interface StepProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

/** Returns the event for the API, or null without a name or a start. */
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
    default_party_size: draft.partySize,
    locale: language,
  };
}
