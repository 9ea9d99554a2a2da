import { distanceKm } from "../../scoring-engine/geo/distance.ts";
import { openCityDatabase } from "../../scoring-engine/geo/lookup.ts";
import { isHostingAddress } from "../../scoring-engine/hosting-networks.ts";
import { parseAddress } from "../../scoring-engine/network.ts";
import { openRandom, type Random } from "../../testkit/random.ts";

export interface City {
  readonly name: string;
  readonly country: string;
  readonly lat: number;
  readonly lon: number;
  readonly zone: string;
  readonly language: string;
}

export interface Provider {
  readonly asn: number;
  readonly org: string;
}

const city = (name: string, country: string, lat: number, lon: number, zone: string, language: string): City => ({
  name,
  country,
  lat,
  lon,
  zone,
  language,
});

export const CITIES: readonly City[] = [
  city("Berlin", "DE", 52.52, 13.41, "Europe/Berlin", "de-DE"),
  city("Hamburg", "DE", 53.55, 9.99, "Europe/Berlin", "de-DE"),
  city("Munich", "DE", 48.14, 11.58, "Europe/Berlin", "de-DE"),
  city("Cologne", "DE", 50.94, 6.96, "Europe/Berlin", "de-DE"),
  city("Frankfurt am Main", "DE", 50.11, 8.68, "Europe/Berlin", "de-DE"),
  city("Leipzig", "DE", 51.34, 12.37, "Europe/Berlin", "de-DE"),
  city("Vienna", "AT", 48.21, 16.37, "Europe/Vienna", "de-AT"),
  city("Zurich", "CH", 47.37, 8.54, "Europe/Zurich", "de-CH"),
  city("Paris", "FR", 48.86, 2.35, "Europe/Paris", "fr-FR"),
  city("Lyon", "FR", 45.76, 4.84, "Europe/Paris", "fr-FR"),
  city("London", "GB", 51.51, -0.13, "Europe/London", "en-GB"),
  city("Manchester", "GB", 53.48, -2.24, "Europe/London", "en-GB"),
  city("Edinburgh", "GB", 55.95, -3.19, "Europe/London", "en-GB"),
  city("Madrid", "ES", 40.42, -3.7, "Europe/Madrid", "es-ES"),
  city("Barcelona", "ES", 41.39, 2.17, "Europe/Madrid", "es-ES"),
  city("Milan", "IT", 45.46, 9.19, "Europe/Rome", "it-IT"),
  city("Rome", "IT", 41.9, 12.5, "Europe/Rome", "it-IT"),
  city("Amsterdam", "NL", 52.37, 4.9, "Europe/Amsterdam", "nl-NL"),
  city("Warsaw", "PL", 52.23, 21.01, "Europe/Warsaw", "pl-PL"),
  city("Stockholm", "SE", 59.33, 18.07, "Europe/Stockholm", "sv-SE"),
  city("New York", "US", 40.71, -74.01, "America/New_York", "en-US"),
  city("Chicago", "US", 41.88, -87.63, "America/Chicago", "en-US"),
  city("San Francisco", "US", 37.77, -122.42, "America/Los_Angeles", "en-US"),
  city("Toronto", "CA", 43.65, -79.38, "America/Toronto", "en-CA"),
  city("Sao Paulo", "BR", -23.55, -46.63, "America/Sao_Paulo", "pt-BR"),
  city("Mumbai", "IN", 19.08, 72.88, "Asia/Kolkata", "en-IN"),
  city("Jakarta", "ID", -6.21, 106.85, "Asia/Jakarta", "id-ID"),
  city("Tokyo", "JP", 35.68, 139.69, "Asia/Tokyo", "ja-JP"),
  city("Moscow", "RU", 55.76, 37.62, "Europe/Moscow", "ru-RU"),
  city("Johannesburg", "ZA", -26.2, 28.05, "Africa/Johannesburg", "en-ZA"),
];

