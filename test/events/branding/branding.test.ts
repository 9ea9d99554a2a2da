import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import baseline from "../../../testkit/fixtures/images/baseline.jpg?inline";
import plain from "../../../testkit/fixtures/images/plain.png?inline";
import { call, freshAddress, type Host, requestBy, signedInHost } from "../../support/account.ts";
import { addMember } from "../../support/event-fixture.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { bytesOf, uploaded } from "../../support/images.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { costOf } from "../../support/recording-env.ts";

interface WireBranding {
  primary_color: string | null;
  font: string | null;
  logo_url: string | null;
  cover_url: string | null;
  theme: string;
}

interface WireRecord {
  action: string;
  actor: { id: string };
  before: WireBranding;
  after: WireBranding;
}

const NOTHING: WireBranding = { primary_color: null, font: null, logo_url: null, cover_url: null, theme: "plain" };

/** A host of the pro tier with an event. */
async function proHost(): Promise<{ host: Host; path: string; eventId: string }> {
  const host = await signedInHost({ tier: "pro" });
  const { id } = await makeEvent(host);
  return { host, eventId: id, path: `/events/${id}/branding` };
}

async function brandingAt(host: Host, path: string): Promise<WireBranding & { allowed_fonts: string[] }> {
  const response = await host.api("GET", path);
  expect(response.status).toBe(200);
  return response.json();
}

/** The audit records of an event, oldest first. */
async function recordsOf(host: Host, eventId: string): Promise<WireRecord[]> {
  const response = await host.api("GET", `/events/${eventId}/audit`);
  return (await response.json<{ items: WireRecord[] }>()).items.reverse();
}

/** A change as an unsent request. */
const changing = (host: Host, path: string, body: object) => requestBy(host, "PUT", path, body);

