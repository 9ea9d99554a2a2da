import type { Random } from "../../testkit/random.ts";

export type Form = "iphone" | "ipad" | "android" | "windows" | "mac";

/** A person's device. The hardware is constant; the browser's version grows with time. */
export interface Machine {
  readonly id: string;
  readonly form: Form;
  readonly screen: string;
  readonly cores: string;
  /** Versions behind the newest, for people who do not update. */
  readonly lag: number;
  readonly browser: "own" | "chrome" | "firefox" | "edge";
}

const IPHONES = [
  ["390x844", "4"],
  ["393x852", "4"],
  ["430x932", "4"],
  ["375x812", "4"],
  ["414x896", "4"],
  ["402x874", "4"],
] as const;
const ANDROIDS = [
  ["412x915", "8"],
  ["360x800", "8"],
  ["384x832", "8"],
  ["412x892", "8"],
  ["393x873", "8"],
  ["360x780", "6"],
] as const;
const IPADS = ["820x1180", "834x1194", "810x1080", "1024x1366"] as const;
const DESKTOPS = ["1920x1080", "2560x1440", "1536x864", "1366x768", "1440x900", "3840x2160"] as const;
const MACS = ["1512x982", "1470x956", "1728x1117", "1440x900"] as const;

export function randomPhone(random: Random): Machine {
  const isIphone = random.chance(0.5);
  const [screen, cores] = random.pick<readonly [string, string]>(isIphone ? IPHONES : ANDROIDS);
  const browser = random.chance(isIphone ? 0.12 : 0.06) ? (isIphone ? "chrome" : "firefox") : "own";
  return {
    id: random.uuid(),
    form: isIphone ? "iphone" : "android",
    screen,
    cores,
    lag: random.chance(0.25) ? random.between(1, 4) : 0,
    browser,
  };
}

export function randomLaptop(random: Random): Machine {
  const isMac = random.chance(0.35);
  return {
    id: random.uuid(),
    form: isMac ? "mac" : "windows",
    screen: random.pick(isMac ? MACS : DESKTOPS),
    cores: String(random.pick([4, 8, 8, 12, 16])),
    lag: random.chance(0.2) ? random.between(1, 3) : 0,
    browser: random.weighed([
      ["own", isMac ? 0.6 : 0],
      ["chrome", 0.55],
      ["edge", isMac ? 0 : 0.25],
      ["firefox", 0.12],
    ]),
  };
}

/** An iPad, which requests desktop pages as a Mac does. */
export function randomTablet(random: Random): Machine {
  return { id: random.uuid(), form: "ipad", screen: random.pick(IPADS), cores: "8", lag: 0, browser: "own" };
}

/** Days between major versions of Chrome and Firefox. */
const RELEASE_DAYS = 28;
const DAY_MS = 86_400_000;

function versions(machine: Machine, at: number, epoch: number): { chrome: number; firefox: number; ios: string } {
  const releases = Math.floor((at - epoch) / (RELEASE_DAYS * DAY_MS)) - machine.lag;
  return { chrome: 138 + releases, firefox: 140 + releases, ios: `18_${4 + Math.max(0, Math.min(3, releases))}` };
}

function userAgentOf(machine: Machine, at: number, epoch: number, inApp: boolean): string {
  const { chrome, firefox, ios } = versions(machine, at, epoch);
  const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
  if (machine.form === "iphone") {
    const head = `Mozilla/5.0 (iPhone; CPU iPhone OS ${ios} like Mac OS X) ${webkit}`;
    if (inApp) return `${head} Mobile/15E148`;
    if (machine.browser === "chrome") return `${head} CriOS/${chrome}.0.7151.51 Mobile/15E148 Safari/604.1`;
    return `${head} Version/${ios.replace("_", ".")} Mobile/15E148 Safari/604.1`;
  }
  if (machine.form === "android") {
    if (inApp) {
      return `Mozilla/5.0 (Linux; Android 15; SM-S921B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${chrome}.0.0.0 Mobile Safari/537.36`;
    }
    if (machine.browser === "firefox")
      return `Mozilla/5.0 (Android 15; Mobile; rv:${firefox}.0) Gecko/${firefox}.0 Firefox/${firefox}.0`;
    return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 Mobile Safari/537.36`;
  }
  const system =
    machine.form === "mac" || machine.form === "ipad"
      ? "Macintosh; Intel Mac OS X 10_15_7"
      : "Windows NT 10.0; Win64; x64";
  if (machine.browser === "firefox")
    return `Mozilla/5.0 (${system.replace("10_15_7", "10.15")}; rv:${firefox}.0) Gecko/20100101 Firefox/${firefox}.0`;
  if (machine.browser === "own")
    return `Mozilla/5.0 (${system}) ${webkit} Version/${ios.replace("_", ".")} Safari/605.1.15`;
  const edge = machine.browser === "edge" ? ` Edg/${chrome}.0.0.0` : "";
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome}.0.0.0 Safari/537.36${edge}`;
}

export interface Headers {
  readonly userAgent: string;
  readonly fingerprint: Record<string, string>;
}

const PLATFORMS: Readonly<Record<Form, string>> = {
  iphone: "iPhone",
  ipad: "MacIntel",
  android: "Linux armv81",
  windows: "Win32",
  mac: "MacIntel",
};
const SYSTEMS: Readonly<Record<Form, string>> = {
  iphone: "iOS",
  ipad: "macOS",
  android: "Android",
  windows: "Windows",
  mac: "macOS",
};

/**
 * The user agent and fingerprint that a browser on this device sends.
 * @param reportsHardware whether the page's script ran and reported hardware, time zone and language
 */
export function browse(
  machine: Machine,
  at: number,
  epoch: number,
  person: { readonly language: string; readonly zone: string },
  { inApp = false, reportsHardware = true }: { readonly inApp?: boolean; readonly reportsHardware?: boolean } = {},
): Headers {
  const userAgent = userAgentOf(machine, at, epoch, inApp);
  const base = person.language.split("-")[0];
  const isChromium = /Chrome\/\d/.test(userAgent) && machine.form !== "iphone";
  return {
    userAgent,
    fingerprint: {
      accept_language: `${person.language},${base};q=0.9`,
      sec_fetch_mode: "navigate",
      ...(isChromium && { sec_ch_ua: '"Chromium"', sec_ch_ua_platform: `"${SYSTEMS[machine.form]}"` }),
      ...(reportsHardware && {
        timezone: person.zone,
        language: person.language,
        platform: PLATFORMS[machine.form],
        screen: machine.screen,
        touch: String(machine.form !== "windows" && machine.form !== "mac"),
        hardware_concurrency: machine.cores,
      }),
    },
  };
}
