import { hash32 } from "./hash.ts";
import { memoize } from "./memoize.ts";
import { parseUserAgent, type UserAgent } from "./user-agent.ts";

/** Longest value of a fingerprint entry that is kept; longer ones are cut, so that a baseline stays small. */
const MAX_TRAIT_CHARS = 64;

/** What a device is made of; these do not change while it is the same device. Null: not told. */
export interface Hardware {
  readonly platform: string | null;
  /** Sides in CSS pixels, shorter first, so that turning the phone changes nothing. */
  readonly screen: string | null;
  readonly cores: string | null;
  readonly touch: string | null;
}

export interface Device {
  readonly agent: UserAgent;
  readonly hardware: Hardware;
  /** IANA zone the device shows. */
  readonly zone: string | null;
  /** First language with its region, lower case: `de-de`. */
  readonly language: string | null;
  /** Equal for devices that cannot be told apart by their headers: operating system, class, browser, app or tool. */
  readonly model: string;
  /** A hash of the model. */
  readonly modelKey: number;
  /** A hash of model and hardware: equal for equal devices, for counting and for finding a record again. */
  readonly key: number;
  /** All of it as one line of JSON, as documents keep it; see `deviceOfLine`. */
  readonly line: string;
}

type Fingerprint = Readonly<Record<string, string>>;

function trait(fingerprint: Fingerprint, key: string): string | null {
  const value = fingerprint[key]?.trim();
  return value ? value.slice(0, MAX_TRAIT_CHARS).toLowerCase() : null;
}

function screenOf(value: string | null): string | null {
  if (value === null) return null;
  const [a, b] = (value.match(/\d+/g) ?? []).map(Number);
  if (a === undefined || b === undefined) return null;
  return a < b ? `${a}x${b}` : `${b}x${a}`;
}

function touchOf(value: string | null): string | null {
  if (value === null) return null;
  return value === "false" || value === "0" || value === "no" || value === "none" ? "0" : "1";
}

function languageOf(fingerprint: Fingerprint): string | null {
  const list =
    trait(fingerprint, "language") ?? trait(fingerprint, "languages") ?? trait(fingerprint, "accept_language");
  const first = list
    ?.replace(/[[\]"']/g, "")
    .split(/[,;\s]/)[0]
    ?.replaceAll("_", "-");
  return first ? first : null;
}

/** An iPad asking for desktop pages says it is a Mac, but no Mac has a touch screen. */
function withTouch(agent: UserAgent, touch: string | null): UserAgent {
  return agent.os === "macos" && touch === "1" ? { ...agent, os: "ipados", type: "tablet" } : agent;
}

function zoneOf(fingerprint: Fingerprint): string | null {
  const zone = fingerprint.timezone?.trim();
  return zone ? zone.slice(0, MAX_TRAIT_CHARS) : null;
}

/** Entries of a fingerprint that `deviceOf` looks at. */
function traitsOf({
  platform,
  screen,
  hardware_concurrency,
  touch,
  timezone,
  language,
  languages,
  accept_language,
}: Fingerprint) {
  return { platform, screen, hardware_concurrency, touch, timezone, language, languages, accept_language };
}

type Traits = ReturnType<typeof traitsOf>;

/** What differs most among devices with one user agent comes first. */
function hasSameTraits(a: Traits, b: Traits): boolean {
  return (
    a.screen === b.screen &&
    a.language === b.language &&
    a.accept_language === b.accept_language &&
    a.hardware_concurrency === b.hardware_concurrency &&
    a.timezone === b.timezone &&
    a.platform === b.platform &&
    a.touch === b.touch &&
    a.languages === b.languages
  );
}

interface CachedDevice {
  readonly traits: Traits;
  readonly device: Device;
}

/**
 * Models and languages repeat a great deal among guests; a device takes longer to read than to find again. Comparing
 * the devices that have one user agent is faster than making a key of all that they told.
 */
const deviceCache = new Map<string, CachedDevice[]>();
let deviceCacheSize = 0;
const MAX_CACHED_DEVICES = 2_000;
/** An agent that everybody has comes from a few dozen models and languages; comparing many more would take too long. */
const MAX_CACHED_PER_AGENT = 128;
/** What is longer than any browser's own is read each time, so that it cannot fill the memory. Characters. */
const MAX_CACHED_CHARS = 1_024;

function isShort(userAgent: string, traits: Traits): boolean {
  const texts: (string | undefined)[] = [userAgent, ...Object.values(traits)];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) <= MAX_CACHED_CHARS;
}

function cacheDevice(userAgent: string, one: CachedDevice): void {
  if (!isShort(userAgent, one.traits)) return;
  if (deviceCacheSize >= MAX_CACHED_DEVICES) {
    deviceCache.clear();
    deviceCacheSize = 0;
  }
  const alike = deviceCache.get(userAgent) ?? [];
  if (alike.length >= MAX_CACHED_PER_AGENT) {
    deviceCacheSize -= alike.length;
    alike.length = 0;
  }
  alike.push(one);
  deviceCache.set(userAgent, alike);
  deviceCacheSize += 1;
}

/** The device behind an access, from its user agent and what its browser told. */
export function readDevice(userAgent: string, fingerprint: Fingerprint): Device {
  const traits = traitsOf(fingerprint);
  const known = deviceCache.get(userAgent)?.find((other) => hasSameTraits(other.traits, traits));
  if (known !== undefined) return known.device;
  const device = deviceOf(userAgent, fingerprint);
  cacheDevice(userAgent, { traits, device });
  return device;
}

function deviceOf(userAgent: string, fingerprint: Fingerprint): Device {
  const hardware: Hardware = {
    platform: trait(fingerprint, "platform"),
    screen: screenOf(trait(fingerprint, "screen")),
    cores: trait(fingerprint, "hardware_concurrency"),
    touch: touchOf(trait(fingerprint, "touch")),
  };
  const agent = withTouch(parseUserAgent(userAgent), hardware.touch);
  return deviceFrom({ agent, hardware, zone: zoneOf(fingerprint), language: languageOf(fingerprint) });
}

type ReportedTraits = Pick<Device, "agent" | "hardware" | "zone" | "language">;

/** Adds what follows from what was told. */
function deviceFrom(told: ReportedTraits): Device {
  const { agent, hardware } = told;
  const made = [hardware.platform, hardware.screen, hardware.cores, hardware.touch].map((part) => part ?? "");
  const suffix = agent.tool ? "!" : agent.embedded ? "+" : "";
  const model = `${agent.os}|${agent.type}|${agent.browser}${suffix}`;
  return {
    ...told,
    model,
    modelKey: hash32(model),
    key: hash32(`${model}|${made.join("|")}`),
    line: JSON.stringify(told),
  };
}

const MAX_CACHED_LINES = 2_000;

/**
 * The device that a line of a document is about. Guests' devices are alike, so most lines have been read before.
 * @throws SyntaxError when it is no such line
 */
export const parseDeviceLine = memoize(MAX_CACHED_LINES, MAX_CACHED_CHARS, (line) =>
  deviceFrom(JSON.parse(line) as ReportedTraits),
);

/** Whether the device told anything beyond its headers. */
export function hasHardware(hardware: Hardware): boolean {
  return hardware.platform !== null || hardware.screen !== null || hardware.cores !== null || hardware.touch !== null;
}
