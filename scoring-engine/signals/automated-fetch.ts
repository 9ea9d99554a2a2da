import { type Facts, OWN_DEVICE_DISTANCE } from "../facts.ts";
import { type Signal, signal } from "./signal.ts";

/**
 * Fetchers that say what they are: mail-security gateways, chat and mail previews, search and social crawlers.
 * `Cubot` is a make of phones, not a robot; WhatsApp's preview begins with its name, its in-app browser does not.
 */
const AGENTS =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalagent|^whatsapp\/|telegrambot|skypeuripreview|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|redditbot|pinterestbot|applebot|googlebot|googleimageproxy|google-pagerenderer|google-read-aloud|googleother|feedfetcher|bingbot|bingpreview|yahoo! slurp|yahoomailproxy|yahoocachesystem|duckduckbot|yandex(?:bot|images)|baiduspider|petalbot|mattermost|rocket\.chat|embedly|iframely|snap url preview|viber.{0,20}preview|matrix.{0,20}preview|line-poker|kakaotalk-scrap|vkshare|microsoft office existence|ms-office|safelinks|microsoftpreview|barracuda|mimecast|proofpoint|symantec|messagelabs|trendmicro|trend micro|forcepoint|fireeye|trellix|cloudmark|avanan|ironport|fortiguard|sophos|zscaler|urlscan|virustotal|(?<!cu)bot\b|bot\/|crawler|spider|link ?(?:check|preview|scan|expand)|url ?(?:check|preview|scan|expand|inspect)/i;

/** A mail gateway opens links while it delivers, in practice within a minute; people take longer. Seconds. */
const DELIVERY_WINDOW_S = 120;

/** Longest part of an agent that is searched; the pattern is linear, and names come early. */
const MAX_AGENT_CHARS = 512;

/** Whether a user agent names a scanner, preview or crawler. */
export function isAutomatedAgent(userAgent: string): boolean {
  return AGENTS.test(userAgent.slice(0, MAX_AGENT_CHARS));
}

function reasonOf(facts: Facts): string | null {
  const { access } = facts;
  if (access.kind !== "access") return null;
  if (isAutomatedAgent(access.userAgent)) return "known_agent";
  if (access.method === "HEAD") return "head_request";
  if (access.prefetch) return "prefetch";
  const inDelivery = access.sentSecondsAgo !== null && access.sentSecondsAgo <= DELIVERY_WINDOW_S;
  const isOwn =
    facts.ownDevice && facts.deviceDistance <= OWN_DEVICE_DISTANCE && facts.closestDevice?.told.form === true;
  return inDelivery && access.network.kind === "hosting" && !isOwn ? "during_delivery" : null;
}

/**
 * Was no person there? Strong evidence only: a known agent, HEAD, a prefetch, or a hosting network while the mail is
 * being delivered. No accusation: such an access is neither scored nor learned from. An RSVP or edit is never one.
 */
export function automatedFetch(facts: Facts): Signal {
  const why = reasonOf(facts);
  if (why === null) return signal("automated_fetch", 0);
  return signal("automated_fetch", 100, { why, sent_seconds_ago: facts.access.sentSecondsAgo });
}
