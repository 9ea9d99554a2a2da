import type { Device, Hardware } from "./device.ts";
import { hasHardware } from "./device.ts";
import type { UserAgent } from "./user-agent.ts";

/**
 * Distances by user agent, 0 (same device) to 100. They are graded, because honest guests have new user agents, too:
 * browsers are updated, emails open in an app's web view, and many people have a phone and a computer. Few have two
 * phones of different makers.
 */
const STEP = {
  update: 3,
  /** Browsers update to newer versions; an older one is another installation. */
  downgrade: 14,
  inApp: 12,
  otherBrowser: 30,
  /** Phone and computer of one maker, such as iPhone and Mac. */
  sameEcosystem: 44,
  phoneAndDesktop: 54,
  phoneAndTablet: 50,
  otherDesktop: 64,
  otherPhone: 80,
  nothingInCommon: 88,
} as const;

/** Same agent with other hardware: nearly always another person's device. */
const OTHER_HARDWARE = { platform: 82, cores: 78, phoneScreen: 78, touch: 74, desktopScreen: 26 } as const;
/** Added for a second difference in hardware. */
const MORE_HARDWARE = 6;
/** Same agent from a device that reported its hardware before and now does not. */
const UNREPORTED_HARDWARE = 26;
/** Another browser on the same machine, by its hardware. */
const SAME_MACHINE_FACTOR = 0.6;
/** Equal hardware traits from which on it is the same machine. */
const SAME_MACHINE_TRAITS = 2;
/**
 * Added for another language. Phones do not change their language on a journey, so an equal model in another language
 * is another person's. Across device classes the language means less, because many computers are set to English.
 */
const LANGUAGE = { sameModel: 56, otherModel: 12, otherRegion: 8 } as const;
/** Added for another time zone, which does follow a journey. */
const OTHER_ZONE = 6;
/** Equal agents without hardware to compare: a stranger's phone has the same agent in one of six to ten cases. */
export const UNPROVEN_DISTANCE = 8;
/** Upper bound of a sum. */
const MAX_DISTANCE = 98;
/** Major versions that a browser may go back without counting as a downgrade: release channels, a delayed update. */
const VERSION_SLACK = 1;

const APPLE: ReadonlySet<string> = new Set(["ios", "ipados", "macos"]);
const GOOGLE: ReadonlySet<string> = new Set(["android", "chromeos"]);

function sameEcosystem(a: UserAgent, b: UserAgent): boolean {
  return (APPLE.has(a.os) && APPLE.has(b.os)) || (GOOGLE.has(a.os) && GOOGLE.has(b.os));
}

function acrossClasses(a: UserAgent, b: UserAgent): number {
  if (sameEcosystem(a, b)) return STEP.sameEcosystem;
  const types = [a.type, b.type].sort().join("+");
  return types === "phone+tablet" ? STEP.phoneAndTablet : STEP.phoneAndDesktop;
}

/** Distance by user agent only; `before` is the known one. */
function agentDistance(now: UserAgent, before: UserAgent): number {
  if (now.os === "" || before.os === "" || now.tool !== before.tool) {
    return now.browser === before.browser && now.os === before.os && now.tool === before.tool
      ? 0
      : STEP.nothingInCommon;
  }
  if (now.type !== before.type) return acrossClasses(now, before);
  if (now.os !== before.os) return now.type === "desktop" ? STEP.otherDesktop : STEP.otherPhone;
  if (now.embedded !== before.embedded) return STEP.inApp;
  if (now.browser !== before.browser) return now.embedded ? STEP.inApp : STEP.otherBrowser;
  if (now.version === before.version) return 0;
  return now.version + VERSION_SLACK < before.version ? STEP.downgrade : STEP.update;
}

function differs(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

function equalTraits(a: Hardware, b: Hardware): number {
  let equal = 0;
  if (a.platform !== null && a.platform === b.platform) equal += 1;
  if (a.screen !== null && a.screen === b.screen) equal += 1;
  if (a.cores !== null && a.cores === b.cores) equal += 1;
  return equal;
}

/** Distance by hardware between devices with the same operating system and class. */
function hardwareDistance(now: Device, before: Device): number {
  const { hardware: a } = now;
  const { hardware: b } = before;
  const otherScreen = now.agent.type === "desktop" ? OTHER_HARDWARE.desktopScreen : OTHER_HARDWARE.phoneScreen;
  const platform = differs(a.platform, b.platform) ? OTHER_HARDWARE.platform : 0;
  const cores = differs(a.cores, b.cores) ? OTHER_HARDWARE.cores : 0;
  const touch = differs(a.touch, b.touch) ? OTHER_HARDWARE.touch : 0;
  const screen = differs(a.screen, b.screen) ? otherScreen : 0;
  const most = Math.max(platform, cores, touch, screen);
  const isOnlyOne = platform + cores + touch + screen === most;
  return isOnlyOne ? most : most + MORE_HARDWARE;
}

function languageDistance(now: Device, before: Device, isAlike: boolean): number {
  if (now.language === null || before.language === null || now.language === before.language) return 0;
  const isSameLanguage = now.language.split("-")[0] === before.language.split("-")[0];
  if (isSameLanguage) return isAlike ? LANGUAGE.otherRegion : 0;
  return isAlike ? LANGUAGE.sameModel : LANGUAGE.otherModel;
}

function zoneDistance(now: Device, before: Device): number {
  return differs(now.zone, before.zone) ? OTHER_ZONE : 0;
}

/**
 * Distance between a device and a known one, 0–98.
 * @param reportedBefore whether the known device reported its hardware on the same kind of request
 */
export function deviceDistance(now: Device, before: Device, reportedBefore: boolean): number {
  const agents = agentDistance(now.agent, before.agent);
  const isAlike = now.agent.os === before.agent.os && now.agent.type === before.agent.type && now.agent.os !== "";
  const language = languageDistance(now, before, isAlike);
  if (!isAlike) return Math.min(MAX_DISTANCE, agents + language + zoneDistance(now, before));
  const hardware = hardwareDistance(now, before);
  const isSameMachine = hardware === 0 && equalTraits(now.hardware, before.hardware) >= SAME_MACHINE_TRAITS;
  // On the same machine another time zone is a journey, and the language may have been changed.
  if (isSameMachine) return Math.min(MAX_DISTANCE, Math.max(agents * SAME_MACHINE_FACTOR, language / 2));
  const hides =
    reportedBefore && hasHardware(before.hardware) && !hasHardware(now.hardware)
      ? UNREPORTED_HARDWARE
      : UNPROVEN_DISTANCE;
  const likeness = Math.max(agents, hides, hardware);
  return Math.min(MAX_DISTANCE, likeness + language + zoneDistance(now, before));
}