describe("GET and PUT /events/{eventId}/branding", () => {
  /**
   * @spec 2.51 "One record per event; every field is nullable, so a new event renders with defaults."
   * @spec 4.79 "GET | /events/{id}/branding | viewer+ | the record plus AllowedFonts"
   */
  it("returns empty branding at first, and lists the allowed fonts: GET /events/{eventId}/branding", async () => {
    const { host, path } = await proHost();
    const { allowed_fonts, ...branding } = await brandingAt(host, path);
    expect(branding).toEqual({ ...NOTHING, updated_at: null });
    expect(new Set(allowed_fonts).size).toBe(allowed_fonts.length);
    expect(allowed_fonts).toEqual(expect.arrayContaining(["System", "Georgia", "Courier New"]));
    for (const font of allowed_fonts) {
      expect((await host.api("PUT", path, { font })).status, font).toBe(200);
    }
  });

  /**
   * @spec 2.52 "Content: primary colour (hex), font (from a fixed allowed list), logo image URL, cover image URL."
   * @spec 4.81 "PUT | /events/{id}/branding | Omitted or null field keeps the stored value; an empty string clears
   *   it."
   */
  it("keeps fields that are absent or null, and clears empty ones", async () => {
    const { host, path } = await proHost();
    const [logo, cover] = [await uploaded(host, bytesOf(plain)), await uploaded(host, bytesOf(baseline))];
    const change = async (body: unknown) => {
      const response = await host.api("PUT", path, body);
      expect(response.status).toBe(200);
      const answered = await response.json<WireBranding & { updated_at: string }>();
      const { allowed_fonts: _, ...stored } = await brandingAt(host, path);
      expect(answered).toEqual(stored);
      const { updated_at, ...fields } = answered;
      expect(updated_at).toEqual(expect.any(String));
      return fields;
    };
    const whole = { primary_color: "#b4234a", font: "Georgia", logo_url: logo, cover_url: cover, theme: "garden" };
    expect(await change(whole)).toEqual(whole);
    expect(await change({})).toEqual(whole);
    const kept = { primary_color: null, font: null, logo_url: null, cover_url: null, theme: null };
    expect(await change(kept)).toEqual(whole);
    expect(await change({ font: "Didot" })).toEqual({ ...whole, font: "Didot" });
    expect(await change({ logo_url: "", primary_color: null })).toEqual({ ...whole, font: "Didot", logo_url: null });
    const cleared = { primary_color: "", font: "", logo_url: "", cover_url: "", theme: "plain" };
    expect(await change(cleared)).toEqual(NOTHING);
  });

  it.each([
    ["#ABC", "#aabbcc"],
    ["#0Fa", "#00ffaa"],
    ["#B4234A", "#b4234a"],
    ["#000000", "#000000"],
  ])("normalises colours: %s is stored as %s", async (written, stored) => {
    const { host, path } = await proHost();
    const response = await host.api("PUT", path, { primary_color: written });
    expect((await response.json<WireBranding>()).primary_color).toBe(stored);
  });

  it("shows the branding to the event's guests", async () => {
    const { host, path, eventId } = await proHost();
    const cover = await uploaded(host, bytesOf(baseline));
    await host.api("PUT", path, { primary_color: "#B4234A", font: "Palatino", cover_url: cover, theme: "deco" });
    const { token } = await issueLink(host, eventId, (await addGuest(host, eventId)).id);
    const seen = await call("GET", `/access/${token}`, undefined, { "CF-Connecting-IP": freshAddress() });
    const { branding } = await seen.json<{ branding: WireBranding }>();
    expect(branding).toEqual({
      ...NOTHING,
      primary_color: "#b4234a",
      font: "Palatino",
      cover_url: cover,
      theme: "deco",
    });
  });

  const FILE = "00112233445566778899aabbccddeeff.jpg";
  /**
   * @spec 4.80 "PUT | /events/{id}/branding | editor+ | validates hex colours, the font allowlist, and that image
   *   URLs have a path beginning /uploads/."
   */
  it.each([
    ["a named colour", { primary_color: "red" }, "primary_color"],
    ["a colour without its sign", { primary_color: "aabbcc" }, "primary_color"],
    ["a colour of two digits", { primary_color: "#ab" }, "primary_color"],
    ["a colour with transparency", { primary_color: "#aabbccdd" }, "primary_color"],
    ["a short colour with transparency", { primary_color: "#abcd" }, "primary_color"],
    ["a colour that is none", { primary_color: "#ggg" }, "primary_color"],
    ["a style behind a colour", { primary_color: "#aabbcc;background:url(//evil)" }, "primary_color"],
    ["a line behind a colour", { primary_color: "#aabbcc\n" }, "primary_color"],
    ["a number", { primary_color: 123456 }, "primary_color"],
    ["a font that is not offered", { font: "Comic Sans MS" }, "font"],
    ["a font in other letters", { font: "georgia" }, "font"],
    ["a property of every object", { font: "constructor" }, "font"],
    ["a theme that is not offered", { theme: "neon" }, "theme"],
    ["an empty theme", { theme: "" }, "theme"],
    ["an image that was never uploaded", { logo_url: `/uploads/${FILE}` }, "logo_url"],
    ["an image of another site", { logo_url: `https://evil.test/uploads/${FILE}` }, "logo_url"],
    ["an address without its scheme", { cover_url: `//evil.test/uploads/${FILE}` }, "cover_url"],
    ["an address that ends like ours", { cover_url: `https://evil-usher.test/uploads/${FILE}` }, "cover_url"],
    ["our address before another", { cover_url: `https://usher.test@evil.test/uploads/${FILE}` }, "cover_url"],
    ["our address on another port", { cover_url: `https://usher.test:8443/uploads/${FILE}` }, "cover_url"],
    ["our address without encryption", { cover_url: `http://usher.test/uploads/${FILE}` }, "cover_url"],
    ["our address with another scheme", { cover_url: `javascript://usher.test/uploads/${FILE}` }, "cover_url"],
    ["a way out of the folder", { cover_url: `/uploads/../uploads/${FILE}` }, "cover_url"],
    ["an escaped way out", { cover_url: `/uploads/%2e%2e/${FILE}` }, "cover_url"],
    ["a way out for Windows", { cover_url: `/uploads/..\\${FILE}` }, "cover_url"],
    ["another host behind a slash", { cover_url: `/uploads//evil.test/${FILE}` }, "cover_url"],
    ["a query", { cover_url: `/uploads/${FILE}?x` }, "cover_url"],
    ["the folder", { cover_url: "/uploads/" }, "cover_url"],
    ["a script", { logo_url: "javascript:alert(1)" }, "logo_url"],
    ["a field that there is not", { colour: "#aabbcc" }, "colour"],
  ])("refuses %s, naming the field, and changes nothing", async (_, body, path) => {
    const { host, path: at, eventId } = await proHost();
    const response = await host.api("PUT", at, { ...body });
    expect(response.status).toBe(400);
    const problem = await response.json<{ error: string; errors: { path: string }[] }>();
    expect(problem.error).toBe("validation_failed");
    expect(new Set(problem.errors.map((entry) => entry.path))).toEqual(new Set([path]));
    expect(await brandingAt(host, at)).toMatchObject(NOTHING);
    expect(await recordsOf(host, eventId)).toEqual([]);
  });

  it.each(["https://usher.test", "HTTPS://Usher.Test", "https://usher.test:443"])(
    "stores an uploaded image that is named by its address at %s as its path",
    async (origin) => {
      const { host, path } = await proHost();
      const logo = await uploaded(host, bytesOf(plain));
      const response = await host.api("PUT", path, { logo_url: `${origin}${logo}` });
      expect([response.status, await response.json()]).toMatchObject([200, { logo_url: logo }]);
      expect(await brandingAt(host, path)).toMatchObject({ logo_url: logo });
    },
  );

  it("rejects an image with a wrong extension, and accepts one that another user uploaded", async () => {
    const { host, path } = await proHost();
    const logo = await uploaded((await proHost()).host, bytesOf(plain));
    expect((await host.api("PUT", path, { logo_url: logo.replace(".png", ".jpg") })).status).toBe(400);
    expect((await host.api("PUT", path, { logo_url: logo })).status).toBe(200);
  });
});

