/** First words that are no name of their own: `Dr Ada Byron`, `The Byrons`, `Familie Byron`. */
const NO_GIVEN_NAME = /^(the|dr|prof|mr|mrs|ms|mx|miss|sir|dame|lady|lord|rev|familie|family|famille|herr|frau)\b/iu;
/** More than one person: `Ada & Ben`, `Ada and Ben`, `Ada, Ben`, `Ada + 1`. */
const SEVERAL = /[&,+/]| (and|und|et|y|e) /iu;

/**
 * How to greet somebody of whom only the full name is known: by the first word, where it is a given name; by the full
 * name for titles, couples, initials, and scripts that put the family name first.
 */
export function greetingName(name: string): string {
  const [first = "", ...others] = name.trim().split(/\s+/u);
  const isGiven =
    others.length > 0 && !NO_GIVEN_NAME.test(first) && !SEVERAL.test(name) && /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first);
  return isGiven && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(first) ? first : name.trim();
}
