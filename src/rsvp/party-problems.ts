import type { FieldProblem } from "../kernel/errors.ts";
import { type Answer, type AnswerChanges, attendingIn } from "./rules.ts";

/** Whether guests name who comes with them. */
export type CompanionNames = "off" | "optional" | "required";

/** What an invitation says about the party. */
export interface PartyTerms {
  maxPlusOnes: number;
  companionNames: CompanionNames;
}

/** A guest whose companions the host has named can always answer for them by name. */
export function companionNamesFor(ofEvent: CompanionNames, knownCompanions: number): CompanionNames {
  return ofEvent === "off" && knownCompanions > 0 ? "optional" : ofEvent;
}

/**
 * What is wrong with the people of an answer.
 * @param sent what the request says
 * @param answer the answer that results
 * @param before how many companions the stored answer lists: a list that was fine stays so when the party became smaller
 */
export function partyProblems(
  { maxPlusOnes, companionNames }: PartyTerms,
  sent: AnswerChanges,
  answer: Answer,
  before = 0,
): FieldProblem[] {
  const listed = sent.companions ?? [];
  if (listed.length > 0 && companionNames === "off") {
    return [{ path: "companions", message: "can't be sent: this event asks for a number only. Send `plus_ones`." }];
  }
  if (answer.response === "declined") return [];
  const attending = sent.companions && attendingIn(answer.companions);
  if (attending !== undefined && sent.plusOnes !== undefined && sent.plusOnes !== attending) {
    return [{ path: "plus_ones", message: "must be the number of `companions` who attend, or left out" }];
  }
  const path = sent.companions === undefined ? "plus_ones" : "companions";
  if (answer.plusOnes > maxPlusOnes) return [{ path, message: `must be at most ${maxPlusOnes} for this invitation` }];
  if (listed.length > Math.max(maxPlusOnes, before)) {
    return [{ path, message: `must have at most ${maxPlusOnes} entries for this invitation` }];
  }
  return companionNames === "required" && answer.response === "attending" ? missingNames(answer) : [];
}

function missingNames({ companions, plusOnes }: Answer): FieldProblem[] {
  if (companions.length === 0 && plusOnes > 0) {
    return [{ path: "companions", message: "is required: name everybody who comes with you" }];
  }
  return companions.flatMap(({ name, attending }, index) =>
    attending && name === null ? [{ path: `companions.${index}.name`, message: "is required" }] : [],
  );
}
