/** Names whose case follows no rule, beyond those that `Intl` lists. */
const IRREGULAR = [
  ...["UTC", "UCT", "GMT", "GMT0", "GMT+0", "GMT-0", "CET", "EET", "MET", "WET", "EST", "MST", "HST"],
  ...["EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "GB", "GB-Eire", "NZ", "NZ-CHAT", "PRC", "ROC", "ROK", "W-SU"],
  ...["Etc/UTC", "Etc/UCT", "America/Knox_IN", "Australia/ACT", "Australia/NSW", "Australia/LHI"],
  ...["Antarctica/DumontDUrville", "Antarctica/McMurdo", "Brazil/DeNoronha", "Chile/EasterIsland"],
  ...["Mexico/BajaNorte", "Mexico/BajaSur"],
];

let names: ReadonlyMap<string, string> | undefined;

/**
 * The name of a time zone of the IANA database in the case that the database has, whatever case it came in:
 * `europe/BERLIN` → `Europe/Berlin`. An alias stays itself: `asia/kolkata` is not turned into `Asia/Calcutta`.
 */
export function canonicalTimeZone(name: string): string {
  names ??= new Map([...Intl.supportedValuesOf("timeZone"), ...IRREGULAR].map((known) => [known.toLowerCase(), known]));
  const lower = name.toLowerCase();
  return (
    names.get(lower) ??
    lower
      .replace(/(?:^|[/_-])[a-z]/g, (start) => start.toUpperCase())
      .replace(/^Us\/|^Etc\/Gmt/, (prefix) => (prefix === "Us/" ? "US/" : "Etc/GMT"))
  );
}
