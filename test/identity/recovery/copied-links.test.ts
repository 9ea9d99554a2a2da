import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, freshAddress, signedInHost } from "../../support/account.ts";
import { issuedToken, person, post } from "../../support/auth.ts";

const get = (path: string, language = "en") =>
  call("GET", path, undefined, { Accept: "text/html", "Accept-Language": language });
const submit = (path: string, fields: Record<string, string>) =>
  call("POST", path, new URLSearchParams(fields), { "CF-Connecting-IP": freshAddress(), Accept: "text/html" });

/** Characters that a mail program or a chat copies along, escaped as in an address. */
const DIRT = [".", ")", "%3E", ",", "_", "-", "//", "%20", "%20here", "%E2%80%99", "%0D%0A", ";"];

const PASSWORD = "a moth in relay seventy";

/** The token with another letter in the middle. */
const altered = (token: string) => `${token.slice(0, 20)}${token[20] === "A" ? "B" : "A"}${token.slice(21)}`;

/** The ID of an account whose address is not verified yet. */
async function unverified(): Promise<string> {
  const { email, name } = person();
  expect((await post("/auth/signup", { email, name, password: PASSWORD })).status).toBe(202);
  const user = env.DB.prepare("select id from users where email_key = ?").bind(email);
  return (await user.first<string>("id")) ?? "";
}

const LINKS = [
  ["/verify-email", "verify_email", "Confirm email"],
  ["/not-my-account", "verify_email", "Delete the account"],
  ["/reset-password", "reset_password", "New password"],
] as const;

describe("emailed links of an account", () => {
  it.each(LINKS)("opens and submits %s with text that was copied along", async (path, kind, expected) => {
    const copies = [
      ...DIRT.map((more) => (token: string) => `${token}${more}`),
      (token: string) => `${token.slice(0, 20)}%3D%0D%0A${token.slice(20)}`,
    ];
    for (const copy of copies) {
      const copied = copy(await issuedToken(await unverified(), kind));
      const page = await get(`${path}?token=${copied}`);
      expect([copied, page.status, await page.text()]).toEqual([copied, 200, expect.stringContaining(expected)]);
      // The form sends the token as it was copied.
      const sent = await submit(path, { token: decodeURIComponent(copied), password: PASSWORD });
      expect([copied, sent.status]).toEqual([copied, 200]);
    }
  });

  it.each([...LINKS.map(([path]) => path), "/undo-email-change"])(
    "says that an incomplete link to %s is incomplete, and asks for nothing",
    async (path) => {
      const token = await issuedToken((await signedInHost()).id, "reset_password");
      for (const incomplete of ["", "x", token.slice(0, -1), token.slice(1), `${token}x`, altered(token)]) {
        const page = await get(`${path}?token=${incomplete}`);
        const text = await page.text();
        expect([incomplete, page.status]).toEqual([incomplete, 400]);
        expect(text).toContain("This link is incomplete");
        expect(text).not.toContain("<form");
      }
    },
  );

  it("says that a used link is used before a password is typed, and offers a new one", async () => {
    const token = await issuedToken((await signedInHost()).id, "reset_password");
    const fields = { token: `${token}.`, password: PASSWORD };
    expect(await (await submit("/reset-password", fields)).text()).toContain("Password changed");
    const page = await get(`/reset-password?token=${token}`);
    const text = await page.text();
    expect([page.status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]]).toEqual([400, "This link has expired"]);
    expect(text).toContain("Get a new link");
    expect(text).not.toContain('type="password"');
  });

  it("accepts a copied link in the API", async () => {
    const token = await issuedToken((await signedInHost()).id, "reset_password");
    const body = { token: `<${token}>`, password: PASSWORD };
    expect((await post("/auth/reset-password", body)).status).toBe(204);
  });

  it("says in the reader's language that a link to confirm replies is incomplete", async () => {
    const page = await get("/confirm-reply-to?token=x", "de");
    const text = await page.text();
    expect([page.status, text]).toEqual([400, expect.stringContaining("Dieser Link ist unvollständig")]);
    expect(text).toContain("Ein Teil ist unterwegs verloren gegangen.");
  });

  it("says that a co-host's link is incomplete", async () => {
    const page = await get("/invites/x");
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("This link is incomplete")]);
  });
});
