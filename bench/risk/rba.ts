import { openRandom, type Random } from "../../testkit/random.ts";
import { DAY, HOUR, type HonestClass, type Label, MINUTE, type Visit, type VisitKind } from "./visit.ts";

/**
 * A second generator, which shares no code with the first but the type of an access. It is modelled on the Login Data Set for Risk-Based
 * Authentication (https://github.com/das-group/rba-dataset; doi:10.5281/zenodo.6782156), described in S. Wiefling, P. R. Jørgensen,
 * S. Thunem, L. Lo Iacono, "Pump Up Password Security! Evaluating and Enhancing Risk-Based Authentication on a Real-World Large-Scale
 * Online Service", ACM Transactions on Privacy and Security 26(1), 2022, doi:10.1145/3546069.
 *
 * From the README of the data set: the single sign-on of one service in Norway, more than 33 million login attempts of more than 3.3
 * million users within a year, on phones, computers and tablets. So all guests are at home in Norway here.
 *
 * Everything else is an assumption, and differs from the first generator's on purpose. This includes the two shares below: that 40 % of
 * the accounts log in once, and that half of the later logins have a user agent that is new for the account. They were attributed to
 * the data set, but neither its README nor the abstract of the article has them, and the 33 million rows were not counted.
 */
const ONCE = 0.4;
const NEW_USER_AGENT = 0.5;
/** Shares of guests whose link is attacked. */
const ATTACKED: readonly (readonly [string | null, number])[] = [
  ["naive stranger", 0.03],
  ["VPN, same country", 0.01],
  ["targeted, same network and agent", 0.01],
  ["targeted, same address range", 0.02],
  ["abroad at once", 0.02],
  ["forwarded link", 0.05],
  ["forwarded to several", 0.01],
  ["public post", 0.002],
  [null, 0.848],
];
/** Share of the other guests whose link is replaced after it has leaked. */
const REPLAYED = 0.015;
/** Links per event that a script answers for, and its pace in seconds, slower than a person's in half of the events. */
const STUFFED = 30;
const PACES = [2, 8, 30, 70] as const;

interface Site {
  readonly prefix: string;
  readonly asn: number;
  readonly org: string;
  readonly city: Visit["city"];
}

const town = (name: string, country: string, lat: number, lon: number, zone: string, language: string) => ({
  name,
  country,
  lat,
  lon,
  zone,
  language,
});
const HOME_TOWNS = [
  town("Oslo", "NO", 59.91, 10.75, "Europe/Oslo", "nb-NO"),
  town("Bergen", "NO", 60.39, 5.32, "Europe/Oslo", "nb-NO"),
  town("Trondheim", "NO", 63.43, 10.39, "Europe/Oslo", "nb-NO"),
  town("Stavanger", "NO", 58.97, 5.73, "Europe/Oslo", "nb-NO"),
];
const FOREIGN_TOWNS = [
  town("Moscow", "RU", 55.76, 37.62, "Europe/Moscow", "ru-RU"),
  town("Chicago", "US", 41.88, -87.63, "America/Chicago", "en-US"),
  town("Sao Paulo", "BR", -23.55, -46.63, "America/Sao_Paulo", "pt-BR"),
];
const PROVIDERS = [
  [2119, "Telenor Norge AS"],
  [41164, "Telia Norge AS"],
  [29695, "Altibox AS"],
] as const;
const HOSTING = [
  [14061, "DigitalOcean, LLC"],
  [9009, "M247 Europe SRL"],
] as const;

interface Browser {
  readonly name: string;
  readonly userAgent: string;
  readonly screen: string;
  readonly platform: string;
}