/** Landline providers per country, as the edge names them. */
export const LANDLINES: Readonly<Record<string, readonly Provider[]>> = {
  DE: [
    { asn: 3320, org: "Deutsche Telekom AG" },
    { asn: 3209, org: "Vodafone GmbH" },
    { asn: 8881, org: "1&1 Versatel" },
  ],
  AT: [
    { asn: 8447, org: "A1 Telekom Austria AG" },
    { asn: 8412, org: "T-Mobile Austria GmbH" },
  ],
  CH: [
    { asn: 3303, org: "Swisscom (Schweiz) AG" },
    { asn: 6730, org: "Sunrise GmbH" },
  ],
  FR: [
    { asn: 3215, org: "Orange S.A." },
    { asn: 12322, org: "Free SAS" },
  ],
  GB: [
    { asn: 2856, org: "British Telecommunications PLC" },
    { asn: 5607, org: "Sky UK Limited" },
  ],
  ES: [
    { asn: 3352, org: "Telefonica De Espana" },
    { asn: 12479, org: "Orange Espagne SA" },
  ],
  IT: [
    { asn: 3269, org: "Telecom Italia S.p.A." },
    { asn: 12874, org: "Fastweb SpA" },
  ],
  NL: [
    { asn: 1136, org: "KPN B.V." },
    { asn: 33915, org: "Vodafone Libertel B.V." },
  ],
  PL: [
    { asn: 5617, org: "Orange Polska Spolka Akcyjna" },
    { asn: 6830, org: "Liberty Global B.V." },
  ],
  SE: [
    { asn: 3301, org: "Telia Company AB" },
    { asn: 2119, org: "Telenor Norge AS" },
  ],
  US: [
    { asn: 7922, org: "Comcast Cable Communications" },
    { asn: 7018, org: "AT&T Services" },
  ],
  CA: [
    { asn: 577, org: "Bell Canada" },
    { asn: 812, org: "Rogers Communications" },
  ],
};
const MOBILES: Readonly<Record<string, readonly Provider[]>> = {
  DE: [
    { asn: 3320, org: "Deutsche Telekom AG" },
    { asn: 6805, org: "Telefonica Germany" },
    { asn: 3209, org: "Vodafone GmbH" },
  ],
  US: [
    { asn: 21928, org: "T-Mobile USA" },
    { asn: 6167, org: "Verizon Wireless" },
    { asn: 20057, org: "AT&T Mobility" },
  ],
  GB: [
    { asn: 12576, org: "EE Limited" },
    { asn: 60339, org: "Hutchison 3G UK" },
  ],
};

/** Hosting providers of VPN exits. */
export const HOSTS: readonly Provider[] = [
  { asn: 9009, org: "M247 Europe SRL" },
  { asn: 60068, org: "Datacamp Limited" },
  { asn: 14061, org: "DigitalOcean, LLC" },
  { asn: 24940, org: "Hetzner Online GmbH" },
  { asn: 16276, org: "OVH SAS" },
  { asn: 212238, org: "Datacamp Limited" },
];
export const SCANNER_HOSTS: readonly Provider[] = [
  { asn: 8075, org: "Microsoft Corporation" },
  { asn: 16509, org: "Amazon.com, Inc." },
  { asn: 22843, org: "Proofpoint, Inc." },
  { asn: 30031, org: "Mimecast Services Limited" },
  { asn: 396982, org: "Google LLC" },
];
export const RELAY: Provider = { asn: 36183, org: "Akamai Technologies, Inc." };

export function landlineIn(random: Random, where: City): Provider {
  return random.pick(
    LANDLINES[where.country] ?? [{ asn: 64_600 + where.country.charCodeAt(0), org: `${where.country} Telecom` }],
  );
}

export function mobileIn(random: Random, where: City): Provider {
  const fallback = LANDLINES[where.country] ?? [
    { asn: 64_700 + where.country.charCodeAt(1), org: `${where.country} Cell` },
  ];
  return random.pick(MOBILES[where.country] ?? fallback);
}

/** Maximum distance of an address from the centre of its city, kilometres. */
const NEAR_KM = 35;
const SAMPLES = 250_000;

/** Prefixes (`a.b.c`) of one city. */
export interface CityPrefixes {
  readonly all: string[];
  /** Without hosting networks, because homes are not in data centres. */
  readonly homes: string[];
}

/** Prefixes that the city database places in each city, so that streams without edge facts work as well. */
export function findPrefixes(): ReadonlyMap<string, CityPrefixes> {
  const random = openRandom(1);
  const lookup = openCityDatabase(null, (error) => {
    throw error;
  });
  const found = new Map<string, CityPrefixes>(CITIES.map(({ name }) => [name, { all: [], homes: [] }]));
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const prefix = `${random.between(1, 223)}.${random.between(0, 255)}.${random.between(0, 255)}`;
    const address = parseAddress(`${prefix}.1`);
    const record = lookup(address, 0);
    if (record === null) continue;
    const near = CITIES.find((one) => one.country === record.country && distanceKm(one, record) < NEAR_KM);
    const prefixes = near === undefined ? undefined : found.get(near.name);
    prefixes?.all.push(prefix);
    if (!isHostingAddress(address)) prefixes?.homes.push(prefix);
  }
  return found;
}
