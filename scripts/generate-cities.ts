/**
 * Writes `src/i18n/cities/<tag>.json`, the names of time zones' cities in each language, from Unicode's CLDR (licence:
 * https://www.unicode.org/license.txt). Omits names that are equal to the zone's own name (`America/New_York` → `New York`).
 *
 *     npm pack cldr-dates-full@48.2.0 && tar xzf cldr-dates-full-48.2.0.tgz
 *     node scripts/generate-cities.ts package
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { LANGUAGES } from "../src/i18n/languages.ts";
import { cityOfName } from "../src/i18n/zone-city.ts";

const TARGET = fileURLToPath(new URL("../src/i18n/cities/", import.meta.url));
/** Tags of languages that have another tag in CLDR. */
const TAGS: Record<string, string> = { "pt-BR": "pt" };

const File = z.object({
  main: z.record(z.string(), z.object({ dates: z.object({ timeZoneNames: z.object({ zone: z.unknown() }) }) })),
});

/** @param tree regions, then cities, with a country in between for some */
function citiesIn(tree: unknown, path: string): [string, string][] {
  if (typeof tree !== "object" || tree === null) return [];
  if ("exemplarCity" in tree) return [[path, String(tree.exemplarCity)]];
  return Object.entries(tree).flatMap(([name, inner]) => citiesIn(inner, path === "" ? name : `${path}/${name}`));
}

const folder = process.argv[2] ?? "package";
mkdirSync(TARGET, { recursive: true });
for (const language of Object.keys(LANGUAGES)) {
  const tag = TAGS[language] ?? language;
  const { main } = File.parse(JSON.parse(readFileSync(`${folder}/main/${tag}/timeZoneNames.json`, "utf8")));
  const names = citiesIn(main[tag]?.dates.timeZoneNames.zone, "").filter(
    ([zone, city]) => !zone.startsWith("Etc/") && city !== cityOfName(zone),
  );
  writeFileSync(`${TARGET}${language}.json`, `${JSON.stringify(Object.fromEntries(names.sort()), null, 2)}\n`);
}
