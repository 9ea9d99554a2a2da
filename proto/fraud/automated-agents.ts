/**
 * User agents of fetchers that identify themselves: mail-security gateways, chat and mail previews, search and social
 * crawlers. The engine scores by it; the Worker decides by it while there is no score. `Cubot` is a brand of phones;
 * WhatsApp's preview begins with its name, its in-app browser does not.
 */
export const AUTOMATED_AGENTS =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalagent|^whatsapp\/|telegrambot|skypeuripreview|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|redditbot|pinterestbot|applebot|googlebot|googleimageproxy|google-pagerenderer|google-read-aloud|googleother|feedfetcher|bingbot|bingpreview|yahoo! slurp|yahoomailproxy|yahoocachesystem|duckduckbot|yandex(?:bot|images)|baiduspider|petalbot|mattermost|rocket\.chat|embedly|iframely|snap url preview|viber.{0,20}preview|matrix.{0,20}preview|line-poker|kakaotalk-scrap|vkshare|microsoft office existence|ms-office|safelinks|microsoftpreview|barracuda|mimecast|proofpoint|symantec|messagelabs|trendmicro|trend micro|forcepoint|fireeye|trellix|cloudmark|avanan|ironport|fortiguard|sophos|zscaler|urlscan|virustotal|(?<!cu)bot\b|bot\/|crawler|spider|link ?(?:check|preview|scan|expand)|url ?(?:check|preview|scan|expand|inspect)/i;

/** Values of `Sec-Purpose` and `Purpose` for a fetch that no user has asked for yet. */
export const AUTOMATED_PURPOSES = /prefetch|prerender|preview/i;
