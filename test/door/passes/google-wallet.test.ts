import { env } from "cloudflare:workers";
import { exportPKCS8, generateKeyPair, type JWTPayload, jwtVerify } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { shortCodeIn } from "../../support/door-code.ts";
import { browserHeaders, LAPTOP } from "../../support/guest-requests.ts";
import { goingGuest, sendTo } from "../../support/wallet.ts";

const ISSUER = "3388000000022222222";
const ACCOUNT = "wallet@usher-test.iam.gserviceaccount.com";
const SAVE = "https://pay.google.com/gp/v/save/";

interface Pass {
  eventTicketClasses: Record<string, unknown>[];
  eventTicketObjects: Record<string, unknown>[];
}

let publicKey: CryptoKey;
let configured: typeof env;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  publicKey = pair.publicKey;
  configured = {
    ...env,
    GOOGLE_WALLET_ISSUER_ID: ISSUER,
    GOOGLE_WALLET_SERVICE_ACCOUNT: ACCOUNT,
    // Line breaks are escaped, as in a line of a file of variables.
    GOOGLE_WALLET_PRIVATE_KEY: (await exportPKCS8(pair.privateKey)).replaceAll("\n", "\\n"),
  };
});

const send = (path: string, headers: Record<string, string>, isolate = configured) =>
  sendTo(isolate, path, { headers });
const going = (event: Record<string, unknown> = {}, guest: Record<string, unknown> = {}) =>
  goingGuest("google", event, guest);

async function passIn(response: Response): Promise<{ link: string; claims: JWTPayload; pass: Pass }> {
  const link = response.headers.get("location") ?? "";
  expect([response.status, link.slice(0, SAVE.length)]).toEqual([303, SAVE]);
  const { payload, protectedHeader } = await jwtVerify(link.slice(SAVE.length), publicKey, {
    audience: "google",
    issuer: ACCOUNT,
  });
  expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT" });
  return { link, claims: payload, pass: payload.payload as Pass };
}

describe("GET /i/{token}/wallet/google", () => {
  it("returns a signed event ticket with the door code, in the guest's language", async () => {
    const { token, headers, path, guest } = await going({}, { locale: "de" });
    const page = await (await send(`/i/${token}`, headers)).text();
    expect(page).toContain(`<a class="button plain" href="${path}"`);
    expect(page).toContain("Zu Google Wallet hinzufügen");
    const { link, claims, pass } = await passIn(await send(path, headers));
    expect(claims).toMatchObject({ typ: "savetowallet", iat: expect.any(Number) });
    const shown = await send(`/access/${token}`, headers);
    const { check_in: code } = await shown.json<{ check_in: { qr_token: string } }>();
    const [ticketClass, ticket] = [pass.eventTicketClasses[0], pass.eventTicketObjects[0]];
    expect(ticketClass).toMatchObject({
      id: expect.stringMatching(new RegExp(`^${ISSUER}\\.[\\w-]{22}$`)),
      issuerName: "Helena",
      reviewStatus: "UNDER_REVIEW",
      eventName: { defaultValue: { language: "en", value: "Orangery Supper" } },
      venue: {
        name: { defaultValue: { value: "Orangerie" } },
        address: { defaultValue: { value: "Gartenweg 4, Berlin" } },
      },
      dateTime: { start: "2031-06-12T18:30:00+02:00", end: "2031-06-12T23:00:00+02:00" },
    });
    expect(ticket).toMatchObject({
      classId: ticketClass?.id,
      state: "ACTIVE",
      ticketHolderName: "Anna Schmidt",
      ticketType: { defaultValue: { language: "de", value: "Sie + 1 Begleitung." } },
      barcode: { type: "QR_CODE", value: shortCodeIn(code.qr_token) },
      validTimeInterval: { end: { date: expect.stringMatching(/^2031-06-1\dT\d\d:\d\d:00\+02:00$/) } },
    });
    const id = String(ticket?.id);
    expect(id).toMatch(new RegExp(`^${ISSUER}\\.[\\w-]{22}$`));
    expect(id).not.toContain(guest.id);
    expect((await passIn(await send(path, headers))).pass.eventTicketObjects[0]?.id).toBe(id);
    expect(link.length).toBeLessThanOrEqual(1_800);
  });

  it.each([
    ["in Japanese", { name: "花".repeat(200), venue: "庭園、".repeat(60) }, { name: "山田".repeat(50), locale: "ja" }],
    ["of emoji", { name: "🎉".repeat(100), venue: "👩‍👩‍👧‍👦".repeat(40) }, { name: "🦄".repeat(60), locale: "ar" }],
    ["in German", { venue: "Donaudampfschifffahrtsgesellschaft ".repeat(8) }, { locale: "de" }],
    ["online, without an end", { venue: "https://meet.example/x", end_time: null }, {}],
  ])("returns a link that browsers accept, for any length of text: %s", async (_, event, guest) => {
    const { headers, path } = await going(event, guest);
    const { link, pass } = await passIn(await send(path, headers));
    expect(link.length).toBeLessThanOrEqual(1_800);
    expect(pass.eventTicketObjects[0]).toHaveProperty("barcode.value", expect.stringMatching(/^[\w-]{43}$/));
  });

  it("returns no pass to a device that does not see it, and to a bot", async () => {
    const { token, path, headers } = await going();
    const bot = { ...headers, "User-Agent": "WhatsApp/2.24 A" };
    for (const other of [browserHeaders(LAPTOP), bot]) {
      const response = await send(path, other);
      expect([response.status, response.headers.get("location")]).toEqual([303, `/i/${token}`]);
      expect(await (await send(`/i/${token}`, other)).text()).not.toContain("wallet/google");
    }
    const unanswered = await going();
    const no = { intent: "edit", response: "declined", plus_ones: "0" };
    const { headers: own } = unanswered;
    const body = new URLSearchParams(no);
    await sendTo(configured, `/i/${unanswered.token}`, { method: "POST", headers: own, body });
    expect((await send(unanswered.path, own)).headers.get("location")).toBe(`/i/${unanswered.token}`);
    expect((await send(`/i/${"A".repeat(43)}/wallet/google`, headers)).status).toBe(404);
  });

  it("returns 404 without a configured issuer", async () => {
    const { token, headers, path } = await going();
    expect(await (await send(`/i/${token}`, headers, env)).text()).not.toContain("wallet");
    expect((await send(path, headers, env)).status).toBe(404);
    const partly = { ...env, GOOGLE_WALLET_ISSUER_ID: ISSUER };
    expect((await send(path, headers, partly)).status).toBe(404);
  });
});
