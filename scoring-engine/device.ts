import { hash32 } from "./hash.ts";
import { memoize } from "./memoize.ts";
import { type DeviceClass, parseUserAgent, type UserAgent } from "./user-agent.ts";

/** Fingerprint values are cut to this length, which bounds the size of a baseline. */
const MAX_TRAIT_CHARS = 64;

/** Properties that do not change on the same device. Null when not reported. */
export interface Hardware {
  readonly platform: string | null;
  /** Sides in CSS pixels, shorter first, so that rotation does not change it. */
  readonly screen: string | null;
  readonly cores: string | null;
  readonly touch: string | null;
}

export interface Device {
  readonly agent: UserAgent;
  readonly hardware: Hardware;
  /** IANA time zone. */
  readonly zone: string | null;
  /** First language with its region, lower case: `de-de`. */
  readonly language: string | null;
  /** Equal for devices with indistinguishable headers: operating system, class, browser, app or tool. */
  readonly model: string;
  /** 32-bit hash of the model. */
  readonly modelKey: number;
  /** 32-bit hash of model and hardware, which identifies the device in a baseline. */
  readonly key: number;
  /** The other properties as text for storage, which `parseDevice` reads. */
  readonly text: string;
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

/** An iPad that requests desktop pages identifies itself as a Mac, but Macs have no touch screen. */
function withTouch(agent: UserAgent, touch: string | null): UserAgent {
  return agent.os === "macos" && touch === "1" ? { ...agent, os: "ipados", type: "tablet" } : agent;
}

function zoneOf(fingerprint: Fingerprint): string | null {
  const zone = fingerprint.timezone?.trim();
  return zone ? zone.slice(0, MAX_TRAIT_CHARS) : null;
}

/** The entries of a fingerprint that `deviceOf` reads. */
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

/** Compares first what differs most among devices with one user agent. */
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
 * Devices by user agent. Many guests have the same model and language, and a lookup is faster than parsing. Comparing the
 * devices of one user agent is faster than building a key of all traits.
 */
const deviceCache = new Map<string, CachedDevice[]>();
let deviceCacheSize = 0;
const MAX_CACHED_DEVICES = 2_000;
/** A common agent has a few dozen models and languages; comparing many more would take too long. */
const MAX_CACHED_PER_AGENT = 128;
/** Longer inputs than any browser's are not cached, which bounds memory. Characters. */
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

/** The device of an access, from its user agent and fingerprint. */
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
  return makeDevice(
    withTouch(parseUserAgent(userAgent), hardware.touch),
    hardware,
    zoneOf(fingerprint),
    languageOf(fingerprint),
  );
}

function makeDevice(agent: UserAgent, hardware: Hardware, zone: string | null, language: string | null): Device {
  const made = [hardware.platform, hardware.screen, hardware.cores, hardware.touch].map((part) => part ?? "");
  const suffix = agent.tool ? "!" : agent.embedded ? "+" : "";
  const model = `${agent.os}|${agent.type}|${agent.browser}${suffix}`;
  return {
    agent,
    hardware,
    zone,
    language,
    model,
    modelKey: hash32(model),
    key: hash32(`${model}|${made.join("|")}`),
    text: textOf(agent, hardware, zone, language),
  };
}

const SEPARATOR = "|";

/** Escapes the separator, and all characters that JSON escapes, so that the text is stored as it is. */
function escapeField(field: string | number | null): string {
  return String(field ?? "").replace(/[%|"\\\p{Cc}]/gu, (character) => encodeURIComponent(character));
}

function textOf(agent: UserAgent, hardware: Hardware, zone: string | null, language: string | null): string {
  const { browser, version, os, type, embedded, tool, fetcher } = agent;
  const flags = `${embedded ? "e" : ""}${tool ? "t" : ""}${fetcher ? "f" : ""}`;
  const { platform, screen, cores, touch } = hardware;
  return [os, type, browser, version, flags, platform, screen, cores, touch, zone, language]
    .map(escapeField)
    .join(SEPARATOR);
}

/** Longer than any text, as traits are cut, even if each of their characters is escaped. */
const MAX_TEXT_CHARS = 8_192;

/** Reads `text` of a device. Guests with the same model share one object. */
export const parseDevice = memoize(MAX_CACHED_DEVICES, MAX_TEXT_CHARS, (text): Device => {
  const fields = text.split(SEPARATOR).map((field) => decodeURIComponent(field));
  const [os = "", type = "other", browser = "", version = "0", flags = "", ...traits] = fields;
  const [embedded, tool, fetcher] = [flags.includes("e"), flags.includes("t"), flags.includes("f")];
  const agent = { browser, version: Number(version), os, type: type as DeviceClass, embedded, tool, fetcher };
  const [platform = null, screen = null, cores = null, touch = null, zone = null, language = null] = traits.map(
    (field) => (field === "" ? null : field),
  );
  return makeDevice(agent, { platform, screen, cores, touch }, zone, language);
});

/** Whether the device reported anything beyond its headers. */
export function hasHardware(hardware: Hardware): boolean {
  return hardware.platform !== null || hardware.screen !== null || hardware.cores !== null || hardware.touch !== null;
}
