import { describe, expect, it } from "vitest";
import * as z from "zod";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { createKeyring } from "../../../src/kernel/keyring.ts";
import { signed } from "../../../src/platform/secrets/signed.ts";

const NOW = Date.UTC(2030, 0, 1);
const SECRETS = ["the secret of these tests, long enough", "another secret of these tests, long too"] as const;
const schema = z.object({ eventId: z.string(), rights: z.array(z.enum(["scan", "walk_in"])) });
const content = { eventId: "event", rights: ["scan" as const] };
const TICKET = signed("scanner", schema, DAY_MS);
const LINK = signed("alerts", schema, null);

const at = (ms: number, secret: string = SECRETS[0], ...earlier: string[]) => ({
  keyring: createKeyring([secret, ...earlier]),
  clock: { now: () => ms },
});

describe("signed()", () => {
  it("returns the signed content until it expires", async () => {
    const text = await TICKET.sign(at(NOW), content);
    const valid = { status: "valid", content, expiresAt: NOW + DAY_MS };
    expect(await TICKET.verify(at(NOW + DAY_MS - 1_000), text)).toEqual(valid);
    expect(await TICKET.verify(at(NOW + DAY_MS), text)).toEqual({ status: "expired" });
  });

  it("returns the same text for the same content and expiry", async () => {
    const texts = [1, 2].map((ms) => TICKET.sign(at(NOW + ms), content, NOW + 5_000));
    expect(await texts[0]).toBe(await texts[1]);
  });

  it("verifies a link without an expiry after years, and no ticket without one", async () => {
    const text = await LINK.sign(at(NOW), content);
    const valid = { status: "valid", content, expiresAt: null };
    expect(await LINK.verify(at(NOW + 9_000 * DAY_MS), text)).toEqual(valid);
    const endless = await signed("scanner", schema, null).sign(at(NOW), content);
    expect(await TICKET.verify(at(NOW), endless)).toEqual({ status: "invalid" });
  });

  it("rejects another kind, other content, an altered text and another secret", async () => {
    const text = await TICKET.sign(at(NOW), content);
    const invalid = { status: "invalid" };
    expect(await LINK.verify(at(NOW), text)).toEqual(invalid);
    const [header, , signature] = text.split(".");
    const claims = { aud: "scanner", exp: NOW, eventId: "other", rights: ["scan"] };
    expect(await TICKET.verify(at(NOW), `${header}.${btoa(JSON.stringify(claims))}.${signature}`)).toEqual(invalid);
    expect(await TICKET.verify(at(NOW), "")).toEqual(invalid);
    expect(await TICKET.verify(at(NOW, SECRETS[1]), text)).toEqual(invalid);
    const owner = await signed("scanner", z.object({ rights: z.array(z.string()) }), DAY_MS).sign(at(NOW), {
      rights: ["owner", "constructor"],
    });
    expect(await TICKET.verify(at(NOW), owner)).toEqual(invalid);
  });

  it("verifies what the previous secret signed", async () => {
    const text = await TICKET.sign(at(NOW), content);
    expect(await TICKET.verify(at(NOW, SECRETS[1], SECRETS[0]), text)).toMatchObject({ status: "valid" });
  });
});
