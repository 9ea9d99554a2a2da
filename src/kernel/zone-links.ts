import { ZONES } from "./zone-countries.ts";

/** Length of the country in an entry of `ZONES`. */
const CODE_LENGTH = 2;

/** Zones and links of the IANA time zone database (2025b) that belong to no single country: zones of several, and old names. */
const OTHERS = `
Africa/Asmera Africa/Timbuktu America/Coral_Harbour America/Montreal America/Nipigon America/Thunder_Bay
America/Virgin Antarctica/South_Pole Asia/Rangoon Atlantic/Jan_Mayen CET CST6CDT Canada/Eastern EET EST EST5EDT
Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6
Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2
Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC
Etc/Universal Etc/Zulu Europe/Belfast GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Iceland Japan MET MST MST7MDT NZ
PRC PST8PDT Pacific/Ponape Pacific/Samoa Pacific/Truk Pacific/Yap ROC ROK Singapore UCT US/Arizona US/Samoa UTC
Universal WET Zulu
`;

/**
 * The zones and links of the IANA time zone database, in its case. `Intl.supportedValuesOf` lists one name of each zone,
 * which differs between runtimes: `Asia/Calcutta` or `Asia/Kolkata`.
 */
export function zoneNames(): string[] {
  const ofCountries = Object.entries(ZONES).flatMap(([area, countries]) =>
    countries.split(",").flatMap((entry) =>
      entry
        .slice(CODE_LENGTH)
        .split(" ")
        .map((place) => area + place),
    ),
  );
  return [...ofCountries, ...OTHERS.trim().split(/\s+/)];
}
