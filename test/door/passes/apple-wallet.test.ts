import { env } from "cloudflare:workers";
import { ContentInfo, SignedData } from "@peculiar/asn1-cms";
import { AsnConvert } from "@peculiar/asn1-schema";
import { unzipSync } from "fflate";
import { describe, expect, inject, it } from "vitest";
import { shortCodeIn } from "../../support/door-code.ts";
import { browserHeaders, LAPTOP } from "../../support/guest-requests.ts";
import { goingGuest, sendTo } from "../../support/wallet.ts";

const issuer = inject("passIssuer");
/** Escapes line breaks, as in a line of a file of variables. */
const inLine = (pem: string) => pem.replaceAll("\n", "\\n");
const VARIABLES = {
  APPLE_WALLET_PASS_TYPE_ID: "pass.test.usher",
  APPLE_WALLET_TEAM_ID: "ABCDE12345",
  APPLE_WALLET_CERTIFICATE: inLine(issuer.certificate),
  APPLE_WALLET_KEY: inLine(issuer.privateKey),
  APPLE_WALLET_WWDR: issuer.intermediate,
};
const configured = { ...env, ...VARIABLES };

const send = (path: string, headers: Record<string, string>, isolate = configured) =>
  sendTo(isolate, path, { headers });
const going = (event: Record<string, unknown> = {}, guest: Record<string, unknown> = {}) =>
  goingGuest("apple", event, guest);

async function filesIn(response: Response) {
  const sent = ["content-type", "content-disposition", "cache-control"].map((name) => response.headers.get(name));
  const type = "application/vnd.apple.pkpass";
  expect([response.status, ...sent]).toEqual([200, type, 'attachment; filename="pass.pkpass"', "private, no-store"]);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const file = (name: string) => Uint8Array.from(files[name] ?? []);
  const json = (name: string) => JSON.parse(new TextDecoder().decode(file(name)));
  return { names: Object.keys(files), file, json };
}

async function hex(algorithm: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, content)).toHex();
}

describe("GET /i/{token}/wallet/apple", () => {
  it("returns an event ticket with the door code, in the guest's language", async () => {
    const { token, headers, path, guest } = await going({}, { locale: "de" });
    const page = await (await send(`/i/${token}`, headers)).text();
    expect(page).toContain(`<a class="button plain" href="${path}"`);
    expect(page).toContain("Zu Apple Wallet hinzufügen");
    expect(page).not.toContain("Google Wallet");
    const { names, json, file } = await filesIn(await send(path, headers));
    expect(names.sort()).toEqual(["icon.png", "icon@2x.png", "manifest.json", "pass.json", "signature"]);
    const shown = await send(`/access/${token}`, headers);
    const { check_in: code } = await shown.json<{ check_in: { qr_token: string } }>();
    const pass = json("pass.json");
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: "pass.test.usher",
      teamIdentifier: "ABCDE12345",
      serialNumber: expect.stringMatching(/^[\w-]{22}$/),
      organizationName: "Helena",
      description: "Orangery Supper",
      backgroundColor: expect.stringMatching(/^rgb\(\d+, \d+, \d+\)$/),
      relevantDate: "2031-06-12T18:30:00+02:00",
      expirationDate: expect.stringMatching(/^2031-06-1\dT\d\d:\d\d:00\+02:00$/),
      barcodes: [{ format: "PKBarcodeFormatQR", message: shortCodeIn(code.qr_token), messageEncoding: "iso-8859-1" }],
      eventTicket: {
        primaryFields: [{ key: "event", value: "Orangery Supper" }],
        secondaryFields: [
          {
            key: "date",
            value: "2031-06-12T18:30:00+02:00",
            ignoresTimeZone: true,
            dateStyle: "PKDateStyleMedium",
            timeStyle: "PKDateStyleShort",
          },
        ],
        auxiliaryFields: [
          { key: "venue", value: "Orangerie, Gartenweg 4, Berlin" },
          { key: "guest", value: "Anna Schmidt" },
          { key: "party", value: "Sie + 1 Begleitung." },
        ],
      },
    });
    expect(JSON.stringify(pass)).not.toContain(guest.id);
    expect([file("icon.png")[19], file("icon@2x.png")[19]]).toEqual([29, 58]);
    const again = await filesIn(await send(path, headers));
    expect(again.json("pass.json").serialNumber).toBe(pass.serialNumber);
  });

  it("signs the SHA-1 of each file with the configured certificate", async () => {
    const { headers, path } = await going({ venue: null });
    const { names, json, file } = await filesIn(await send(path, headers));
    const digests: Record<string, string> = {};
    for (const name of names.filter((name) => !["manifest.json", "signature"].includes(name)))
      digests[name] = await hex("SHA-1", file(name));
    expect(json("manifest.json")).toEqual(digests);
    const { content } = AsnConvert.parse(file("signature"), ContentInfo);
    const { certificates = [], signerInfos } = AsnConvert.parse(content, SignedData);
    const bodyOf = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, "");
    const sent = [...certificates].flatMap(({ certificate }) =>
      certificate ? [{ certificate, body: new Uint8Array(AsnConvert.serialize(certificate)).toBase64() }] : [],
    );
    const configuredOnes = [issuer.certificate, issuer.intermediate].map(bodyOf);
    expect(sent.map(({ body }) => body).sort()).toEqual(configuredOnes.sort());
    const [signer] = signerInfos;
    const attributes = (signer?.signedAttrs ?? []).flatMap((each) => [...new Uint8Array(AsnConvert.serialize(each))]);
    // A set with a length of one byte.
    const signed = Uint8Array.of(0x31, attributes.length, ...attributes);
    expect(signed.toHex()).toContain(await hex("SHA-256", file("manifest.json")));
    const own = sent.find(({ body }) => body === bodyOf(issuer.certificate))?.certificate;
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    const spki = AsnConvert.serialize(own?.tbsCertificate.subjectPublicKeyInfo);
    const key = await crypto.subtle.importKey("spki", spki, algorithm, false, ["verify"]);
    const signature = signer?.signature.buffer ?? new ArrayBuffer();
    expect(await crypto.subtle.verify(algorithm, key, signature, signed)).toBe(true);
  });

  it("returns no pass to a device that does not see it, and to a bot", async () => {
    const { token, path, headers } = await going();
    for (const other of [browserHeaders(LAPTOP), { ...headers, "User-Agent": "WhatsApp/2.24 A" }]) {
      const response = await send(path, other);
      expect([response.status, response.headers.get("location")]).toEqual([303, `/i/${token}`]);
      expect(await (await send(`/i/${token}`, other)).text()).not.toContain("wallet/apple");
    }
    expect((await send(`/i/${"A".repeat(43)}/wallet/apple`, headers)).status).toBe(404);
  });

  it("returns 404 unless all five variables are set", async () => {
    const { token, headers, path } = await going();
    const partly = { ...configured, APPLE_WALLET_WWDR: "" };
    expect(await (await send(`/i/${token}`, headers, partly)).text()).not.toContain("wallet");
    expect((await send(path, headers, partly)).status).toBe(404);
  });
});
