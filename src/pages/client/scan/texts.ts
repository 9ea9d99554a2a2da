import { isLocale } from "../../../i18n/languages.ts";
import type { CompiledMessage, Value } from "../../../i18n/message.ts";
import { createTexts, type TextId } from "../../../i18n/texts.ts";
import { element } from "../element.ts";

const data: { locale: string; messages: Readonly<Record<string, CompiledMessage>> } = JSON.parse(
  element("texts", HTMLElement).textContent ?? "",
);
const texts = createTexts(isLocale(data.locale) ? data.locale : "en", { door: data.messages }, {});
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** True if the page is in English, like the API's texts. */
export const isEnglish = texts.locale === "en";

/** A text of the door, as plain words. */
export function t(key: Key, values?: Record<string, Value>): string {
  return texts.format(`door.${key}`, values);
}

/** A text of the door as elements: `{#strong}…{/strong}` in it is one. */
export function nodes(key: Key, values?: Record<string, Value>): Node[] {
  const made: Node[] = [];
  let inner: HTMLElement | null = null;
  for (const part of texts.parts(`door.${key}`, values)) {
    if (typeof part === "string") (inner ?? { append: (text: string) => made.push(new Text(text)) }).append(part);
    else if (part.kind === "open") inner = document.createElement("strong");
    else if (inner !== null) {
      made.push(inner);
      inner = null;
    }
  }
  return made;
}

/** A time of day in this phone's time zone. */
export function clock(iso: string): string {
  return texts.formats.time(Date.parse(iso), timeZone);
}

/** A day in this phone's time zone. */
export function day(iso: string): string {
  return texts.formats.day(Date.parse(iso), timeZone);
}

/** `Anna, Ben` */
export function names(list: readonly string[]): string {
  return texts.formats.openList(list);
}

type DoorText = Extract<TextId, `door.${string}`>;
/** The key of a text of the door. */
export type Key = DoorText extends `door.${infer K}` ? K : never;
