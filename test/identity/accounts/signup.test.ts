import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, freshAddress, freshEmail, signedInHost } from "../../support/account.ts";
import {
  costOfPost,
  mailedToken,
  person,
  post,
  postRequest,
  SUBJECTS,
  signIn,
  signInStatus,
  verifyAddress,
  visible,
} from "../../support/auth.ts";
import { mailTo } from "../../support/mailbox.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { recordingEnv } from "../../support/recording-env.ts";

async function accountsOf(email: string): Promise<{ id: string; name: string; email: string | null }[]> {
  const sql = "select id, name, email from users where email_key = ?";
  const { results } = await env.DB.prepare(sql)
    .bind(email.toLowerCase())
    .all<{ id: string; name: string; email: string | null }>();
  return results;
}

describe("POST /auth/signup", () => {
  /**
   * @spec 2.2 "User | email_verified | boolean | set by the email-verification flow"
   * @spec 4.6 "POST | /auth/signup | creates an account; enumeration-safe"
   */
  it("creates an account that can sign in after its address is verified by an emailed link", async () => {
    const account = person();
    const response = await post("/auth/signup", account);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ status: "accepted" });

    const token = await mailedToken(account.email, "verify");
    expect(await signInStatus(account.email, account.password)).toBe(401);
    expect((await post("/auth/verify-email", { token })).status).toBe(200);

    const { access_token } = await signIn(account.email, account.password);
    const me = await (await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` })).json();
    expect(me).toMatchObject({ email: account.email, name: account.name, email_verified: true, tier: "free" });
  });

  /**
   * @spec 2.1 "User | password hash | hidden | stored hashed; never returned"
   * @spec 5.2 "1. | Passwords are stored hashed."
   */
  it("stores no password, only an argon2id hash with its own salt", async () => {
    const [one, other] = [person(), person()];
    await post("/auth/signup", one);
    await post("/auth/signup", other);
    const { results } = await env.DB.prepare("select password_hash from users where email_key in (?, ?)")
      .bind(one.email, other.email)
      .all<{ password_hash: string }>();
    const hashes = results.map((row) => row.password_hash);
    expect(hashes).toHaveLength(2);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  /**
   * @spec 4.6 "POST | /auth/signup | creates an account; enumeration-safe"
   * @spec 5.4 "2. Login, signup, forgot-password and reset-password do not reveal whether an email exists."
   */
  it("returns byte for byte the same for a taken address as for a new one", async () => {
    const verified = await signedInHost();
    const unverified = person();
    await post("/auth/signup", unverified);
    const answers = await Promise.all(
      [freshEmail(), verified.email, unverified.email, verified.email.toUpperCase(), ` ${verified.email} `].map(
        async (email) => visible(await post("/auth/signup", { ...person(), email })),
      ),
    );
    expect(answers[0]?.status).toBe(202);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it("costs the same for an address with an account as for a new one, and writes for both", async () => {
    const { email } = await signedInHost();
    const fresh = await costOfPost("/auth/signup", person());
    const taken = await costOfPost("/auth/signup", { ...person(), email });
    expect([fresh.response.status, taken.response.status]).toEqual([202, 202]);
    expect([fresh.roundTrips, fresh.d1Calls]).toEqual([3, 2]);
    expect([taken.roundTrips, taken.d1Calls]).toEqual([3, 2]);
    expect(taken.calls.map((call) => call.target)).toEqual(fresh.calls.map((call) => call.target));
    expect(fresh.rowsWritten).toBeGreaterThan(0);
    expect(taken.rowsWritten).toBeGreaterThan(0);
  });

  it("leaves the account of a taken address unchanged, and emails its owner", async () => {
    const owner = person();
    await post("/auth/signup", owner);
    await post("/auth/signup", { email: owner.email, password: "what a stranger chose", name: "Stranger" });
    expect(await accountsOf(owner.email)).toMatchObject([{ name: owner.name }]);
    const mail = await mailTo(owner.email, { subject: SUBJECTS.taken });
    for (const name of [owner.name, "Stranger"]) expect(mail.text).not.toContain(name);
    await verifyAddress(owner.email);
    expect(await signInStatus(owner.email, "what a stranger chose")).toBe(401);
    expect(await signInStatus(owner.email, owner.password)).toBe(200);
  });

  it("sends three emails per hour to one address, from any client addresses", async () => {
    const { email } = await signedInHost();
    const sent: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const recording = recordingEnv();
      const { response } = await costOfPost("/auth/signup", { ...person(), email }, recording);
      expect(response.status).toBe(202);
      sent.push(recording.recorder.calls.filter((entry) => entry.target === "queue").length);
    }
    expect(sent).toEqual([1, 1, 1, 0, 0]);
  });

  /**
   * @spec 2.6 "Rules: an email is unique among live (not deleted) users only, so the same email can sign up again
   *   after deletion."
   */
  it("creates one account for ten parallel sign-ups, and returns the same to all", async () => {
    const { email } = person();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        visible(await post("/auth/signup", { email, name: "Twin", password: `the phrase of twin ${index}` })),
      ),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(202);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  it("returns the same when a parallel sign-up is first", async () => {
    const [first, second] = [person(), person()];
    const request = postRequest("/auth/signup", { ...second, email: first.email });
    const response = await visible(
      await raceBeforeWrite(request, () => post("/auth/signup", first), { beforeWriteOf: "users" }),
    );
    expect(response).toEqual(await visible(await post("/auth/signup", person())));
    expect(await accountsOf(first.email)).toMatchObject([{ name: first.name }]);
    await verifyAddress(first.email);
    expect(await signInStatus(first.email, first.password)).toBe(200);
  });

  /**
   * @spec 2.6 "Rules: an email is unique among live (not deleted) users only, so the same email can sign up again
   *   after deletion."
   */
  it("lets the address of a deleted account sign up again", async () => {
    const gone = await signedInHost();
    await env.DB.prepare(
      "update users set deleted_at = ?, email = null, email_key = null, password_hash = null where id = ?",
    )
      .bind(Date.now(), gone.id)
      .run();
    expect((await post("/auth/signup", { ...person(), email: gone.email })).status).toBe(202);
    const accounts = await accountsOf(gone.email);
    expect(accounts).toHaveLength(1);
    expect(accounts[0]?.id).not.toBe(gone.id);
  });

  it("refuses invalid input, naming the field, and writes nothing", async () => {
    const good = person();
    const bad: [Record<string, unknown>, string][] = [
      [{ ...good, email: "no address" }, "email"],
      [{ ...good, email: `${"a".repeat(250)}@example.com` }, "email"],
      [{ ...good, email: 7 }, "email"],
      [{ email: good.email, password: good.password }, "name"],
      [{ ...good, name: " " }, "name"],
      [{ ...good, name: "Ada\r\nBcc: all@example.com" }, "name"],
      [{ ...good, name: "a".repeat(201) }, "name"],
      [{ ...good, password: 12345678 }, "password"],
      [{ ...good, tier: "business" }, "tier"],
      [{ ...good, email_verified: true }, "email_verified"],
    ];
    for (const [body, path] of bad) {
      const response = await post("/auth/signup", body);
      expect(response.status, path).toBe(400);
      expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path }] });
    }
    const malformed = await call("POST", "/auth/signup", "{", { "Content-Type": "application/json" });
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toMatchObject({ error: "malformed_json" });
    expect(await accountsOf(good.email)).toHaveLength(0);
  });
});

describe("password rules", () => {
  const email = "ada.lovelace@example.com";

  async function refusal(password: string, address = email): Promise<string | null> {
    const response = await post("/auth/signup", { email: address, password, name: "Ada" });
    if (response.status === 202) return null;
    expect(response.status).toBe(400);
    const { errors } = await response.json<{ errors: { path: string; message: string }[] }>();
    expect(errors).toHaveLength(1);
    expect(errors[0]?.path).toBe("password");
    return errors[0]?.message ?? "";
  }

  it("accepts 8 to 128 characters, counted in composed code points", async () => {
    expect(await refusal("short 7")).toMatch(/at least 8/);
    expect(await refusal("seven7é".normalize("NFD"))).toMatch(/at least 8/);
    expect(await refusal("🦉".repeat(7))).toMatch(/at least 8/);
    expect(await refusal("🦉".repeat(8))).toBeNull();
    expect(await refusal(`${"x1 ".repeat(42)}ab`, freshEmail())).toBeNull();
    expect(await refusal("🦉".repeat(128), freshEmail())).toBeNull();
    expect(await refusal("x1 ".repeat(43))).toMatch(/at most 128/);
  });

  it("needs no character classes, and may contain any Unicode", async () => {
    for (const password of ["nothing but letters", "4815162342108", "пароль на русском", "\u0000\t bytes 1"]) {
      expect(await refusal(password, freshEmail())).toBeNull();
    }
    expect(await refusal("half a pair \ud83e")).toMatch(/can't be read/);
  });

  it("rejects the most common passwords, in any case", async () => {
    for (const password of [
      "password",
      "12345678",
      "Password1",
      "QWERTYUIOP",
      "iloveyou",
      "trustno1",
      "00000000",
      "lifehack",
    ]) {
      expect(await refusal(password), password).toMatch(/too common/);
    }
  });

  it("rejects the service's name or host name with a few more characters", async () => {
    const { hostname } = new URL(env.PUBLIC_URL);
    for (const password of ["usher2026!", "MyUsher99", "usherusher", hostname, `1${hostname.toUpperCase()}!`]) {
      expect(await refusal(password, "jo@example.com"), password).toMatch(/name of this service/);
    }
    expect(await refusal("ada.lovelaceusher99x")).toMatch(/name of this service/);
    for (const password of ["the fall of the house of Usher", `walk to ${hostname} daily`]) {
      expect(await refusal(password, freshEmail()), password).toBeNull();
    }
  });

  it("rejects the email address, and its local part with a few more characters", async () => {
    expect(await refusal("ada.lovelace@example.com")).toMatch(/address/);
    expect(await refusal("my ADA.LOVELACE@example.com 1")).toMatch(/address/);
    expect(await refusal("Ada.Lovelace1843")).toMatch(/address/);
    expect(await refusal("ada.lovelace and the engine", email)).toBeNull();
    expect(await refusal("jo's own phrase", `jo@${crypto.randomUUID()}.example`)).toBeNull();
  });

  it("uses the whole password, without trimming or truncating", async () => {
    const { email: address, name } = person();
    const password = ` ${"long ".repeat(25)}x`;
    await post("/auth/signup", { email: address, name, password });
    await verifyAddress(address);
    expect(await signInStatus(address, password)).toBe(200);
    expect(await signInStatus(address, password.trim())).toBe(401);
    expect(await signInStatus(address, password.slice(0, -1))).toBe(401);
  });

  it("accepts a password in every Unicode normalization form", async () => {
    const { email: address, name } = person();
    await post("/auth/signup", { email: address, name, password: "café crème".normalize("NFC") });
    await verifyAddress(address);
    expect(await signInStatus(address, "café crème".normalize("NFD"))).toBe(200);
  });
});

describe("rate limits of POST /auth/signup", () => {
  /**
   * @spec 4.5 "POST | /auth/signup | public, rate limited by IP"
   * @spec 7.24 "429 | rate limit exceeded; carries a Retry-After header and a JSON body"
   * @spec 8.22 "Rate limits use a sliding window and return 429."
   * @spec 8.23 "Keys: signup by IP"
   */
  it("allows exactly 20 of 30 parallel requests from one address, and returns to the others when to retry", async () => {
    const from = { "CF-Connecting-IP": freshAddress() };
    const responses = await Promise.all(Array.from({ length: 30 }, () => post("/auth/signup", person(), from)));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(20);
    const limited = responses.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(10);
    for (const response of limited) {
      const seconds = Number(response.headers.get("Retry-After"));
      expect(seconds).toBeGreaterThan(3_500);
      expect(seconds).toBeLessThanOrEqual(3_600);
      expect(response.headers.get("RateLimit-Policy")).toBe('"signup";q=20;w=3600');
      expect(response.headers.get("RateLimit")).toMatch(/^"signup";r=0;t=\d+$/);
      expect(await response.json()).toMatchObject({ status: 429, error: "rate_limited", retry_after: seconds });
    }
  });

  it("counts refused requests too", async () => {
    const from = { "CF-Connecting-IP": freshAddress() };
    for (let turn = 0; turn < 20; turn++) expect((await post("/auth/signup", {}, from)).status).toBe(400);
    expect((await post("/auth/signup", person(), from)).status).toBe(429);
  });

  it("counts the networks of one IPv6 site together, at five times the limit of one", async () => {
    const group = crypto.getRandomValues(new Uint16Array(1))[0]?.toString(16);
    const statusFrom = async (network: number) => {
      const from = { "CF-Connecting-IP": `2001:db8:${group}:${network.toString(16)}::1` };
      return (await post("/auth/signup", {}, from)).status;
    };
    const statuses = await Promise.all(Array.from({ length: 120 }, (_, network) => statusFrom(network)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it("counts an IPv6 network as one address", async () => {
    const groups = [...crypto.getRandomValues(new Uint16Array(2))].map((group) => group.toString(16)).join(":");
    const statuses = await Promise.all(
      Array.from({ length: 21 }, async (_, index) => {
        const from = { "CF-Connecting-IP": `2001:db8:${groups}::${index + 1}` };
        return (await post("/auth/signup", {}, from)).status;
      }),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