describe("event themes", () => {
  it("allows a choice of theme on the free tier, and after a downgrade", async () => {
    const free = await signedInHost();
    const path = `/events/${(await makeEvent(free)).id}/branding`;
    const chosen = await free.api("PUT", path, { theme: "midnight", primary_color: "", font: "" });
    expect([chosen.status, await chosen.json()]).toMatchObject([200, { ...NOTHING, theme: "midnight" }]);
    expect((await free.api("PUT", path, { theme: "letter", primary_color: "#123456" })).status).toBe(402);
    expect(await brandingAt(free, path)).toMatchObject({ ...NOTHING, theme: "midnight" });
    const { host, path: paid } = await proHost();
    await host.api("PUT", paid, { primary_color: "#112233" });
    await env.DB.prepare("delete from subscriptions where user_id = ?").bind(host.id).run();
    expect((await host.api("PUT", paid, { theme: "studio" })).status).toBe(200);
    expect(await brandingAt(host, paid)).toMatchObject({ primary_color: "#112233", theme: "studio" });
  });

  /** @spec 2.54 "The guest page exposes the primary colour as the CSS variable --brand-primary." */
  it("colours the invitation and names its fonts, below the host's colour and font", async () => {
    const { host, path, eventId } = await proHost();
    const preview = async (locale: string, branding: object) => {
      const body = { event: { locale }, branding };
      const response = await host.api("POST", `/events/${eventId}/preview`, body);
      return (await response.json<{ html: string }>()).html;
    };
    await host.api("PUT", path, { theme: "garden" });
    const garden = await preview("pl", {});
    expect(garden).toContain("--brand-primary:#3d6b4f");
    expect(garden.match(/url\([^)]*\)/g)?.sort()).toEqual(
      [
        "cormorant-garamond-latin-600",
        "cormorant-garamond-latin-ext-600",
        "lora-latin-ext-wght",
        "lora-latin-wght",
      ].map((name) => expect.stringMatching(new RegExp(`^url\\(/assets/fonts/[0-9a-f]{8}/${name}\\.woff2\\)$`))),
    );
    expect(garden).toContain("font-display:swap");
    expect(garden).toContain("unicode-range:U+0-FF");
    const own = await preview("en", { primary_color: "#b00020" });
    expect(own).toContain("--brand-primary:#b00020");
    expect(own).toContain("cormorant");
    expect(await preview("en", { font: "Didot" })).not.toContain("@font-face");
    expect(await preview("en", { theme: "plain" })).not.toContain("@font-face");
    expect(await preview("ja", {})).toMatch(
      /--display:"Cormorant Garamond",Georgia,'Hiragino Mincho ProN'[^;]*,serif;/,
    );
    expect(await preview("ar", { theme: "studio" })).toMatch(/--font:"Inter",[^;]*'Noto Sans Arabic'[^;]*,sans-serif;/);
    expect(await preview("zh-Hans", { theme: "plain" })).toMatch(/--font:[^;]*'PingFang SC'[^;]*,sans-serif;/);
  });

  it("colours the emails, with fonts that mail programs have", async () => {
    const { host, path, eventId } = await proHost();
    await host.api("PUT", path, { theme: "letter" });
    const shown = await host.api("POST", `/events/${eventId}/texts/preview`, { kind: "invitation" });
    const { html } = await shown.json<{ html: string }>();
    expect(html).toContain("#8f3b2a");
    expect(html).toContain("font-family:Georgia");
    expect(html).not.toContain("@font-face");
  });
});

