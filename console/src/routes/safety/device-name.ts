/** Names of browsers and systems as their makers write them; `unknown` and `webview` have none. */
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

export interface NamedDevice {
  /** `iPhone · Safari`, as devices are named in a guest's list; a program by its own name, such as `python`. */
  name: string;
  isProgram: boolean;
}

/**
 * Names a device of the evidence, which has its browser, system and class: `safari ios phone`.
 *
 * @returns null for what the engine does not recognise
 */
export function namedDevice(fact: unknown): NamedDevice | null {
  if (typeof fact !== "string") return null;
  const [browser = "", system = ""] = fact.split(" ");
  const parts = [SYSTEMS.get(system), BROWSERS.get(browser)].filter((part) => part !== undefined);
  if (parts.length > 0) return { name: parts.join(" · "), isProgram: false };
  return /^[a-z]+$/.test(browser) && browser !== "unknown" ? { name: browser, isProgram: true } : null;
}
