/**
 * Writes `src/kernel/zone-countries.ts`, the time zones of each country, from this machine's tz database (public domain). Omits
 * zones of several countries, such as `CET`.
 *
 *     npx node scripts/generate-zone-countries.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SOURCE = "/usr/share/zoneinfo";
const TARGET = fileURLToPath(new URL("../src/kernel/zone-countries.ts", import.meta.url));

const linesOf = (file: string) => readFileSync(`${SOURCE}/${file}`, "utf8").split("\n");
/** Returns the countries by zone of a file with tab-separated columns. */
const countriesIn = (file: string) =>
  new Map(
    linesOf(file)
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split("\t"))
      .map(([countries = "", _, zone = ""]) => [zone, countries.split(",")] as const),
  );

// zone.tab has one country for each zone; zone1970.tab has all countries whose clocks have agreed since 1970.
const zones = new Map([...countriesIn("zone.tab")].map(([zone, [country = ""]]) => [zone, country]));
const agreeing = countriesIn("zone1970.tab");
const [version = ""] = linesOf("tzdata.zi");
for (const line of linesOf("tzdata.zi")) {
  const [kind, target = "", link = ""] = line.split(" ");
  // Old names such as EET belong to no country.
  if (kind !== "L" || zones.has(link) || /^[A-Z\d]+$/.test(link)) continue;
  const [country, ...others] = agreeing.get(target) ?? [];
  if (country !== undefined && others.length === 0) zones.set(link, country);
}

const areaOf = (zone: string) => zone.slice(0, zone.indexOf("/") + 1);
const byArea = Map.groupBy([...zones].sort(), ([zone]) => areaOf(zone));
const entries = [...byArea].map(([area, found]) => {
  const byCountry = [...Map.groupBy(found, ([, country]) => country)].sort(([a], [b]) => (a < b ? -1 : 1));
  const ofCountry = byCountry.map(([country, own]) => country + own.map(([zone]) => zone.slice(area.length)).join(" "));
  return `  "${area}":\n    "${ofCountry.join(",")}",`;
});
writeFileSync(
  TARGET,
  `// Written by scripts/generate-zone-countries.ts from the tz database, ${version.replace("# ", "")}. Public domain.

/** By area: each country (ISO 3166) with its zones there. Grouped so because it compresses well. */
export const ZONES: Readonly<Record<string, string>> = {
${entries.join("\n")}
};
`,
);
