import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  isLiteral,
  isSelectMessage,
  isVariableRef,
  MessageFormat,
  type Model,
  parseMessage,
  visit,
} from "messageformat";
import { describe, expect, it } from "vitest";
import { compileAll } from "../../scripts/i18n/catalogues.ts";
import { overlaid } from "../../src/i18n/catalogues.ts";
import { intlTagOf, LANGUAGES, type Language } from "../../src/i18n/languages.ts";
import type { Value } from "../../src/i18n/message.ts";
import { createTexts, type TextId } from "../../src/i18n/texts.ts";
import { pseudo } from "../../src/kernel/pseudo.ts";

type Texts = Record<string, Record<string, string>>;

const ROOT = new URL("../../", import.meta.url);
const tags = Object.keys(LANGUAGES) as Language[];
const read = (folder: "locales" | "hosts" | "informal", tag: Language): Texts =>
  JSON.parse(readFileSync(new URL(`src/i18n/${folder}/${tag}.json`, ROOT), "utf8"));
/** Texts for guests and texts for hosts, by language. */
const catalogues = new Map(tags.map((tag) => [tag, { ...read("locales", tag), ...read("hosts", tag) }]));
const compiled = (catalogue: Texts) =>
  Object.fromEntries(Object.entries(catalogue).map(([area, texts]) => [area, compileAll(texts)]));
