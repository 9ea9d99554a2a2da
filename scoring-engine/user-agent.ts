import { AUTOMATED_AGENTS } from "../proto/fraud/automated-agents.ts";
import { memoize } from "./memoize.ts";

/** Longest part of a user agent that is parsed; real ones have less than 400 characters, in-app browsers included. */
const MAX_AGENT_CHARS = 512;

export type DeviceClass = "phone" | "tablet" | "desktop" | "other";

export interface UserAgent {
  /** Lower-case family: chrome, safari, firefox, edge, samsung, opera, webview, … ; empty when not recognised. */
  readonly browser: string;
  /** Major version, 0 when unknown. */
  readonly version: number;
  /** ios, ipados, android, windows, macos, linux, chromeos; empty when not recognised. */
  readonly os: string;
  readonly type: DeviceClass;
  /** Shown in a web view of another app (mail, chat, social). */
  readonly embedded: boolean;
  /** A program without a screen: curl, an HTTP library, a headless browser. */
  readonly tool: boolean;
  /** Identifies itself as a scanner, a link preview or a crawler. */
  readonly fetcher: boolean;
}

const UNRECOGNISED: UserAgent = {
  browser: "",
  version: 0,
  os: "",
  type: "other",
  embedded: false,
  tool: false,
  fetcher: false,
};

const TOOLS =
  /^$|^(curl|wget|python|go-http-client|java\/|okhttp|axios|node|undici|got |got\/|libwww|lwp|perl|ruby|php|guzzle|apache-httpclient|httpie|postman|insomnia|k6|scrapy|aiohttp|httpx|reqwest|dart|rest-client|faraday|winhttp|powershell)|headlesschrome|phantomjs|puppeteer|playwright|selenium/i;

/** In order: the agent of an earlier family also has the tokens of later ones. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ["edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["opera", /\b(?:OPR|Opera|OPiOS|OPT)\/(\d+)/],
  ["samsung", /\bSamsungBrowser\/(\d+)/],
  ["yandex", /\bYaBrowser\/(\d+)/],
  ["vivaldi", /\bVivaldi\/(\d+)/],
  ["duckduckgo", /\b(?:DuckDuckGo|Ddg)\/(\d+)/],
  ["firefox", /\b(?:Firefox|FxiOS|Focus)\/(\d+)/],
  ["chrome", /\b(?:Chrome|CriOS|Chromium)\/(\d+)/],
  ["safari", /\bVersion\/(\d+)[.\d]* (?:Mobile\/\w+ )?Safari\//],
  ["ie", /\b(?:MSIE |Trident\/.*rv:)(\d+)/],
];

const APPS =
  /\bwv\)|FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|WhatsApp|Telegram|Snapchat|GSA\/|Twitter|LinkedInApp|Pinterest|TikTok|musical_ly|BytedanceWebview|Slack|Teams\/|Outlook|Thunderbird|GMX|YahooMobile|KAKAOTALK|Viber/i;

function osOf(agent: string): Pick<UserAgent, "os" | "type"> {
  if (/iPad/.test(agent)) return { os: "ipados", type: "tablet" };
  if (/iPhone|iPod/.test(agent)) return { os: "ios", type: "phone" };
  if (/Android/.test(agent)) return { os: "android", type: /Mobile/.test(agent) ? "phone" : "tablet" };
  if (/Windows/.test(agent)) return { os: "windows", type: "desktop" };
  if (/Macintosh|Mac OS X/.test(agent)) return { os: "macos", type: "desktop" };
  if (/CrOS/.test(agent)) return { os: "chromeos", type: "desktop" };
  if (/Linux|X11/.test(agent)) return { os: "linux", type: "desktop" };
  return { os: "", type: "other" };
}

function browserOf(agent: string, os: string): Pick<UserAgent, "browser" | "version"> {
  for (const [browser, pattern] of BROWSERS) {
    const match = pattern.exec(agent);
    if (match !== null) return { browser, version: Number(match[1]) };
  }
  const isBareWebKit = (os === "ios" || os === "ipados" || os === "macos") && /AppleWebKit\//.test(agent);
  return { browser: isBareWebKit ? "webview" : "", version: 0 };
}

/** Many guests have the same agent, and parsing one runs ten patterns. */
const MAX_CACHED_AGENTS = 2_000;
const parseCached = memoize(MAX_CACHED_AGENTS, MAX_AGENT_CHARS, parseAgent);

/**
 * Parses a user agent in linear time; never throws. An iPad that requests desktop pages is a Mac here; `device.ts`
 * distinguishes them by touch support.
 */
export function parseUserAgent(raw: string): UserAgent {
  return parseCached(raw.slice(0, MAX_AGENT_CHARS));
}

/** `python` for `python-requests/2.32`: all versions and libraries of a tool are one device. */
function toolName(agent: string): string {
  return /^[a-z]*/i.exec(agent.trim())?.[0].toLowerCase() ?? "";
}

function parseAgent(agent: string): UserAgent {
  const fetcher = AUTOMATED_AGENTS.test(agent);
  if (TOOLS.test(agent.trim())) return { ...UNRECOGNISED, browser: toolName(agent), tool: true, fetcher };
  const { os, type } = osOf(agent);
  const { browser, version } = browserOf(agent, os);
  if (browser === "" && os === "") return { ...UNRECOGNISED, fetcher };
  return { browser, version, os, type, embedded: browser === "webview" || APPS.test(agent), tool: false, fetcher };
}
