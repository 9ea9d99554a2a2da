import type { AccessLog } from "@usher/client";
import type { Key } from "../../i18n/areas.ts";

/** Brand names of browsers and systems; `unknown` and `webview` have none. */
const BROWSERS: ReadonlyMap<string, string> = new Map([
  ["chrome", "Chrome"],
  ["duckduckgo", "DuckDuckGo"],
  ["edge", "Edge"],
  ["firefox", "Firefox"],
  ["ie", "Internet Explorer"],
  ["opera", "Opera"],
  ["safari", "Safari"],
  ["samsung", "Samsung Internet"],
  ["vivaldi", "Vivaldi"],
  ["yandex", "Yandex"],
]);

const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ["android", "Android"],
  ["chromeos", "ChromeOS"],
  ["ios", "iPhone"],
  ["ipados", "iPad"],
  ["linux", "Linux"],
  ["macos", "Mac"],
  ["windows", "Windows"],
]);

/** A reason for a score: a text of the catalogue and its values. */
export interface Reason {
  key: Key<"safety">;
  values: Record<string, string | number>;
}

type Facts = Record<string, unknown>;

/** Returns the reasons for the score of an access, with the facts that a person can check. */
export function reasonsOf(log: Pick<AccessLog, "reasons" | "evidence">): Reason[] {
  return log.reasons.map((reason) => worded(reason, factsOf(log.evidence, reason)));
}

function worded(reason: string, facts: Facts): Reason {
  switch (reason) {
    case "geo_jump":
      return jumped(facts);
    case "device_mismatch":
      return anotherDevice(facts);
    case "new_device":
      return plain("why-new-browser");
    case "ip_change":
      return plain(facts.provider === "hosting" ? "why-hosting" : "why-network");
    case "missing_signals":
      return plain("why-browser");
    case "repeated_access":
      return repeated(facts);
    case "automated_fetch":
      return plain("why-program");
    default:
      return { key: "why-other", values: { reason: reason.replaceAll("_", " ") } };
  }
}

function anotherDevice(facts: Facts): Reason {
  const now = namedDevice(facts.now);
  const known = namedDevice(facts.known);
  if (now === null || known === null || now.name === known.name) return plain("why-device");
  const key = now.isProgram ? "why-device-program" : "why-device-from";
  return { key, values: { known: known.name, now: now.name } };
}

function jumped(facts: Facts): Reason {
  if (facts.softened_by === "no_city") return plain("why-jump-region");
  if (!hasTexts(facts, "from", "to") || typeof facts.km !== "number") return plain("why-jump");
  const values = { from: String(facts.from), to: String(facts.to), km: facts.km, minutes: Number(facts.minutes ?? 0) };
  return { key: "why-jump-from", values };
}

function repeated(facts: Facts): Reason {
  if (facts.replaced_link === true) return plain("why-replaced");
  if (facts.other_link === true) return plain("why-other-link");
  if (facts.public_referrer === true) return plain("why-public");
  if (typeof facts.devices_24_h === "number" && facts.devices_24_h > 1) {
    return { key: "why-devices", values: { count: facts.devices_24_h } };
  }
  return plain("why-repeated");
}

function factsOf(evidence: AccessLog["evidence"], reason: string): Facts {
  const facts = evidence?.[reason];
  return typeof facts === "object" && facts !== null ? (facts as Facts) : {};
}

function hasTexts(facts: Facts, ...names: string[]): boolean {
  return names.every((name) => typeof facts[name] === "string" && !String(facts[name]).startsWith("?"));
}

function plain(key: Key<"safety">): Reason {
  return { key, values: {} };
}

interface NamedDevice {
  /** `iPhone · Safari`, as in the list of a guest's devices, or the name of an API client, such as `python`. */
  name: string;
  isProgram: boolean;
}

/** Names a device of the evidence, such as `safari ios phone`. Null if the engine did not recognise it. */
function namedDevice(fact: unknown): NamedDevice | null {
  if (typeof fact !== "string") return null;
  const [browser = "", system = ""] = fact.split(" ");
  const parts = [SYSTEMS.get(system), BROWSERS.get(browser)].filter((part) => part !== undefined);
  if (parts.length > 0) return { name: parts.join(" · "), isProgram: false };
  return /^[a-z]+$/.test(browser) && browser !== "unknown" ? { name: browser, isProgram: true } : null;
}
