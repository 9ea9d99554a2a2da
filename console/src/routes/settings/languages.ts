import type { Option } from "../../ui/select.tsx";

/** Languages to choose from; an event keeps any other that it has. */
const OFFERED = [
  "ar",
  "da",
  "de",
  "en",
  "es",
  "fi",
  "fr",
  "he",
  "it",
  "ja",
  "nb",
  "nl",
  "pl",
  "pt",
  "sv",
  "tr",
  "uk",
  "zh",
];

/** Languages by the names that their speakers have for them. @param further the tag of one that has to be among them */
export function languages(further: string): Option<string>[] {
  return [...new Set([...OFFERED, further])]
    .map((value) => ({ value, label: new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
