import type { Kind, Prose } from "./prose.ts";

/** A phrase that the project's English avoids. */
export interface Phrase {
  pattern: RegExp;
  /** Advice for the writer. */
  advice: string;
  /** The kinds of text that the pattern is for; all by default. */
  kinds?: Kind[];
  /** Texts that may have the phrase. */
  allows?: (prose: Prose) => boolean;
  /** Texts that still have the phrase. It may only fall: `node scripts/check/vocabulary.ts --lower` writes the present number. */
  ceiling: number;
}

// biome-ignore format: one phrase per line
export const PHRASES: Phrase[] = [
  { ceiling: 61, pattern: /\b(is|are|was|were|be|been|gets?) told\b(?! apart)/i, advice: "notify, email, return or pass" },
  { ceiling: 607, pattern: /^[Ww](hat|ho|hom|hose|hoever)\b(?!.*\?)/, advice: "name the thing or the person", kinds: ["comment", "group", "api"] },
  { ceiling: 43, pattern: /[.;:] ([Ww]ho|[Ww]hoever|[Ww]hom)\b(?!.*\?)/, advice: "name the person", kinds: ["comment", "api", "docs"] },
  { ceiling: 57, pattern: /\bof (which|whom)\b/i, advice: "use two sentences" },
  { ceiling: 97, pattern: /(?<!there )(?<!answer )\b(is|are|was|were) no (?!longer|more)\w/i, advice: "say what it is, or \"is not a\"" },
  { ceiling: 124, pattern: /^Has (?!to\b|been\b)|^(The same|As )/, advice: "start with the subject or the verb", kinds: ["comment"] },
  { ceiling: 84, pattern: /\bat once\b|\bso (long|many|much)\b(?! (as|that))/i, advice: "immediately, concurrently, or the number" },
  { ceiling: 85, pattern: /\bof (its|their|our|your) own\b/i, advice: "its own, or a separate" },
  { ceiling: 30, pattern: /\b(from before|of (now|before|then)|the ones? before)\b/i, advice: "the previous, or the current", allows: ({ text }) => text.includes("the one before it") },
  { ceiling: 74, pattern: /\bwhat (became|becomes|came|comes) of\b|\b(is|are|was|were) gone\b/i, advice: "the outcome of; no longer exists" },
  { ceiling: 103, pattern: /\b(anew|besides|crowds?|mend(s|ed|ing)?|nowhere|patience|parcels?|owe[sd]?|ways? in|whoever)\b/i, advice: "use the standard term" },
  { ceiling: 141, pattern: /\bmails\b|\be-mail/i, advice: "emails" },
  { ceiling: 35, pattern: /\b(re)?seal(s|ed|ing)?\b/i, advice: "encrypt or sign", allows: ({ path, text }) => /audit|0012/.test(path) || /chain|audit/i.test(text) },
  { ceiling: 43, pattern: /\bbeside\b/i, advice: "next to, or in addition to", allows: ({ path, text }) => /^(console|src\/pages)\//.test(path) || /\bWorkers? .*beside|beside .*\bdata\b/.test(text) },
  { ceiling: 2, pattern: /^(is|are|was|were|be|that|of|an?|the|in|from|by|with|whose|when|while|as|to|on|at|for)\b|^.{101,}|;/, advice: "start a title with a verb, and state one behaviour", kinds: ["title"] },
];

/** Returns the texts that have a phrase and may not. */
export function hitsOf({ pattern, kinds, allows }: Phrase, texts: readonly Prose[]): Prose[] {
  return texts.filter(
    (prose) =>
      (kinds === undefined || kinds.includes(prose.kind)) && pattern.test(prose.text) && allows?.(prose) !== true,
  );
}

/** Returns a problem per phrase whose number of hits is not its ceiling. */
export function vocabularyProblems(phrases: readonly Phrase[], texts: readonly Prose[]): string[] {
  return phrases.flatMap((phrase) => {
    const hits = hitsOf(phrase, texts);
    const counted = `${phrase.pattern}: ${hits.length} texts, the ceiling is ${phrase.ceiling}`;
    if (hits.length < phrase.ceiling) return [`${counted}. Lower it: node scripts/check/vocabulary.ts --lower`];
    if (hits.length === phrase.ceiling) return [];
    const lines = hits.map(({ path, line, text }) => `  ${path}:${line} ${text.slice(0, 120)}`);
    return [`${counted}. Write instead: ${phrase.advice}\n${lines.join("\n")}`];
  });
}
