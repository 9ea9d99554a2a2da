/** Words and signs for "and" between two names, in the languages of the texts. */
const AND =
  /(?:\s(?:and|und|et|y|e|i|oraz|en|ve|og|och|и|و)\s|\S\s*[&+＆＋]\s*\S|[^\s\d]\/[^\s\d]|\s和\s|[\p{Script=Han}\p{Script=Katakana}\s][と・、][\p{Script=Han}\p{Script=Katakana}\s])/u;
/** `The Smiths`, `Die Müllers`, `Los García`, `Les Dupont`: a family by its name. */
const PLURAL_ARTICLE = /^(?:(?:the|die)\s.*[^s]s|(?:los|las|les|gli|os)\s.+)$/iu;
/** A company is one host, whatever its name says. */
const COMPANY =
  /(?:^|\s)(?:gmbh|mbh|ag|kg|ohg|ug|e\.?\s?v\.?|se|ltd|limited|plc|llc|llp|inc|corp|co|company|group|s\.?a\.?s?|s\.?l\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|sp\.\s?z\s?o\.o|a\.?ş|ltda|partner|partners|söhne|sons|fils|figli|hijos|株式会社|有限公司)\.?(?:\s|$)/iu;

/**
 * True if a host's name is that of several people, so that verbs about it take the plural: `Clara & Jonas`, `Anna und Ben`,
 * `The Smiths`. A company is one host, and so is a family called one: `Familie Weiß`.
 */
export function areSeveralHosts(name: string): boolean {
  const whole = name.trim();
  return !COMPANY.test(whole) && (AND.test(whole) || PLURAL_ARTICLE.test(whole));
}
