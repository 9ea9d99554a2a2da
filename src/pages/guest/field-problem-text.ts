import type { TextId, Texts } from "../../i18n/texts.ts";
import type { FieldProblem } from "../../kernel/errors.ts";

/** The API's message about a field, and its text for guests. A number in the message is the text's `count`. */
const WORDS: readonly (readonly [message: RegExp, text: TextId, path?: RegExp])[] = [
  [/^is required/, "guest.answer-this", /answers\./],
  [/^is required/, "guest.name-everyone", /^companions$/],
  [/^is required/, "guest.fill-in"],
  [/^must have at most (\d+) characters?/, "guest.too-long"],
  [/^must be a text of at most (\d+) characters/, "guest.too-long"],
  [/^must (?:be|have) at most (\d+)/, "guest.too-many", /^(?:plus_ones|companions)$/],
  [/^must be a number/, "guest.enter-number"],
  [/^Please choose one|^must be (?:one|some) of/, "guest.choose-one"],
];

/** A message of the API as a sentence beside the field that it is about. */
export function fieldProblemText(texts: Texts, { path, message }: FieldProblem): string {
  for (const [pattern, id, of] of WORDS) {
    const found = pattern.exec(message);
    if (found === null || (of !== undefined && !of.test(path))) continue;
    return texts.format(id, found[1] === undefined ? {} : { count: Number(found[1]) });
  }
  return texts.format("guest.check-this");
}
