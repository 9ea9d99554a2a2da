/** Whether guests name who comes with them. */
export type CompanionNames = "off" | "optional" | "required";

/** A guest whose companions the host has named can always answer for them by name. */
export function companionNamesFor(ofEvent: CompanionNames, knownCompanions: number): CompanionNames {
  return ofEvent === "off" && knownCompanions > 0 ? "optional" : ofEvent;
}
