import type { Device, Hardware } from "./device.ts";
import { hasHardware } from "./device.ts";
import type { UserAgent } from "./user-agent.ts";

/**
 * How unlike one person's devices are, 0 (the same) to 100. Half of all honest logins show a user agent that the
 * account never had (das-group/rba-dataset), so the parts are weighed: browsers update themselves, mail opens in an
 * app's own view, many own a phone and a computer, but few carry two phones of different makes.
 */
const STEP = {
  update: 3,
  /** Browsers update forwards; going back is another installation. */
  downgrade: 14,
  inApp: 12,
  otherBrowser: 30,
  /** Phone and computer of one maker: iPhone and Mac. */
  sameEcosystem: 44,
  phoneAndDesktop: 54,
  phoneAndTablet: 50,
  otherDesktop: 64,
  otherPhone: 80,
  nothingInCommon: 88,
} as const;

/** Same agent, but the hardware says it is another exemplar: nearly always somebody else's. */
const OTHER_HARDWARE = { platform: 82, cores: 76, phoneScreen: 76, touch: 72, desktopScreen: 26 } as const;
/** Same agent from a device that used to tell its hardware and now does not. */
const UNTOLD_HARDWARE = 22;
/** Another browser on what is visibly the same machine. */
const SAME_MACHINE_FACTOR = 0.6;
/** Two equal traits at least make "visibly the same machine". */
const SAME_MACHINE_TRAITS = 2;
/** A person's devices speak one language and show one time zone; a stranger's often do not. Added points. */
const OTHER_LANGUAGE = 12;
const OTHER_ZONE = 6;
/** Highest distance that anything can add up to. */
const MAX_DISTANCE = 98;
/** A version may fall this far without it meaning anything: two browsers' channels, a delayed update. */
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

/** Distance by user agent alone; `before` is the one known. */
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
  const pairs = [
    [a.platform, b.platform],
    [a.screen, b.screen],
    [a.cores, b.cores],
  ];
  return pairs.filter(([one, other]) => one !== null && one === other).length;
}

/** What contradicting hardware makes of two devices whose agents are alike. */
function hardwareDistance(now: Device, before: Device): number {
  const { hardware: a } = now;
  const { hardware: b } = before;
  const screen = now.agent.type === "desktop" ? OTHER_HARDWARE.desktopScreen : OTHER_HARDWARE.phoneScreen;
  return Math.max(
    differs(a.platform, b.platform) ? OTHER_HARDWARE.platform : 0,
    differs(a.cores, b.cores) ? OTHER_HARDWARE.cores : 0,
    differs(a.touch, b.touch) ? OTHER_HARDWARE.touch : 0,
    differs(a.screen, b.screen) ? screen : 0,
  );
}

function localeDistance(now: Device, before: Device): number {
  const base = (language: string | null): string | null => language?.split("-")[0] ?? null;
  const language = differs(base(now.language), base(before.language)) ? OTHER_LANGUAGE : 0;
  return language + (differs(now.zone, before.zone) ? OTHER_ZONE : 0);
}

/**
 * Distance between a device and one seen before, 0–98.
 * @param toldBefore whether the earlier device told its hardware on the same kind of request
 */
export function deviceDistance(now: Device, before: Device, toldBefore: boolean): number {
  const agents = agentDistance(now.agent, before.agent);
  const isAlike = now.agent.os === before.agent.os && now.agent.type === before.agent.type && now.agent.os !== "";
  if (!isAlike) return Math.min(MAX_DISTANCE, agents + localeDistance(now, before));
  const hardware = hardwareDistance(now, before);
  const isSameMachine = hardware === 0 && equalTraits(now.hardware, before.hardware) >= SAME_MACHINE_TRAITS;
  const hides = toldBefore && hasHardware(before.hardware) && !hasHardware(now.hardware) ? UNTOLD_HARDWARE : 0;
  const likeness = Math.max(isSameMachine ? agents * SAME_MACHINE_FACTOR : agents, hides, hardware);
  // On the same machine a new language or zone is a setting or a journey, not a stranger.
  const locale = isSameMachine ? 0 : localeDistance(now, before);
  return Math.min(MAX_DISTANCE, likeness + locale);
}
