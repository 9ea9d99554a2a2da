import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { browserHeaders } from "../support/guest-requests.ts";

describe("GET /i/{token} with copied text", () => {
  it("opens the invitation with text that was copied after the link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { name: "Winter ball" });
    const guest = await addGuest(host, event.id);
    const { token } = await issueLink(host, event.id, guest.id);
    for (const more of [
      ".",
      ")",
      "%3E",
      ",",
      "/",
      "//",
      "'",
      "_",
      "-",
      "%20",
      "%20see",
      "./",
      ").?answer=attending",
      "&amp;x",
    ]) {
      const request = new Request(`https://usher.test/i/${token}${more}`, {
        headers: browserHeaders(),
        redirect: "manual",
      });
      const response = await exports.default.fetch(request);
      const [, search = ""] = more.split("?");
      expect([response.status, response.headers.get("location")], more).toEqual([
        302,
        `/i/${token}${search && `?${search}`}`,
      ]);
    }
    const opened = await call("GET", `/i/${token}`, undefined, browserHeaders());
    expect(await opened.text()).toContain("Winter ball");
  });

  it("opens the invitation with a line break inside the link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { name: "Winter ball" });
    const { token } = await issueLink(host, event.id, (await addGuest(host, event.id)).id);
    const broken = `${token.slice(0, 20)}%0D%0A${token.slice(20)}`;
    const request = new Request(`https://usher.test/i/${broken}`, { headers: browserHeaders(), redirect: "manual" });
    const response = await exports.default.fetch(request);
    expect([response.status, response.headers.get("location")]).toEqual([302, `/i/${token}`]);
    for (const copied of [broken, `${token}.`, `${token}_`]) {
      const opened = await call("GET", `/access/${copied}`, undefined, browserHeaders());
      expect(await opened.json()).toMatchObject({ event: { name: "Winter ball" } });
    }
  });

  it("returns 404 with a letter after the link, and for a part of it", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const { token } = await issueLink(host, event.id, (await addGuest(host, event.id)).id);
    for (const copied of [`${token}x`, `${token}7`, `${token}/challenge/more`, token.slice(0, -1), token.slice(1)]) {
      expect((await call("GET", `/i/${copied}`, undefined, browserHeaders())).status, copied).toBe(404);
    }
  });
});
