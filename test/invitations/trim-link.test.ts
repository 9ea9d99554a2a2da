import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { browserHeaders } from "../support/guest-requests.ts";

describe("GET /i/{token} with copied text", () => {
  /** @promise Links: A link that was copied with a full stop, a bracket or a slash behind it opens the invitation */
  it("opens the invitation with text that was copied after the link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { name: "Winter ball" });
    const guest = await addGuest(host, event.id);
    const { token } = await issueLink(host, event.id, guest.id);
    for (const more of [".", ")", "%3E", ",", "/", "'", "%20see", "./", ").?answer=attending"]) {
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

  it("returns 404 with another token character after the link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const { token } = await issueLink(host, event.id, (await addGuest(host, event.id)).id);
    for (const more of ["x", "_", "-", "/challenge/more"]) {
      expect((await call("GET", `/i/${token}${more}`, undefined, browserHeaders())).status, more).toBe(404);
    }
  });
});
