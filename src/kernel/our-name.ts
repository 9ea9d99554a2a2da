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

/**
 * Words of a service: a name with one of them is not a person's. In the languages of the service, as `skeleton` writes
 * them.
 */
const SERVICE_WORDS = new Set(
  `the a my our of by from via for and official app apps inc ltd llc gmbh com org net www mail email emails inbox noreply no reply
  team teams support help helpdesk desk service services customer care center centre contact info account accounts admin
  administrator staff crew system security safety alert alerts notice notification notifications billing payment payments invoice
  abuse fraud trust verification login host hosts rsvp event events invitation invitations invite invites ticket tickets platform
  kundendienst kundenservice hilfe sicherheit konto equipe assistance securite compte soporte ayuda seguridad cuenta equipo servicio
  squadra supporto assistenza sicurezza suporte ajuda seguranca conta hulp beveiliging klantenservice zespol pomoc obsluga
  bezpieczenstwo konto ekip ekibi destek guvenlik yardim hesap فريق دعم الدعم امن チーム サポート 運営 事務局 団队 团队 客服 支持 官方`
    .split(/\s+/)
    .map(skeleton),
);

/**
 * True if a sender of this name could pass for the service. Compares without spacing, case and look-alike letters: the
 * service's name, also with words such as those of a support team. False for a person whose last name is Usher.
 */
export function posesAsUs(name: string): boolean {
  const words = wordsOf(name);
  const own = words.filter((word) => !SERVICE_WORDS.has(word));
  if (withoutServiceWords(own.join("")) === NAME) return true;
  const isOurs = words.map((word) => withoutServiceWords(word) === NAME);
  if (!isOurs.includes(true)) return false;
  return isOurs.indexOf(true) < words.length - 1 || own.length < words.length;
}

function wordsOf(name: string): string[] {
  // Marks and invisible characters part no words.
  return skeleton(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The letters that a reader sees: decomposed, in lower case, without marks, look-alikes as what they look like. */
function skeleton(text: string): string {
  const letters = [...text.replaceAll(/[™℠®©]/g, "")].map(squaredLetter);
  const plain = letters.join("").normalize("NFKD").toLowerCase();
  return [...plain.replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")]
    .map((character) => LETTER.get(character) ?? character)
    .join("");
}

/** Letters in squares and circles, and of flags, which Unicode does not decompose. */
function squaredLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  for (const first of [0x1f150, 0x1f170, 0x1f1e6]) {
    if (code >= first && code < first + 26) return String.fromCodePoint(0x61 + code - first);
  }
  return character;
}

/** `usherteam` without what follows or precedes the name, if that is a word of a service. */
function withoutServiceWords(word: string): string {
  const at = word.indexOf(NAME);
  if (at < 0) return word;
  const rest = [word.slice(0, at), word.slice(at + NAME.length)].filter((part) => part !== "");
  return rest.every((part) => SERVICE_WORDS.has(part)) ? NAME : word;
}
