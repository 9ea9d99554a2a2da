import type { Access } from "../access.ts";
import { hasHardware } from "../device.ts";
import type { Facts } from "../facts.ts";
import { defineSignal } from "./define-signal.ts";

/** Every browser names itself. */
const NO_AGENT = 76;
/** curl, a script's HTTP library, a headless browser: no guest reads an invitation with it. */
const TOOL = 88;
/** A crawler's name on a form: crawlers do not answer invitations. */
const BOT_FORM = 88;
/** The agent names one system and the browser's own hints another: one of them is made up. */
const CONTRADICTION = 84;
/** Points per part that a real browser would have sent. They add up, but never to a strong signal by themselves. */
const MISSING = {
  language: 30,
  fetchMetadata: 14,
  clientHints: 12,
  hardwareOnForm: 16,
  zoneOnForm: 8,
  toldBefore: 26,
} as const;
const MAX_MISSING = 66;
/** Fetch metadata came with these major versions (MDN). */
const FETCH_METADATA_SINCE: Readonly<Record<string, number>> = { chrome: 80, edge: 80, firefox: 90, safari: 17 };
/** Client hints are sent by Chromium alone, since 89; never on iOS, where every browser is WebKit. */
const CLIENT_HINTS_SINCE: Readonly<Record<string, number>> = { chrome: 90, edge: 90 };

/** A map, because the hint is any text that a client sends, and `constructor` is a key of every object. */
const HINTED_SYSTEM: ReadonlyMap<string, readonly string[]> = new Map([
  ["android", ["android"]],
  ["windows", ["windows"]],
  ["macos", ["macos", "ipados"]],
  ["linux", ["linux", "chromeos"]],
  ["chrome os", ["chromeos"]],
  ["chromeos", ["chromeos"]],
  ["ios", ["ios", "ipados"]],
]);

/** `navigator.platform` prefixes per system; it is frozen in browsers, so a mismatch is a forged agent. */
const PLATFORM_SYSTEM: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^win/, ["windows"]],
  [/^mac/, ["macos", "ipados"]],
  [/^iphone|^ipod/, ["ios"]],
  [/^ipad/, ["ipados", "ios"]],
  [/^linux (arm|aarch)|^android/, ["android", "linux", "chromeos"]],
  [/^linux/, ["linux", "chromeos", "android"]],
];

function contradicts(access: Access): boolean {
  const { os } = access.device.agent;
  if (os === "") return false;
  const hinted = access.headers.hintedPlatform;
  const systems = hinted === null ? undefined : HINTED_SYSTEM.get(hinted);
  if (systems !== undefined && !systems.includes(os)) return true;
  const { platform } = access.device.hardware;
  const match = platform === null ? undefined : PLATFORM_SYSTEM.find(([pattern]) => pattern.test(platform));
  return match !== undefined && !match[1].includes(os);
}

/** Parts that this browser, by its own name, would have sent, and that are not there. */
function missingParts(facts: Facts): (keyof typeof MISSING)[] {
  const { device, headers, kind } = facts.access;
  const { browser, version, os, embedded } = device.agent;
  const isApple = os === "ios" || os === "ipados";
  const expects = (since: Readonly<Record<string, number>>): boolean =>
    !embedded && !isApple && version >= (since[browser] ?? Number.POSITIVE_INFINITY);
  const parts: (keyof typeof MISSING)[] = [];
  if (!headers.language) parts.push("language");
  if (!headers.fetchMetadata && (expects(FETCH_METADATA_SINCE) || !headers.any)) parts.push("fetchMetadata");
  if (!headers.clientHints && expects(CLIENT_HINTS_SINCE)) parts.push("clientHints");
  const tells = hasHardware(device.hardware);
  if (kind !== "access" && !tells) parts.push("hardwareOnForm");
  if (kind !== "access" && device.zone === null) parts.push("zoneOnForm");
  const told = facts.closestDevice?.told;
  if (!tells && told !== undefined && (kind === "access" ? told.access : told.form)) parts.push("toldBefore");
  return parts;
}

/** Does the visitor look like a browser with a person in front of it? Judged from the request alone. */
export const missingSignals = defineSignal({
  name: "missing_signals",
  family: "presence",
  evaluate(facts) {
    const { access } = facts;
    const { agent } = access.device;
    if (access.userAgent.trim() === "") return { score: NO_AGENT, evidence: () => ({ missing: "user_agent" }) };
    if (agent.tool) return { score: TOOL, evidence: () => ({ missing: "browser", tool: true }) };
    if (access.kind !== "access" && agent.fetcher) {
      return { score: BOT_FORM, evidence: () => ({ missing: "browser", crawler_form: true }) };
    }
    if (contradicts(access)) return { score: CONTRADICTION, evidence: () => ({ contradiction: true }) };
    const parts = missingParts(facts);
    const sum = parts.reduce((points, part) => points + MISSING[part], 0);
    return {
      score: Math.min(MAX_MISSING, sum),
      evidence: () => ({ missing: parts.join(","), parts: parts.length }),
    };
  },
});
