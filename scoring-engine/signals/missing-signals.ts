import type { Access } from "../access.ts";
import { hasHardware } from "../device.ts";
import type { Facts } from "../facts.ts";
import { memoize } from "../memoize.ts";
import { defineSignal, QUIET } from "./define-signal.ts";

/** Score without a user agent, which every browser sends. */
const NO_AGENT = 76;
/** Score of curl, an HTTP library or a headless browser. */
const TOOL = 88;
/** Score of a crawler's user agent on a form. */
const BOT_FORM = 88;
/** The user agent and other facts of the browser name different operating systems: one of them is forged. */
const CONTRADICTION = 84;
/** Points per absent part that a browser would have sent. Their sum is below a strong signal. */
const MISSING = {
  language: 30,
  fetchMetadata: 14,
  clientHints: 12,
  hardwareOnForm: 16,
  zoneOnForm: 8,
  toldBefore: 26,
} as const;
const MAX_MISSING = 66;
/** Major versions since which browsers send fetch metadata (MDN). */
const FETCH_METADATA_SINCE: Readonly<Record<string, number>> = { chrome: 80, edge: 80, firefox: 90, safari: 17 };
/** Only Chromium sends client hints, since version 89, and not on iOS, where every browser is WebKit. */
const CLIENT_HINTS_SINCE: Readonly<Record<string, number>> = { chrome: 90, edge: 90 };

/** A map, because clients choose the hint, and `constructor` is a key of every object. */
const SYSTEMS_BY_HINT: ReadonlyMap<string, readonly string[]> = new Map([
  ["android", ["android"]],
  ["windows", ["windows"]],
  ["macos", ["macos", "ipados"]],
  ["linux", ["linux", "chromeos"]],
  ["chrome os", ["chromeos"]],
  ["chromeos", ["chromeos"]],
  ["ios", ["ios", "ipados"]],
]);

/** Operating systems by `navigator.platform`, which browsers have frozen: a mismatch means a forged user agent. */
const SYSTEMS_BY_PLATFORM: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^win/, ["windows"]],
  [/^mac/, ["macos", "ipados"]],
  [/^iphone|^ipod/, ["ios"]],
  [/^ipad/, ["ipados", "ios"]],
  [/^linux (arm|aarch)|^android/, ["android", "linux", "chromeos"]],
  [/^linux/, ["linux", "chromeos", "android"]],
];

/** Clients choose the platform, so that the cache is bounded; `device.ts` has cut it. */
const MAX_CACHED_PLATFORMS = 200;
const MAX_CACHED_CHARS = 64;
const systemsOf = memoize(MAX_CACHED_PLATFORMS, MAX_CACHED_CHARS, (platform): readonly string[] | null => {
  const match = SYSTEMS_BY_PLATFORM.find(([pattern]) => pattern.test(platform));
  return match?.[1] ?? null;
});

function contradicts(access: Access): boolean {
  const { os } = access.device.agent;
  if (os === "") return false;
  const hinted = access.headers.hintedPlatform;
  const systems = hinted === null ? undefined : SYSTEMS_BY_HINT.get(hinted);
  if (systems !== undefined && !systems.includes(os)) return true;
  const { platform } = access.device.hardware;
  return platform !== null && systemsOf(platform)?.includes(os) === false;
}

/** Absent parts that this browser, by its user agent, would have sent. */
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
  const reportsHardware = hasHardware(device.hardware);
  if (kind !== "access" && !reportsHardware) parts.push("hardwareOnForm");
  if (kind !== "access" && device.zone === null) parts.push("zoneOnForm");
  const reported = facts.closestDevice?.reportedHardware;
  if (!reportsHardware && reported !== undefined && (kind === "access" ? reported.access : reported.form))
    parts.push("toldBefore");
  return parts;
}

/** Does the request look like that of a browser used by a person? */
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
    if (parts.length === 0) return QUIET;
    const sum = parts.reduce((points, part) => points + MISSING[part], 0);
    return {
      score: Math.min(MAX_MISSING, sum),
      evidence: () => ({ missing: parts.join(","), parts: parts.length }),
    };
  },
});
