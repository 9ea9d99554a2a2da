import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import baseline from "../../testkit/fixtures/images/baseline.jpg?inline";
import { freshAddress, signedInHost } from "../support/account.ts";
import { guestBrowser, YES } from "../support/devices.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { bytesOf, uploaded } from "../support/images.ts";

const EVENT = {
  name: "Orangery <Supper>",
  event_date: "2031-06-12T16:30:00Z",
  timezone: "Europe/Berlin",
  venue: "The hidden boathouse",
  description: "Bring the secret password.",
};
/** The fetchers of chats and networks. */
const FETCHERS = [
  "WhatsApp/2.24.20.79 A",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Twitterbot/1.0",
  "TelegramBot (like TwitterBot)",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
];

async function invited(branding: Record<string, unknown> = {}, guest: Record<string, unknown> = {}) {
  const host = await signedInHost({ name: "Helena & Tomás", tier: "pro" });
  const event = await makeEvent(host, EVENT);
  await host.api("PUT", `/events/${event.id}/branding`, branding);
  const added = await addGuest(host, event.id, { name: "Zoë Secret", party_size: 4, ...guest });
  const { token } = await issueLink(host, event.id, added.id);
  return { host, event, token };
}

async function fetched(token: string, userAgent: string): Promise<string> {
  const headers = { "User-Agent": userAgent, "CF-Connecting-IP": freshAddress() };
  const response = await exports.default.fetch(new Request(`https://usher.test/i/${token}`, { headers }));
  expect(response.status).toBe(200);
  return response.text();
}

/** The content of each `<meta>` by its property or name. */
function metaOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries(Array.from(tags, ([, name = "", content = ""]) => [name, content]));
}

describe("GET /i/{token} by link previews", () => {
  it.each(FETCHERS)("contains event, host, day and picture, and nothing of the guest: %s", async (userAgent) => {
    const { token } = await invited({ theme: "midnight" });
    // The answer changes nothing of it.
    expect((await guestBrowser().visit(token, YES)).status).toBeLessThan(400);
    const html = await fetched(token, userAgent);
    const description = "Thursday, 12\u00a0June 2031, 18:30 in Berlin · You&#39;re invited by Helena &amp; Tomás.";
    expect(metaOf(html)).toMatchObject({
      robots: "noindex, nofollow",
      "og:title": "Orangery &lt;Supper&gt;",
      "og:description": description,
      description,
      "og:image": "https://usher.test/assets/cards/midnight.png",
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
    expect(html.replace(/<style.*?<\/style>/s, "")).not.toMatch(/Zoë|Secret|boathouse|password|party|attending|going/i);
    // The address of a link is a secret: nothing repeats it but the button that opens the invitation.
    expect(html.split(token)).toHaveLength(html.includes('name="to"') ? 3 : 2);
  });

  it("shows the event's own picture, in the guest's language, also to a browser", async () => {
    const host = await signedInHost({ name: "Helena", tier: "pro" });
    const cover = await uploaded(host, bytesOf(baseline));
    const event = await makeEvent(host, EVENT);
    await host.api("PUT", `/events/${event.id}/branding`, { cover_url: cover });
    const guest = await addGuest(host, event.id, { locale: "de" });
    const { token } = await issueLink(host, event.id, guest.id);
    const bot = metaOf(await fetched(token, FETCHERS[0] ?? ""));
    const browser = metaOf(await (await guestBrowser().visit(token)).text());
    expect(bot["og:image"]).toBe(`https://usher.test${cover}`);
    expect(bot).not.toHaveProperty("og:image:width");
    expect(bot["og:description"]).toMatch(/^Donnerstag, 12\.\u00a0Juni 2031/);
    for (const name of ["og:title", "og:description", "og:image", "twitter:card", "robots"]) {
      expect(browser[name]).toBe(bot[name]);
    }
    // The picture is what a stranger may load.
    const picture = await exports.default.fetch(new Request(bot["og:image"] ?? ""));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });
});
