/** Titles. After a title, a first name without the family name would be too familiar or wrong. */
const TITLE =
  /^(the|mr|mrs|ms|mx|miss|dr|prof|sir|dame|rev|family|familie|famille|familia|herr|frau|m|mme|sr|sra)\.?$/i;
/** Several people, or a family name that comes first. */
const SEVERAL = /[,&+/]|\s(and|und|et|y|e|og|och|en)\s/i;

/**
 * The part of a full name by which an email greets: `Anna` of `Anna Smith`. A name with a title, of several people, or
 * written family name first is kept whole: `Dr. Smith`, `Anna & Ben`, `The Smiths`.
 */
export function firstName(name: string): string {
  const whole = name.trim();
  const [first = "", ...others] = whole.split(/\s+/);
  return others.length === 0 || TITLE.test(first) || SEVERAL.test(whole) ? whole : first;
}
