import { plainForm } from "./look-alikes.ts";

/** Characters that look like a letter of the name or of a role and do not decompose to it, in lower case. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  u: "uvυսцμᴜʊџꭎ",
  s: "s5$ѕꜱꞩʂſꮪ",
  h: "hһհнηʜħћђⲏʰ",
  e: "e3€еεєҽᴇəɛℯⲉ℮",
  r: "rгʀᴦɾɼꭇꮁρ",
  a: "4аαɑ",
  c: "сϲᴄ",
  i: "1іιı",
  k: "кκ",
  l: "ӏ|",
  m: "мᴍ",
  n: "пո",
  o: "0оοօ",
  p: "р",
  t: "7тτᴛ",
  y: "уү",
};
const LETTER = new Map(Object.entries(LOOK_ALIKES).flatMap(([letter, all]) => [...all].map((one) => [one, letter])));
/** In lower case. */
export const NAME = "usher";

/** Words that say nothing next to the name. Like the role words in the languages of the service, as `textOf` writes them. */
const FILLERS = asSet("the a my our your ihr dein votre of by for and");

/** Words for a role or an account of a service: a name with one of them and the service's name is not a person's. */
const ROLES = asSet(
  `from via official app apps inc ltd llc gmbh com org net www mail email emails inbox noreply no reply
  team teams support help helpdesk desk service services customer care center centre contact info account accounts admin
  administrator staff crew system security safety alert alerts notice notification notifications billing payment payments invoice
  abuse fraud trust verification verify verified password login host hosts rsvp event events invitation invitations invite invites
  ticket tickets platform pro premium business subscription
  kundendienst kundenservice hilfe sicherheit konto equipe assistance securite compte soporte ayuda seguridad cuenta equipo servicio
  squadra supporto assistenza sicurezza suporte ajuda seguranca conta hulp beveiliging klantenservice zespol pomoc obsluga
  bezpieczenstwo konto ekip ekibi destek guvenlik yardim hesap فريق دعم الدعم امن チーム サポート 運営 事務局 団队 团队 客服 支持 官方`,
);

/** Parts of such words in languages that compound, inflect or write no spaces: `Kundenkonto`, `hesabınız`. */
const ROLE_STEMS = [
  ...asSet(`account konto secur sicherheit support service kunden beveilig hesab hesap guvenli destek
  アカウント セキュリティ サポート 账户 账号 安全 حساب دعم امان`),
];

/** A letter or a digit of a name. */
interface Letter {
  /** In `plainForm`. */
  plain: string;
  /** The letter that it looks like: `e` for `3`. */
  seen: string;
}

/**
 * True if a sender of this name could pass for the service. Compares without spacing, case and look-alike letters. The
 * service's name poses alone, with a number, and with a word for a role or an account. People and places may be called
 * Usher.
 */
export function posesAsUs(name: string): boolean {
  const words = wordsOf(name);
  const own = words.filter((word) => !isServiceWord(textOf(word)));
  if (isOurName(own.flat())) return true;
  const hasRole = words.some((word) => isRole(textOf(word)));
  return words.some((word) => {
    const text = textOf(word);
    return hasRole ? isOurName(word) || text === `${NAME}s` : isOurName(word) && text !== NAME;
  });
}

/** Marks and invisible characters part no words. A change from Latin letters to others does: `あなたのUsherアカウント`. */
function wordsOf(name: string): Letter[][] {
  const words: Letter[][] = [[]];
  let previous = "";
  for (const letter of lettersOf(name)) {
    const { seen } = letter;
    const isLetter = /[\p{L}\p{N}]/u.test(seen);
    if (!isLetter || isOtherScript(previous, seen)) words.push([]);
    if (isLetter) words.at(-1)?.push(letter);
    previous = seen;
  }
  return words.filter((word) => word.length > 0);
}

function isOtherScript(before: string, after: string): boolean {
  const isLatin = (letter: string) => /\p{Script=Latin}/u.test(letter);
  return /^\p{L}\p{L}$/u.test(before + after) && isLatin(before) !== isLatin(after);
}

function lettersOf(text: string): Letter[] {
  return [...plainForm(text)].map((plain) => ({ plain, seen: LETTER.get(plain) ?? plain }));
}

/** The letters that a reader sees. */
function textOf(letters: readonly Letter[]): string {
  return letters.map(({ seen }) => seen).join("");
}

function asSet(words: string): Set<string> {
  return new Set(words.split(/\s+/).map((word) => textOf(lettersOf(word))));
}

function isRole(word: string): boolean {
  return ROLES.has(word) || ROLE_STEMS.some((stem) => word.includes(stem));
}

function isServiceWord(word: string): boolean {
  return FILLERS.has(word) || isRole(word);
}

/** True for the service's name, also in one word with numbers and words of a service: `usher365`, `myusherteam`. */
function isOurName(word: readonly Letter[]): boolean {
  return word.some((_, at) => {
    const end = at + NAME.length;
    if (textOf(word.slice(at, end)) !== NAME) return false;
    const around = [word.slice(0, at), word.slice(end)].flatMap((part) =>
      part
        .map(({ plain }) => plain)
        .join("")
        .split(/\p{N}+/u),
    );
    return around.every((text) => text === "" || isServiceWord(textOf(lettersOf(text))));
  });
}
