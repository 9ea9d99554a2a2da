import type { Option } from "../../ui/field.tsx";

/** The languages of texts for guests (src/i18n/languages.ts). */
const OFFERED = ["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt-BR", "tr", "zh-Hans"];

/** Returns the languages with their own names. @param further an additional tag, such as an event's current one */
export function languages(further: string): Option<string>[] {
  return [...new Set([...OFFERED, further])]
    .map((value) => ({ value, label: new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
