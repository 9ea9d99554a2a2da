import { doorReasons, needsOverride } from "../../../kernel/door-reasons.ts";
import type { Standing } from "../../../kernel/rsvp.ts";
import type { Key } from "./texts.ts";

/** How a guest's standing is worded in a list. */
const WORDS: Record<Standing, Key> = {
  walk_in: "walk-in",
  coming: "coming",
  offered: "standing-offered",
  waitlisted: "standing-waitlisted",
  unseated: "standing-unseated",
  maybe: "maybe",
  declined: "not-coming",
  silent: "no-reply",
  not_invited: "standing-not-invited",
};

/** Words and colour of a standing. Green: may come in. Amber: needs a decision. Red: said no. */
export function standingLook(standing: Standing): { words: Key; tone: "green" | "amber" | "red" | "neutral" } {
  const reasons = doorReasons(standing, { isLinkReplaced: false });
  const words = WORDS[standing];
  if (standing === "declined") return { words, tone: "red" };
  if (needsOverride(reasons)) return { words, tone: "amber" };
  return { words, tone: reasons.length > 0 ? "neutral" : "green" };
}
