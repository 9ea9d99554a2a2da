import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/i18n/languages.ts";
import { call, type Host, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { browserHeaders, LAPTOP } from "../support/guest-requests.ts";
import { htmlFaults } from "../support/html-faults.ts";
import { rounds, share } from "../support/rounds.ts";

/** Event data in a script that no catalogue has, so that what is left in the code stands out. */
const DATA = { name: "결혼식", venue: "광장 1", guest: "김하나", host: "이두나" };
/** 12 KiB of HTML with its style, compressed. */
const INVITATION_BYTES = 12 * 1_024;
/** And the word that `Intl` puts into a list of the pseudo-locale, which it takes for English. */
const FOREIGN_NAMES = /\b(?:and|Usher|Google|Outlook|Yahoo|Berlin|GMT|UTC)\b/g;
const DATES =
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;

type Fields = [string, string][];

let host: Host;

beforeAll(async () => {
  host = await signedInHost({ tier: "business" });
  await env.DB.prepare("update users set name = ? where id = ?").bind(DATA.host, host.id).run();
});

/** An invited guest, who asks for a language as a browser does. */
async function invitedGuest(settings: Record<string, unknown> = {}, guest: Record<string, unknown> = {}) {
  const fixture = await makeEventFixture(host.id, 1, { name: DATA.name, venue: DATA.venue });
  const { id, token } = firstOf(fixture);
  const event = `/events/${fixture.eventId}`;
  const named = await host.api("PATCH", `${event}/guests/${id}`, { name: DATA.guest, party_size: 3, ...guest });
  expect(named.status).toBe(200);
  expect((await host.api("PATCH", event, { companion_names: "optional", ...settings })).status).toBe(200);
  const headers = browserHeaders();
  return {
    event,
    path: `/i/${token}`,
    async send(language: string | null, { path = `/i/${token}`, fields, as = headers, cookie }: Sent = {}) {
      const response = await exports.default.fetch(
        new Request(`https://usher.test${path}`, {
          headers: {
            ...as,
            "Accept-Language": language ?? "",
            ...(cookie === undefined ? {} : { Cookie: cookie }),
          },
          redirect: "manual",
          ...(fields === undefined ? {} : { method: "POST", body: new URLSearchParams(fields) }),
        }),
      );
      return { response, status: response.status, html: await response.text() };
    },
  };
}

interface Sent {
  path?: string;
  fields?: Fields;
  as?: Record<string, string>;
  cookie?: string;
}

/** Pages without which a later one would be another. */
const CHANGING = ["answered", "can't come"];

/** The pages that one guest comes by, in a language: HTML by what happens. @param isWanted leaves out pages that change nothing */
async function pagesIn(language: string, isWanted: (name: string) => boolean = () => true) {
  const guest = await invitedGuest({ rsvp_deadline: new Date(Date.now() + 86_400_000).toISOString() });
  const answer: Fields = [
    ["intent", "submit"],
    ["response", "attending"],
    ["known", "0"],
    ["more", "1"],
  ];
  const pages = new Map<string, string>();
  const add = async (name: string, sent: Sent = {}) => {
    if (isWanted(name) || CHANGING.includes(name)) pages.set(name, (await guest.send(language, sent)).html);
  };
  await add("invitation");
  await add("refused", {
    fields: [
      ["intent", "submit"],
      ["known", "0"],
    ],
  });
  await add("answered", { fields: [...answer, ["companions.0.name", "박세나"]] });
  await add("elsewhere", { as: browserHeaders(LAPTOP) });
  await add("link sent", { path: `${guest.path}/edit-link`, fields: [] });
  await add("can't come", {
    fields: [
      ["intent", "edit"],
      ["response", "declined"],
    ],
  });
  await host.api("POST", `${guest.event}/cancel`, { notify: false });
  await add("cancelled");
  await add("not sent", { fields: answer });
  await add("broken link", { path: `/i/${"x".repeat(43)}` });
  await add("lost link", { path: "/lost-link" });
  await add("lost link refused", { path: "/lost-link/sent", fields: [["email", "nobody"]] });
  await add("lost link sent", { path: "/lost-link/sent", fields: [["email", "nobody@example.com"]] });
  await add("unsubscribe, broken", { path: "/unsubscribe?token=x", as: { ...browserHeaders(), Accept: "text/html" } });
  await add("not me, broken", { path: "/not-me/x" });
  await add("privacy", { path: "/privacy" });
  await add("scanner", { path: "/scan" });
  return pages;
}

/**
 * The texts of a page for readers and screen readers, by element; the language switch names each language in itself.
 */
function textsOf(html: string): string[] {
  const body = html
    .replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, " ")
    .replace(/<select name="language"[\s\S]*?<\/select>/g, " ");
  const attributes = [...body.matchAll(/ (?:aria-label|alt|title|placeholder|content)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  return [
    ...body.split(/<[^>]*>/),
    ...attributes.filter((text) => !/^(?:width=|light dark|noindex|website|https:|summary_large_image)/.test(text)),
  ]
    .map((text) =>
      text
        .replace(/&#39;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, "&")
        .trim(),
    )
    .filter((text) => /\p{L}/u.test(text));
}

/** Without event data, dates and names that are the same everywhere. */
const written = (text: string) =>
  text
    .replace(FOREIGN_NAMES, "")
    .replace(DATES, "")
    .replace(/\S+@\S+/g, "")
    .replace(/[\p{Script=Hangul}]+/gu, "");

describe("text for guests and helpers", () => {
  it("comes from the catalogue: every text changes in the pseudo-locale", async () => {
    const left = [...(await pagesIn("en-XA"))].flatMap(([page, html]) =>
      textsOf(html)
        .filter((text) => /[A-Za-z]{2,}/.test(written(text)))
        .map((text) => `${page}: ${text}`),
    );
    expect(left).toEqual([]);
  });

  it("differs in each language and is labelled, and keeps an invitation small", { tags: "rounds" }, async () => {
    const english = await pagesIn("en");
    const texts = new Map([...english].map(([page, html]) => [page, new Set(textsOf(html))]));
    expect(new Set([...texts.values()].flatMap((found) => [...found])).size).toBeGreaterThan(60);
    for (const [turn, language] of Object.keys(LANGUAGES).entries()) {
      const wanted = ["invitation", ...share([...english.keys()], turn, 4)];
      const pages = language === "en" ? english : await pagesIn(language, (name) => wanted.includes(name));
      const dir = language === "ar" ? "rtl" : "ltr";
      for (const [page, html] of pages) {
        expect(html, `${page} ${language}`).toContain(`<html lang="${language}" dir="${dir}">`);
        expect(await htmlFaults(html), `${page} ${language}`).toEqual([]);
      }
      const invitation = new Blob([pages.get("invitation") ?? ""]).stream().pipeThrough(new CompressionStream("gzip"));
      const bytes = (await new Response(invitation).arrayBuffer()).byteLength;
      expect(bytes, language).toBeLessThan(INVITATION_BYTES);
      if (language === "en") continue;
      let [same, all] = [0, 0];
      for (const [page, html] of pages) {
        for (const text of textsOf(html).filter((found) => /\p{L}/u.test(written(found)))) {
          all += written(text).length;
          if (texts.get(page)?.has(text)) same += written(text).length;
        }
      }
      console.log(`${language}: invitation ${bytes} bytes, ${((100 * same) / all).toFixed(2)} % as in English`);
      expect(all).toBeGreaterThan(rounds(1_000));
      expect(same / all, language).toBeLessThanOrEqual(0.03);
    }
  });
});

describe("text messages of hosts (language)", () => {
  it("fills every placeholder from the catalogue, the event's time and place included", async () => {
    const guest = await invitedGuest({ timezone: "Europe/Berlin" });
    const body = "{{guest_name}} {{first_name}} {{event_name}} {{venue}}: {{event_date}}, {{days_away}}. {{rsvp_link}}";
    const preview = async (locale: string) => {
      const response = await host.api("POST", `${guest.event}/messages/preview`, { channel: "sms", body, locale });
      expect([locale, response.status]).toEqual([locale, 200]);
      return (await response.json<{ text: string }>()).text.replace(/[\u2068\u2069]/g, "");
    };
    const english = await preview("en");
    expect(english).toMatch(/ in Berlin, in \d+ days\. https:/);
    const pseudo = await preview("en-XA");
    // An invented guest, the link, the city, and how many days `Intl` says it is.
    const left = written(pseudo).replace(/Anna Smith Anna|in \d+ days|https:\S+/g, "");
    expect(left).not.toMatch(/[A-Za-z]{2,}/);
    for (const language of Object.keys(LANGUAGES)) {
      const text = await preview(language);
      // Names of these languages begin with the family name, so a guest is greeted by all of it.
      const first = language === "ja" || language === "zh-Hans" ? "Anna Smith" : "Anna";
      expect(text, language).toMatch(/^[^:{}]+: [^{}]+https:\/\/usher\.test\/i\/\S+$/);
      expect(text.startsWith(`Anna Smith ${first} 결혼식 광장 1: `), `${language}: ${text}`).toBe(true);
      if (language !== "en") expect(text, language).not.toMatch(/\bdays\b|day,? \d/);
    }
  });
});

describe("GET /privacy", () => {
  it("describes in every language what Google and Apple store of a pass", async () => {
    const found = new Set<string>();
    for (const language of Object.keys(LANGUAGES)) {
      const response = await call("GET", "/privacy", undefined, { "Accept-Language": language });
      const about = textsOf(await response.text()).find((text) => text.includes("Google") && text.includes("Apple"));
      expect(about, language).toBeDefined();
      found.add(about ?? "");
    }
    expect(found.size).toBe(Object.keys(LANGUAGES).length);
    expect([...found][0]).toContain("You can remove the pass from the wallet at any time.");
  });
});

describe("pages (language)", () => {
  const language = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1];

  it("follows the guest, else the browser, else the event", async () => {
    const own = await invitedGuest({ locale: "ja" }, { locale: "fr-CA" });
    expect(language((await own.send("de")).html)).toBe("fr");
    const other = await invitedGuest({ locale: "ja" });
    expect(language((await other.send("fi, de;q=0.5")).html)).toBe("de");
    expect(language((await other.send("fi")).html)).toBe("ja");
    expect(language((await other.send(null)).html)).toBe("ja");
    const { response } = await other.send("tr");
    expect(response.headers.get("content-language")).toBe("tr");
  });

  it("follows the guest on the page of an error and of a code, and names the host", async () => {
    const guest = await invitedGuest({ locale: "de" }, { locale: "ja", email: "hana@example.com" });
    const challenge = `${guest.path}/challenge`;
    const noPhone = await guest.send("de", { path: challenge, fields: [["code_channel", "sms"]] });
    expect([noPhone.status, language(noPhone.html)]).toEqual([409, "ja"]);
    const code = await guest.send("de", { path: challenge, fields: [] });
    expect([code.status, language(code.html)]).toEqual([200, "ja"]);
    const typed = (text: string) =>
      guest.send("de", { path: `${challenge}/verify`, fields: [["one_time_code", text]] });
    const wrong = await typed("000000");
    expect([wrong.status, language(wrong.html)]).toEqual([403, "ja"]);
    expect(code.html).toContain('name="page_language" value="ja"');
    const malformed = await guest.send("de", {
      path: `${challenge}/verify`,
      fields: [
        ["one_time_code", "x"],
        ["page_language", "ja"],
      ],
    });
    expect([malformed.status, language(malformed.html)]).toEqual([400, "ja"]);
    const noAnswer = await guest.send("de", {
      fields: [
        ["intent", "edit"],
        ["response", "maybe"],
      ],
    });
    expect([noAnswer.status, language(noAnswer.html)]).toEqual([404, "ja"]);
    expect(language((await guest.send("de", { path: `/i/${"x".repeat(43)}` })).html)).toBe("de");
  });

  it("follows the reader's choice on the page: POST /language", async () => {
    const guest = await invitedGuest({}, { locale: "fr" });
    const { html } = await guest.send("de");
    expect(html).toContain(`name="to" value="${guest.path}"`);
    const chosen = await guest.send("de", {
      path: "/language",
      fields: [
        ["language", "tr"],
        ["to", guest.path],
      ],
    });
    expect([chosen.status, chosen.response.headers.get("location")]).toEqual([303, guest.path]);
    const [cookie = ""] = (chosen.response.headers.get("set-cookie") ?? "").split(";");
    expect(language((await guest.send("de", { cookie })).html)).toBe("tr");
    expect(language((await guest.send("de", { cookie, path: "/scan" })).html)).toBe("tr");
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/%2f/evil.example",
    "",
  ])("redirects only to this service: %s", async (to) => {
    const guest = await invitedGuest();
    const { response } = await guest.send("de", {
      path: "/language",
      fields: [
        ["language", "de"],
        ["to", to],
      ],
    });
    const target = new URL(response.headers.get("location") ?? "", "https://usher.test");
    expect([response.status, target.origin]).toEqual([303, "https://usher.test"]);
  });

  it.each(["klingon", "xx-YY", "de_DE", "../../en", "", "a".repeat(5_000)])(
    "falls back to English for the invalid tag %s",
    async (tag) => {
      const guest = await invitedGuest();
      expect(
        language((await guest.send(tag, { cookie: `usher-language=${encodeURIComponent(tag.slice(0, 100))}` })).html),
      ).toBe("en");
      const chosen = await guest.send("en", {
        path: "/language",
        fields: [
          ["language", tag],
          ["to", "/lost-link"],
        ],
      });
      expect([chosen.status, chosen.response.headers.get("set-cookie")]).toEqual([303, null]);
    },
  );

  it("stores a language that is written in words or in another form as its tag", async () => {
    const { event } = await invitedGuest();
    for (const [locale, tag] of Object.entries({ German: "de", pt_BR: "pt-BR", EN_us: "en-US", iw: "he" })) {
      const stored = await host.api("PATCH", event, { locale });
      expect([locale, await stored.json()]).toMatchObject([locale, { locale: tag }]);
    }
  });

  it("accepts any language for guests and events, and no other text", async () => {
    const guest = await invitedGuest({ locale: "sw" });
    expect(language((await guest.send(null)).html)).toBe("en");
    for (const locale of ["123", "x", "en-", "toolonglanguage", "my language"]) {
      const refused = await host.api("PATCH", guest.event, { locale });
      expect([locale, refused.status]).toEqual([locale, 400]);
      expect(await refused.json()).toMatchObject({ error: "validation_failed", errors: [{ path: "locale" }] });
    }
  });
});

describe("guest's page (language)", () => {
  it.each(["Zoë Ångström", "Nguye\u0302\u0303n Thị Hồng", "נועה בן־דוד", "ลลิดา น้ำใส", "山田🎉花子", "ق\u0651ادر"])(
    "shows a name unchanged: %s",
    async (name) => {
      const guest = await invitedGuest({}, { name });
      const { html } = await guest.send("de");
      expect(html.replace(/[\u2068\u2069]/g, "")).toContain(`Guten Tag ${name},`);
    },
  );

  it("shows a venue of 300 characters in German", async () => {
    const venue = "Donaudampfschifffahrtsgesellschaftskapitänskajütensaal ".repeat(6).slice(0, 299).trim();
    const guest = await invitedGuest({ venue });
    expect((await guest.send("de")).html).toContain(venue);
  });

  it("keeps the direction of the host's questions in a page of the other direction", async () => {
    const guest = await invitedGuest();
    const question = { label: "Meal?", kind: "choice", options: ["Fish (hot)", "Vegan"], required: false };
    const asked = await host.api("PUT", `${guest.event}/questions`, { items: [{ ...question, help: "Or both!" }] });
    expect(asked.status).toBe(200);
    const { html } = await guest.send("ar");
    for (const part of ["<bdi>Meal?</bdi>", "<bdi>Fish (hot)</bdi>", 'dir="auto">Or both!</p>'])
      expect(html).toContain(part);
  });

  it("keeps typed values while the language changes with a rejected form", async () => {
    const guest = await invitedGuest();
    const { html } = await guest.send("ja", {
      fields: [
        ["intent", "submit"],
        ["known", "0"],
        ["more", "1"],
        ["companions.0.name", "박세나"],
      ],
    });
    expect(html).toContain('value="박세나"');
    expect(html).toContain("いずれかを選択してください。");
    expect(
      (await call("GET", "/lost-link", undefined, { "Accept-Language": "ar" })).headers.get("content-language"),
    ).toBe("ar");
  });
});
