import { plainForm } from "./look-alikes.ts";

/** Characters that look like a letter of the name and do not decompose to it, in lower case. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  u: "uvυսцμᴜʊџꭎ",
  s: "s5$ѕꜱꞩʂſꮪ",
  h: "hһհнηʜħћђⲏʰ",
  e: "e3€еεєҽᴇəɛℯⲉ℮",
  r: "rгʀᴦɾɼꭇꮁρ",
};
const LETTER = new Map(Object.entries(LOOK_ALIKES).flatMap(([letter, all]) => [...all].map((one) => [one, letter])));
/** In lower case. */
export const NAME = "usher";

/** Words that say nothing next to the name. Like the role words in the languages of the service, as `skeleton` writes them. */
const FILLERS = asSet("the a my our your ihr dein votre of by from via for and official");

/** Words for a role or an account of a service: a name with one of them and the service's name is not a person's. */
const ROLES = asSet(
  `app apps inc ltd llc gmbh com org net www mail email emails inbox noreply no reply
  team teams support help helpdesk desk service services customer care center centre contact info account accounts admin
  administrator staff crew system security safety alert alerts notice notification notifications billing payment payments invoice
  abuse fraud trust verification login host hosts rsvp event events invitation invitations invite invites ticket tickets platform
  kundendienst kundenservice hilfe sicherheit konto equipe assistance securite compte soporte ayuda seguridad cuenta equipo servicio
  squadra supporto assistenza sicurezza suporte ajuda seguranca conta hulp beveiliging klantenservice zespol pomoc obsluga
  bezpieczenstwo konto ekip ekibi destek guvenlik yardim hesap فريق دعم الدعم امن チーム サポート 運営 事務局 団队 团队 客服 支持 官方`,
);

/** Parts of such words in languages that compound, inflect or write no spaces: `Kundenkonto`, `hesabınız`. */
const ROLE_STEMS = [
  ...asSet(`account konto secur sicherheit support service kunden beveilig hesab hesap guvenli destek
  アカウント セキュリティ サポート 账户 账号 安全 حساب دعم امان`),
];

/**
 * True if a sender of this name could pass for the service. Compares without spacing, case and look-alike letters: the
 * service's name, also with words such as those of a support team or of an account. False for a person whose last name
 * is Usher.
 */
export function posesAsUs(name: string): boolean {
  const words = wordsOf(name);
  const own = words.filter((word) => !isServiceWord(word));
  if (withoutServiceWords(own.join("")) === NAME) return true;
  const hasRole = words.some(isRole);
  const isOurs = words.map((word) => withoutServiceWords(word) === NAME || (hasRole && word === `${NAME}s`));
  if (!isOurs.includes(true)) return false;
  return isOurs.indexOf(true) < words.length - 1 || own.length < words.length;
}

/** Marks and invisible characters part no words. A change from Latin letters to others does: `あなたのUsherアカウント`. */
function wordsOf(name: string): string[] {
  return skeleton(name)
    .replaceAll(
      /(?<=\p{L})(?=\p{Script=Latin})(?<!\p{Script=Latin})|(?<=\p{Script=Latin})(?=\p{L})(?!\p{Script=Latin})/gu,
      " ",
    )
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The letters that a reader sees, with look-alikes as what they look like. */
function skeleton(text: string): string {
  return [...plainForm(text)].map((character) => LETTER.get(character) ?? character).join("");
}

function asSet(words: string): Set<string> {
  return new Set(words.split(/\s+/).map(skeleton));
}

function isRole(word: string): boolean {
  return ROLES.has(word) || ROLE_STEMS.some((stem) => word.includes(stem));
}

function isServiceWord(word: string): boolean {
  return FILLERS.has(word) || isRole(word);
}

/** `usherteam` without what follows or precedes the name, if that is a word of a service or a number. */
function withoutServiceWords(word: string): string {
  const at = word.indexOf(NAME);
  if (at < 0) return word;
  const rest = [word.slice(0, at), word.slice(at + NAME.length)].filter((part) => part !== "");
  return rest.every((part) => isServiceWord(part) || /^\p{N}+$/u.test(part)) ? NAME : word;
}