describe("PUT /events/{eventId}/branding", () => {
  /**
   * @spec 4.82 "PUT | /events/{id}/branding | Gated by tier and kill-switch flag."
   * @spec 7.11 "402 | tier limit or feature gate reached on | branding PUT"
   * @spec 7.13 "402 | Body holds error, reason, tier, used, limit, upgrade_url"
   */
  it("requires the tier of the event's host, also for editors, and says how to upgrade", async () => {
    const [free, pro] = [await signedInHost(), await signedInHost({ tier: "pro" })];
    const [ofFree, ofPro] = [await makeEvent(free), await makeEvent(pro)];
    await addMember(ofFree.id, pro.id, "editor");
    await addMember(ofPro.id, free.id, "editor");
    for (const host of [free, pro]) {
      const refused = await host.api("PUT", `/events/${ofFree.id}/branding`, { primary_color: "#abc" });
      expect(refused.status).toBe(402);
      expect(await refused.json()).toMatchObject({
        error: "feature_not_in_tier",
        reason: "branding",
        tier: "free",
        used: 0,
        limit: 0,
        upgrade_url: expect.stringMatching(/^https:\/\/usher\.test\//),
      });
      expect((await host.api("GET", `/events/${ofFree.id}/branding`)).status).toBe(200);
      expect((await host.api("PUT", `/events/${ofPro.id}/branding`, { primary_color: "#abc" })).status).toBe(200);
    }
  });

  it("clears fields after a downgrade, one by one, but sets none", async () => {
    const { host, path } = await proHost();
    const logo = await uploaded(host, bytesOf(plain));
    const set = { primary_color: "#112233", font: "Georgia", logo_url: logo };
    expect((await host.api("PUT", path, set)).status).toBe(200);
    await env.DB.prepare("delete from subscriptions where user_id = ?").bind(host.id).run();
    expect((await host.api("PUT", path, { font: "System" })).status).toBe(402);
    expect((await host.api("PUT", path, { logo_url: "", font: "System" })).status).toBe(402);
    expect(await brandingAt(host, path)).toMatchObject(set);
    const cleared = await host.api("PUT", path, { logo_url: "", font: "" });
    expect([cleared.status, await cleared.json()]).toMatchObject([200, { ...NOTHING, primary_color: "#112233" }]);
    expect((await host.api("PUT", path, { logo_url: logo })).status).toBe(402);
    expect((await host.api("PUT", path, { primary_color: "" })).status).toBe(200);
    expect(await brandingAt(host, path)).toMatchObject(NOTHING);
  });

  /**
   * @spec 4.79 "GET | /events/{id}/branding | viewer+ | the record plus AllowedFonts"
   * @spec 4.80 "PUT | /events/{id}/branding | editor+ | validates hex colours, the font allowlist, and that image
   *   URLs have a path beginning /uploads/."
   */
  it("accepts editors, and lets viewers read", async () => {
    const { path, eventId } = await proHost();
    const [viewer, stranger] = [await signedInHost({ tier: "pro" }), await signedInHost({ tier: "pro" })];
    await addMember(eventId, viewer.id, "viewer");
    expect((await viewer.api("GET", path)).status).toBe(200);
    expect((await viewer.api("PUT", path, { font: "Georgia" })).status).toBe(403);
    expect((await stranger.api("GET", path)).status).toBe(404);
    expect((await stranger.api("PUT", path, { font: "Georgia" })).status).toBe(404);
  });

  it("writes an audit record with the values before and after, unless nothing changes", async () => {
    const { host, path, eventId } = await proHost();
    await host.api("PUT", path, { primary_color: "#ABC" });
    await host.api("PUT", path, { primary_color: "#aabbcc", font: null });
    await host.api("PUT", path, { primary_color: "", font: "Georgia" });
    const [colourChange, fontChange] = [
      { ...NOTHING, primary_color: "#aabbcc" },
      { ...NOTHING, font: "Georgia" },
    ];
    const by = { action: "branding.updated", target: null, actor: { id: host.id, name: host.name } };
    expect(await recordsOf(host, eventId)).toMatchObject([
      { ...by, before: NOTHING, after: colourChange },
      { ...by, before: colourChange, after: fontChange },
    ]);
  });

  it("writes the change and its audit record together or not at all", async () => {
    const { host, path, eventId } = await proHost();
    // The audit record cannot be written, so the change must not be either.
    await env.DB.prepare(
      `create trigger no_record before insert on audit_records when new.event_id = '${eventId}'
       begin select raise(abort, 'the disk is full'); end`,
    ).run();
    try {
      expect((await host.api("PUT", path, { font: "Georgia" })).status).toBeGreaterThanOrEqual(500);
      expect(await brandingAt(host, path)).toMatchObject(NOTHING);
    } finally {
      await env.DB.prepare("drop trigger no_record").run();
    }
  });

  it("keeps the changes of two parallel requests, with consistent audit records", async () => {
    const { host, path, eventId } = await proHost();
    const answer = await raceBeforeWrite(changing(host, path, { font: "Georgia" }), () =>
      host.api("PUT", path, { primary_color: "#abc" }),
    );
    expect(await answer.json()).toMatchObject({ ...NOTHING, primary_color: "#aabbcc", font: "Georgia" });
    const fonts = ["Didot", "Arial", "Optima", "Menlo"];
    const answers = await Promise.all(fonts.map((font) => host.api("PUT", path, { font })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    let state = NOTHING;
    for (const { before, after } of await recordsOf(host, eventId)) {
      expect(before).toEqual(state);
      state = after;
    }
    expect(await brandingAt(host, path)).toMatchObject(state);
    expect((await recordsOf(host, eventId)).length).toBe(6);
  });

  it("writes nothing when the editor's role is removed during the request", async () => {
    const { host, path, eventId } = await proHost();
    const editor = await signedInHost();
    await addMember(eventId, editor.id, "editor");
    const leave = () =>
      env.DB.prepare("delete from event_collaborators where event_id = ? and user_id = ?")
        .bind(eventId, editor.id)
        .run();
    const answer = await raceBeforeWrite(changing(editor, path, { font: "Georgia" }), leave);
    expect(answer.status).toBe(404);
    expect(await brandingAt(host, path)).toMatchObject(NOTHING);
    expect(await recordsOf(host, eventId)).toEqual([]);
  });

  it("makes one read and one write, and one read for GET", async () => {
    const { host, path } = await proHost();
    const logo = await uploaded(host, bytesOf(plain));
    const change = await costOf(changing(host, path, { font: "Georgia", logo_url: logo }));
    expect(change.response.status).toBe(200);
    // The branding and its audit record, with the two indexes of the record's place in the chain.
    expect([change.d1Calls, change.rowsWritten]).toEqual([2, 4]);
    expect(change.rowsRead).toBeLessThanOrEqual(17);
    const reading = await costOf(requestBy(host, "GET", path));
    expect([reading.roundTrips, reading.d1Calls, reading.rowsWritten]).toEqual([1, 1, 0]);
    expect(reading.rowsRead).toBeLessThanOrEqual(10);
  });
});
