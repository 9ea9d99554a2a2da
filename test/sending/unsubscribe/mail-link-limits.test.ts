import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { UNSUBSCRIBE } from "../../../src/platform/mail/unsubscribe-token.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { freshAddress, signedInHost } from "../../support/account.ts";

const PER_LINK = 30;

/** A client at its own address. */
function client(address = freshAddress()) {
  return async (method: string, path: string, body?: string) => {
    const headers = { "CF-Connecting-IP": address, Accept: "application/json" };
    const request = new Request(`https://usher.test${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return (await exports.default.fetch(request)).status;
  };
}

async function tokenFor(email: string): Promise<string> {
  const ctx = createRequestContext(env, () => undefined);
  return UNSUBSCRIBE.sign(ctx, { emailKey: email, hostId: (await signedInHost()).id });
}

describe("a link to unsubscribe", () => {
  it("returns 429 after 30 requests a minute, and does not limit other links", async () => {
    const token = await tokenFor("often@example.com");
    const send = client();
    const statuses = [];
    for (let tries = 0; tries < PER_LINK + 5; tries++) {
      const scope = tries % 2 === 0 ? "all" : "none";
      statuses.push(await send("POST", `/unsubscribe?token=${token}&scope=${scope}`));
    }
    expect(statuses).toEqual([...Array(PER_LINK).fill(200), ...Array(5).fill(429)]);
    // Another network with the same link, too.
    expect(await client()("GET", `/unsubscribe?token=${token}`)).toBe(429);
    expect(await send("POST", `/unsubscribe?token=${await tokenFor("seldom@example.com")}`)).toBe(200);
  });

  it.each(["/unsubscribe", "/alerts/unsubscribe"])(
    "returns 429 for many invented links of one network at %s",
    async (path) => {
      const send = client();
      const statuses = new Set<number>();
      for (let tries = 0; tries < 320; tries++) statuses.add(await send("GET", `${path}?token=invented-${tries}`));
      expect([...statuses].toSorted()).toEqual([400, 429]);
    },
  );
});
