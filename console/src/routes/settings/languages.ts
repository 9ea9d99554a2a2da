import type { Option } from "../../ui/select.tsx";

/** The languages that guests are spoken to in (src/i18n/languages.ts); an event keeps any other that it has. */
const OFFERED = ["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt-BR", "tr", "zh-Hans"];

/** Languages by the names that their speakers have for them. @param further the tag of one that has to be among them */
export function languages(further: string): Option<string>[] {
  return [...new Set([...OFFERED, further])]
    .map((value) => ({ value, label: new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
