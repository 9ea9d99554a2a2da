import { type ReplyState, STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";

/** A claim of a sentence about its reader: true for these standings, while replies are in these states. */
interface Claim {
  sentence: RegExp;
  of: readonly Standing[];
  while?: readonly ReplyState[];
}

const BEFORE_THE_END: readonly ReplyState[] = ["closed", "full", "open"];

/** Sentences of Usher in English that say where a guest stands, on pages and in emails. */
const CLAIMS: readonly Claim[] = [
  { sentence: /door pass|pass is (here|attached)|show this at the door/i, of: ["coming"], while: BEFORE_THE_END },
  { sentence: /(?<!love to )see you there|look forward to seeing you/i, of: ["coming"], while: BEFORE_THE_END },
  { sentence: /you're (down as )?going\b(?! ahead)/i, of: ["coming"], while: BEFORE_THE_END },
  { sentence: /this event has ended/i, of: STANDINGS, while: ["over"] },
  { sentence: /you were going/i, of: ["coming"], while: ["cancelled", "over"] },
  { sentence: /didn't have a seat/i, of: ["offered", "waitlisted", "unseated"], while: ["cancelled", "over"] },
  { sentence: /you're (still )?on the waitlist/i, of: ["waitlisted"] },
  { sentence: /a seat has opened up for you|there's room for you/i, of: ["offered"], while: BEFORE_THE_END },
  { sentence: /your seat wasn't confirmed in time|couldn't hold your seat/i, of: ["unseated"] },
  { sentence: /you've said maybe|you're (down as )?a maybe/i, of: ["maybe"] },
  { sentence: /you've said no|you can't make it(?! (after all|any more))/i, of: ["declined"] },
  {
    sentence: /will you be there\?|let us know here whether you're coming|last call|please reply (by|now)/i,
    of: ["silent", "not_invited", "maybe"],
    while: ["open", "full"],
  },
  { sentence: /we haven't heard from you/i, of: ["silent", "not_invited"] },
];

/** Returns the claims of a text that are not true of its reader, each as the sentence and what is true. */
export function contradictionsIn(
  text: string,
  { standing, state }: { standing: Standing; state: ReplyState },
): string[] {
  return CLAIMS.flatMap((claim) => {
    const said = claim.sentence.exec(text);
    if (said === null) return [];
    const isTrue = claim.of.includes(standing) && (claim.while?.includes(state) ?? true);
    return isTrue ? [] : [`“${around(text, said)}” is said to a guest who is ${standing} while replies are ${state}`];
  });
}

/** Sentences of a guest's page by standing, while the event is neither cancelled nor over and the guest is not in. */
export const PAGE_SAYS: Partial<Record<Standing, RegExp>> = {
  coming: /you're going.*your door pass/i,
  offered: /a seat has opened up for you/i,
  waitlisted: /you're on the waitlist/i,
  unseated: /your seat wasn't confirmed in time/i,
  maybe: /you've said maybe/i,
  declined: /you can't make it/i,
};

/** The words around what was found, as a reader would quote them. */
function around(text: string, { index, 0: found }: RegExpExecArray): string {
  return text.slice(Math.max(0, index - 40), index + found.length + 60).trim();
}