const byId = (catalogue: Texts) =>
  new Map(
    Object.entries(catalogue).flatMap(([area, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const),
    ),
  );
const textsOf = (tag: Language) => byId(catalogues.get(tag) ?? {});
const english = textsOf("en");
const others = tags.filter((tag) => tag !== "en");

/** The languages that also address guests informally. */
const inTwoForms = tags.filter((tag) => existsSync(new URL(`src/i18n/informal/${tag}.json`, ROOT)));
/** The texts that no event's form of address changes: they are about no event, or for helpers and hosts. */
const WITHOUT_FORM = /^(?:door|privacy|lost-link|reply-to|unsubscribe)\.|^mail\.(?:lost|personal-many|complaint-)/;

interface Version {
  tag: Language;
  /** Of the version, for failures. */
  name: string;
  texts: ReadonlyMap<string, string>;
}

const formal = tags.map((tag): Version => ({ tag, name: tag, texts: textsOf(tag) }));
/** The texts for guests of events that address them informally: those of the informal catalogue, and the others. */
const informal = inTwoForms.map((tag): Version => {
  const all = [...byId(read("locales", tag)), ...byId(read("informal", tag))];
  return { tag, name: `${tag} informal`, texts: new Map(all.filter(([id]) => !WITHOUT_FORM.test(id))) };
});
const versions = [...formal, ...informal];

/** Returns the variables and the markup of a text, sorted. */
function shapeOf(source: string): string[] {
  const found = new Set<string>();
  visit(parseMessage(source), {
    value: (value) => void (isVariableRef(value) && found.add(`$${value.name}`)),
    markup: (markup) => void found.add(`#${markup.name}`),
  });
  return [...found].sort();
}

/** Returns the keys of a text's variants: plural categories, exact numbers, words. */
function keysOf(message: Model.Message): Set<string> {
  if (!isSelectMessage(message)) return new Set();
  return new Set(message.variants.flatMap(({ keys }) => keys.map((key) => (isLiteral(key) ? key.value : "*"))));
}

const isPlural = (source: string) => /\.match/.test(source) && !/:string/.test(source);

const count = (text: string, mark: string) => text.split(mark).length - 1;
/** True for texts of text messages, where such a mark doubles the segments. Times appear there, too. */
const isInTextMessages = (id: string) => /^(?:sms|common)\./.test(id);

type Habit = [Language, string, (text: string, id: string) => boolean, form?: "formal" | "informal"];

/** Patterns that a text of a language must not have, in one form of address or in both. */
const HABITS: Habit[] = [
  ["fr", "a space that breaks before a mark", (text, id) => !id.startsWith("sms.") && / [;:!?»]|« /.test(text)],
  ["fr", "a mark without its space", (text) => /[^\s\d\u00a0\u202f][;!?»]|[^\s\u00a0\d]:(?!\/\/)/.test(text)],
  ["fr", "a straight apostrophe", (text, id) => !isInTextMessages(id) && text.includes("'")],
  ["it", "a straight apostrophe", (text, id) => !isInTextMessages(id) && text.includes("'")],
  ["es", "a question that does not open", (text) => count(text, "¿") !== count(text, "?")],
  ["es", "an exclamation that does not open", (text) => count(text, "¡") !== count(text, "!")],
  ...(["ja", "zh-Hans"] as const).map(
    (language): Habit => [
      language,
      "a mark of half its width",
      (text) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,;:?!()]/u.test(text),
    ],
  ),
  ["ar", "a mark of Latin script", (text) => /\p{Script=Arabic}[,;?]/u.test(text)],
  ["de", "du", (text) => /\b(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[nmrs]?|[Ee]uch|[Ee]ure?)\b/.test(text), "formal"],
  ["de", "Sie", (text) => /\b(?:Sie|Ihnen|Ihre?[nmrs]?)\b/.test(text), "informal"],
  [
    "fr",
    "tu",
    (text) => /(?<![\p{L}’-])(?:[Tt]u|[Tt]oi|[Tt]on|[Tt]a|[Tt]es|[Tt]e|[Tt]’)(?![\p{L}-])/u.test(text),
    "formal",
  ],
  [
    "fr",
    "vous",
    (text) => /(?<!\p{L})(?:[Vv]ous|[Vv]otre|[Vv]os|(?!chez|assez)\p{L}+ez)(?!\p{L})/u.test(text),
    "informal",
  ],
  [
    "es",
    "usted or vosotros",
    (text) => /(?<!\p{L})(?:usted|[Vv]osotr[oa]s|[Oo]s|[Vv]uestr[oa]s?)(?!\p{L})/u.test(text),
  ],
  [
    "pl",
    "a word of one letter that may end a line",
    (text, id) => !id.startsWith("sms.") && /(?<![^\s„({])[aiouwz] /i.test(text),
  ],
  ...(["nl", "pl", "tr"] as const).map(
    (language): Habit => [language, "an e- that may end a line", (text) => /(?<![\w-])e-[a-z]/i.test(text)],
  ),
  ["nl", "u", (text) => /\b(?:[Uu]|[Uu]w)\b/.test(text)],
  ["pt-BR", "tu", (text) => /(?<!\p{L})(?:[Tt]u|[Tt]eus?|[Tt]uas?)(?!\p{L})/u.test(text)],
  ["zh-Hans", "你", (text) => text.includes("你")],
];

/** The host as the subject of a verb: first in a sentence, or right after a conjunction. */
const HOST_AS_SUBJECT = /(?:^|[.!?–] |\b(?:weil|dass|car|que|porque|che|omdat|dat|bo|aby) |perché )\{\$host\}/;
/** An English verb whose form depends on the number of its subject. */
const ENGLISH_VERB = /\{\$host\} (?:have|are|were|\w+s)\b/;

describe("text catalogue", () => {
  it("has no area for both guests and hosts", () => {
    const areas = tags.map((tag) => [...Object.keys(read("locales", tag)), ...Object.keys(read("hosts", tag))]);
    for (const names of areas) expect(new Set(names).size).toBe(names.length);
  });

  it("has equal text keys in every language", () => {
    expect(english.size).toBeGreaterThan(570);
    for (const tag of others) expect([...textsOf(tag).keys()], tag).toEqual([...english.keys()]);
  });

  it("has valid syntax, with equal variables and markup in every language", () => {
    const wrong: string[] = [];
    for (const { tag, name, texts } of versions) {
      for (const [id, text] of texts) {
        try {
          new MessageFormat(intlTagOf(tag), text);
          if (`${shapeOf(text)}` !== `${shapeOf(english.get(id) ?? "")}`) wrong.push(`${name} ${id}: ${shapeOf(text)}`);
        } catch (error) {
          wrong.push(`${name} ${id}: ${error}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("has an informal text only where the formal one exists and differs", () => {
    expect(inTwoForms).toEqual(["fr", "de"]);
    const useless = inTwoForms.flatMap((tag) => {
      const own = textsOf(tag);
      return [...byId(read("informal", tag))].filter(
        ([id, text]) => WITHOUT_FORM.test(id) || !own.has(id) || own.get(id) === text,
      );
    });
    expect(useless).toEqual([]);
  });

  it("has a form for every plural category of the language, and no other", () => {
    const wrong: string[] = [];
    for (const { tag, name, texts } of versions) {
      const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
      // In Romance languages, `many` is only for compact numbers above a million.
      const needed = categories.filter(
        (category) => category !== "other" && !(category === "many" && !["ar", "pl"].includes(tag)),
      );
      for (const [id, text] of texts) {
        if (!isPlural(text)) continue;
        const keys = keysOf(parseMessage(text));
        // Elsewhere the numbers are known, and `*` has their form.
        const isAnyNumber = /^(?:guest|problem|challenge|door)\./.test(id);
        const missing = isAnyNumber ? needed.filter((category) => !keys.has(category)) : [];
        const foreign = [...keys].filter(
          (key) => key !== "*" && !/^\d+$/.test(key) && !categories.some((own) => own === key),
        );
        if (missing.length + foreign.length > 0) wrong.push(`${name} ${id}: lacks ${missing}, has ${foreign}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("has no unused text", () => {
    const code = readdirSync(new URL("src", ROOT), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(new URL(`src/${path}`, ROOT), "utf8"))
      .join("\n");
    const used = new Set([...code.matchAll(/"([a-z-]+(?:\.[a-z0-9-]+)?)"/g)].map(([, id]) => id));
    // `mail.${kind}-says`, `alert.passed-${reason}`
    const composed = [...code.matchAll(/`([a-z-]+\.[a-z-]*)\$\{[^}]*\}([a-z-]*)`/g)].map(
      ([, start = "", end = ""]) => new RegExp(`^${start.replace(".", "\\.")}.+${end}$`),
    );
    // The scanner's script names the texts of its area only by their keys.
    const unused = [...english.keys()].filter(
      (id) => !used.has(id) && !used.has(id.replace(/^door\./, "")) && !composed.some((pattern) => pattern.test(id)),
    );
    expect(unused).toEqual([]);
  });

  it("repeats at most 3 % of its words from an English context", () => {
    const shares = others.map((tag) => {
      let [same, all] = [0, 0];
      for (const [id, text] of textsOf(tag)) {
        const source = ` ${wordsOf(english.get(id) ?? "").join(" ")} `;
        const words = wordsOf(text);
        all += words.length;
        const isSame = (from: number) =>
          words.length > from + 2 && source.includes(` ${words.slice(from, from + 3).join(" ")} `);
        const isWhole = source.trim() === words.join(" ");
        same += words.filter((_, at) => isWhole || isSame(at) || isSame(at - 1) || isSame(at - 2)).length;
      }
      return { tag, share: same / all };
    });
    expect(shares.filter(({ share }) => share > 0.03)).toEqual([]);
  });

  it.each(HABITS)("has no text in %s with %s", (language, _, wrong, form) => {
    const read = form === undefined ? versions : { formal, informal }[form];
    const texts = read.filter(({ tag }) => tag === language).flatMap((version) => [...version.texts]);
    expect(texts.length).toBeGreaterThan(250);
    const found = texts.flatMap(([id, text]) =>
      shownPatterns(text)
        .filter((shown) => wrong(shown, id))
        .map((shown) => `${id}: ${shown}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["en", ENGLISH_VERB],
    ...(["de", "es", "fr", "it", "nl", "pl", "pt-BR"] as const).map((tag) => [tag, HOST_AS_SUBJECT] as const),
  ] as const)("has no verb in %s that agrees with the name of a host", (language, wrong) => {
    const texts = versions.filter(({ tag }) => tag === language).flatMap((version) => [...version.texts]);
    const found = texts
      // The sender of an email, without a verb.
      .filter(([id, text]) => id !== "mail.via" && text.includes("{$host}"))
      .map(([id, text]) => [id, hostPatterns(text)] as const);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter(([, patterns]) => patterns.some((pattern) => wrong.test(pattern)))).toEqual([]);
  });

  it("has no English letters in the pseudo-locale", () => {
    for (const text of english.values()) if (!/[{}]/.test(text)) expect(pseudo(text)).not.toMatch(/[a-z]/i);
  });
});

/** Returns each form of a text, with a mark in place of values and markup. */
function shownPatterns(source: string): string[] {
  const shown: string[] = [];
  visit(parseMessage(source), {
    pattern: (pattern) => void shown.push(pattern.map((part) => (typeof part === "string" ? part : "\ufffc")).join("")),
  });
  return shown;
}

/** Returns each form of a text, with `{$host}` for the name of a host and without markup. */
function hostPatterns(source: string): string[] {
  const shown: string[] = [];
  visit(parseMessage(source), {
    pattern: (pattern) =>
      void shown.push(
        pattern
          .map((part) => {
            if (typeof part === "string") return part;
            if (part.type === "markup") return "";
            return isVariableRef(part.arg) && part.arg.name === "host" ? "{$host}" : "\ufffc";
          })
          .join(""),
      ),
  });
  return shown;
}

/** Returns the visible words of a text, without placeholders, syntax and names that no language translates. */
function wordsOf(source: string): string[] {
  const visible: string[] = [];
  visit(parseMessage(source), {
    pattern: (pattern) => void visible.push(...pattern.filter((part) => typeof part === "string")),
  });
  return (visible.join(" ").match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []).filter(
    (word) => !/^(?:JavaScript|Apple|QR|ada|example|com)$/.test(word),
  );
}

/** Texts whose host is at the start of a sentence: pages pass `common.your-host-start`, as all emails do. */
const STARTS_WITH_HOST = /^mail\.|\.would-love$/;

describe("Texts.format", () => {
  /** Returns the variables that a text formats as numbers. */
  const numbersIn = (source: string) =>
    [...source.matchAll(/\{\$(\w+) :(?:number|integer)\b/g)].map(([, name = ""]) => name);

  it("formats every text like the reference implementation", () => {
    const wrong: string[] = [];
    for (const { tag, name, texts: sources } of versions) {
      const overlay = name === tag ? {} : read("informal", tag);
      const texts = createTexts(tag, overlaid(compiled(catalogues.get(tag) ?? {}), compiled(overlay)), {});
      for (const [id, source] of sources) {
        if (!/[{}]/.test(source)) continue;
        const reference = new MessageFormat(intlTagOf(tag), source, { bidiIsolation: "none" });
        for (const count of isPlural(source) ? [0, 1, 2, 5, 12] : [3]) {
          const names = shapeOf(source).filter((name) => name.startsWith("$"));
          const words = names.map((name): [string, Value] => [name.slice(1), name]);
          const numbers = numbersIn(source).map((name): [string, Value] => [name, count]);
          const all = Object.fromEntries([...words, ...numbers]);
          const expected = reference.format(all);
          const ours = texts.format(id as TextId, all).replace(/[\u2068\u2069]/g, "");
          if (ours !== expected) wrong.push(`${name} ${id}: ${ours} for ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    { form: "formal", overlay: {}, starts: /^$/, isShown: /^(?!team\.)/ },
    {
      form: "informal",
      overlay: read("informal", "de"),
      starts: STARTS_WITH_HOST,
      isShown: /^(?!team\.|unsubscribe\.)/,
    },
  ])("uses the right German case for a host without a name, $form", ({ overlay, starts, isShown }) => {
    const texts = createTexts("de", overlaid(compiled(read("locales", "de")), compiled(overlay)), {});
    const [inside, atStart] = [texts.format("common.your-host"), texts.format("common.your-host-start")];
    const said = [...textsOf("de")]
      .filter(([id, source]) => isShown.test(id) && shapeOf(source).includes("$host"))
      .map(([id]) => {
        const host = starts.test(id) ? atStart : inside;
        return texts.format(id as TextId, { host, event: "Fest", address: "a@example.com", name: "Anna" });
      });
    expect(said.length).toBeGreaterThan(12);
    expect(said.filter((text) => !/(?:Ihre|[Dd]eine)[nr]? Gastgebern?\b/.test(text))).toEqual([]);
    expect(said.filter((text) => /[a-zäöü,:] Deine|(?:^|[.!?] )deine/.test(text))).toEqual([]);
    const wrong = /(?:von|bei) (?:Ihre|deine) |(?:Ihre|eine) Gastgeber Bescheid\b/;
    expect(said.filter((text) => wrong.test(text))).toEqual([]);
  });
});