function browserIn(random: Random, form: "phone" | "computer"): Browser {
  const version = random.between(128, 142);
  const name = random.uuid();
  if (form === "computer") {
    const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
    return { name, userAgent: agent, screen: random.pick(["1920x1080", "1366x768", "2560x1440"]), platform: "Win32" };
  }
  if (random.chance(0.6)) {
    const system = `${random.between(16, 18)}_${random.between(0, 7)}`;
    const agent = `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${system.replace("_", ".")} Mobile/15E148 Safari/604.1`;
    return { name, userAgent: agent, screen: random.pick(["390x844", "393x852", "430x932"]), platform: "iPhone" };
  }
  const agent = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`;
  return { name, userAgent: agent, screen: random.pick(["360x800", "412x915"]), platform: "Linux armv81" };
}

/** The user agent after an update: the same browser with its cookies. */
function updated(random: Random, browser: Browser): Browser {
  const next = (text: string): string => String(Number(text) + random.between(1, 2));
  const userAgent = browser.userAgent.replace(/(?<=Chrome\/)\d+/, next).replace(/(?<=OS \d\d_)\d+/, next);
  return { ...browser, userAgent };
}

interface Source {
  readonly site: Site;
  readonly host: number;
}

function siteIn(random: Random, city: Site["city"], [asn, org]: readonly [number, string]): Source {
  const prefix = `${random.between(77, 95)}.${random.between(0, 255)}.${random.between(0, 255)}`;
  return { site: { prefix, asn, org, city }, host: random.between(1, 254) };
}

interface Link {
  readonly eventId: string;
  readonly guestId: string;
  readonly tokenId: string;
  readonly hasContact: boolean;
  readonly startsAt: number;
}

interface Use {
  readonly side: "honest" | "attack";
  readonly class: string;
  readonly at: number;
  readonly kind?: VisitKind;
  readonly browser: Browser | string;
  readonly source: Source;
  /** The browser's cookie; null for a client without cookies. */
  readonly jar: string | null;
  readonly speaks?: Site["city"];
}

function visitOf(random: Random, link: Link, use: Use): Visit {
  const { source, browser, kind = "access" } = use;
  const { site } = source;
  const { language, zone } = use.speaks ?? site.city;
  const headers: Record<string, string> =
    typeof browser === "string"
      ? {}
      : {
          accept_language: language,
          sec_fetch_mode: "navigate",
          ...(random.chance(0.85) && {
            timezone: zone,
            language,
            platform: browser.platform,
            screen: browser.screen,
          }),
        };
  return {
    label: { side: use.side, class: use.class as HonestClass } as Label,
    at: Math.round(use.at),
    eventId: link.eventId,
    guestId: link.guestId,
    tokenId: link.tokenId,
    accessLogId: random.uuid(),
    ipAddress: `${site.prefix}.${source.host}`,
    userAgent: typeof browser === "string" ? browser : browser.userAgent,
    referrer: use.class === "public post" ? "https://www.reddit.com/" : "",
    fingerprint: {
      ...headers,
      edge_country: site.city.country,
      edge_city: site.city.name,
      edge_lat: String(site.city.lat + random.next() * 0.3),
      edge_lon: String(site.city.lon + random.next() * 0.3),
      edge_timezone: site.city.zone,
      edge_asn: String(site.asn),
      edge_as_org: site.org,
      edge_kind: kind,
      edge_method: kind === "access" ? "GET" : "POST",
    },
    kind,
    jar: use.jar === null ? null : `${use.jar} ${link.tokenId}`,
    hasContact: link.hasContact,
    confirm: use.side === "honest" && kind === "rsvp" ? "rsvp" : null,
    city: site.city,
    asn: site.asn,
  };
}

interface Person {
  readonly browser: Browser;
  readonly home: Source;
  readonly other: Source;
}

function personIn(random: Random): Person {
  const city = random.pick(HOME_TOWNS);
  const home = siteIn(random, city, random.pick(PROVIDERS));
  const other = siteIn(random, random.chance(0.7) ? city : random.pick(HOME_TOWNS), random.pick(PROVIDERS));
  return { browser: browserIn(random, random.chance(0.65) ? "phone" : "computer"), home, other };
}

/** A guest's accesses: most answer at the first; 40 % come once, and half of the later accesses have a new user agent. */
function honestUses(random: Random, person: Person, invitedAt: number, startsAt: number): Use[] {
  let { browser } = person;
  let at = invitedAt + random.wait(DAY);
  const uses: Use[] = [];
  const use = (kind: VisitKind, name: string): void => {
    const source = random.chance(0.65) ? person.home : person.other;
    uses.push({ side: "honest", class: name, at, kind, browser, source, jar: browser.name });
  };
  use("access", "home and mobile");
  if (random.chance(0.7)) {
    at += 10_000 + random.wait(2 * MINUTE);
    const last = uses.at(-1);
    if (last !== undefined) uses.push({ ...last, at, kind: "rsvp" });
  }
  if (random.chance(ONCE)) return uses;
  for (let looks = random.between(1, 4); looks > 0; looks -= 1) {
    at += random.wait(6 * DAY);
    if (at > startsAt) break;
    let name = "home and mobile";
    if (random.chance(NEW_USER_AGENT)) {
      // Mostly a version; otherwise the guest's other device.
      const isUpdate = random.chance(0.7);
      browser = isUpdate ? updated(random, browser) : browserIn(random, random.chance(0.5) ? "computer" : "phone");
      // An RSVP is hidden from an updated second device because it is a second device, so that it is no "browser update".
      name = browser.name === person.browser.name ? "browser update" : "second device";
    }
    use("access", name);
  }
  return uses;
}

function attackUses(random: Random, person: Person, name: string, at: number): Use[] {
  const abroad = random.pick(FOREIGN_TOWNS);
  const isImitator = name.startsWith("targeted");
  const isFar = name === "naive stranger" || name === "abroad at once";
  const friendsTown = random.chance(0.6) ? person.home.site.city : random.pick(HOME_TOWNS);
  const range = { ...person.home, host: random.between(1, 254) };
  const several = name === "forwarded to several" ? random.between(2, 4) : 1;
  const count = name === "public post" ? random.between(10, 30) : several;
  return Array.from({ length: count }, () => {
    const source =
      name === "targeted, same address range"
        ? range
        : name === "VPN, same country"
          ? siteIn(random, person.home.site.city, random.pick(HOSTING))
          : siteIn(random, isFar ? abroad : isImitator ? person.home.site.city : friendsTown, random.pick(PROVIDERS));
    const own = browserIn(random, random.chance(0.5) ? "phone" : "computer");
    const browser = isImitator ? { ...own, userAgent: person.browser.userAgent } : own;
    const first = { side: "attack", class: name, at: at + random.wait(HOUR), browser, source, jar: own.name } as const;
    const edit = { ...first, at: first.at + 20_000 + random.wait(MINUTE), kind: "edit" } as const;
    return random.chance(0.5) ? [first, edit] : [first];
  }).flat();
}

/** The host replaces the link, the guest opens the new one, and then the attacker uses the old one. */
function replayVisits(random: Random, link: Link, uses: readonly Use[]): Visit[] {
  const [first, last] = [uses[0], uses.at(-1)];
  if (first === undefined || last === undefined) return [];
  const at = last.at + HOUR + random.wait(DAY);
  const renewed = { ...link, tokenId: random.uuidAt(at - 40 * MINUTE) };
  const look = { ...first, kind: "access", at: at - 20 * MINUTE } as const;
  const source = siteIn(random, random.pick([...HOME_TOWNS, ...FOREIGN_TOWNS]), random.pick(PROVIDERS));
  const browser = browserIn(random, random.chance(0.5) ? "phone" : "computer");
  const attack = { side: "attack", class: "replay after rotation", at, browser, source, jar: browser.name } as const;
  return [visitOf(random, renewed, look), visitOf(random, link, attack)];
}

/** A script that answers for guests in turn, at one pace, as a browser or a plain client. */
function stuffingVisits(random: Random, links: readonly Link[], from: number): Visit[] {
  const pace = random.pick(PACES) * 1_000;
  const source = siteIn(
    random,
    random.pick([...HOME_TOWNS, ...FOREIGN_TOWNS]),
    random.pick([...HOSTING, ...PROVIDERS]),
  );
  const browser = random.chance(0.5) ? browserIn(random, "computer") : "axios/1.7.9";
  const opensFirst = random.chance(0.5);
  let at = from;
  return links.flatMap((link) => {
    at += pace * (0.5 + random.next());
    const jar = typeof browser === "string" ? null : browser.name;
    const form = { side: "attack", class: "RSVP stuffing", at, kind: "rsvp", browser, source, jar } as const;
    const page = { ...form, at: at - pace * 0.3, kind: "access" } as const;
    return (opensFirst ? [page, form] : [form]).map((use) => visitOf(random, link, use));
  });
}

/** Colleagues and households who answer on one network, as one person's or as their own browsers. */
function sharedVisits(
  random: Random,
  links: readonly Link[],
  name: HonestClass,
  from: number,
  meanMs: number,
): Visit[] {
  const person = personIn(random);
  const isOneForAll = name === "household" && random.chance(0.3);
  let at = from;
  return links.flatMap((link) => {
    at += 30_000 + random.wait(meanMs);
    const browser = isOneForAll ? person.browser : browserIn(random, name === "household" ? "phone" : "computer");
    const page = { side: "honest", class: name, at, browser, source: person.home, jar: browser.name } as const;
    const form = { ...page, at: at + 12_000 + random.wait(40_000), kind: "rsvp" } as const;
    return [page, form].map((use) => visitOf(random, link, use));
  });
}

/** The whole stream ordered by time; the same options generate the same stream. */
export function generateRbaStream(options: { seed: number; events: number; guestsPerEvent: number }): Visit[] {
  const random = openRandom(options.seed);
  // The other classes are as they were before this one.
  const replays = openRandom(options.seed + 1_000_000);
  const visits: Visit[] = [];
  for (let event = 0; event < options.events; event += 1) {
    const invitedAt = Date.UTC(2026, 4, 1) + event * 3 * DAY;
    const startsAt = invitedAt + random.between(15, 50) * DAY;
    const eventId = random.uuid();
    const newLink = (): Link => {
      const ids = { eventId, guestId: random.uuid(), tokenId: random.uuidAt(invitedAt) };
      return { ...ids, hasContact: !random.chance(0.04), startsAt };
    };
    const links = Array.from({ length: options.guestsPerEvent }, newLink);
    for (const link of links) {
      const person = personIn(random);
      const uses = honestUses(random, person, invitedAt, startsAt);
      const attack = random.weighed(ATTACKED);
      const at = (uses.at(-1)?.at ?? invitedAt) + random.between(5, 50) * MINUTE;
      const attacks = attack === null ? [] : attackUses(random, person, attack, at);
      visits.push(...[...uses, ...attacks].map((use) => visitOf(random, link, use)));
      if (attack === null && replays.chance(REPLAYED)) visits.push(...replayVisits(replays, link, uses));
    }
    const stuffed = links.filter(() => random.chance(STUFFED / links.length));
    visits.push(...stuffingVisits(random, stuffed, invitedAt + random.between(0, 4) * DAY));
    const colleagues = Array.from({ length: 8 }, newLink);
    visits.push(...sharedVisits(random, colleagues, "office morning", invitedAt + DAY, 15 * MINUTE));
    for (let one = 0; one < 6; one += 1) {
      const family = Array.from({ length: random.between(2, 5) }, newLink);
      visits.push(...sharedVisits(random, family, "household", invitedAt + random.between(1, 5) * DAY, 2 * MINUTE));
    }
  }
  return visits.sort((a, b) => a.at - b.at);
}
