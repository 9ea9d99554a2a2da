import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { call, freshAddress, freshEmail, signedInHost } from "../support/account.ts";
import { addMember } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { makeEvent } from "../support/guest.ts";
import { mailTo } from "../support/mailbox.ts";

/** Signs up. @returns the address */
async function signUp(fields: Record<string, unknown>, accepted = "en"): Promise<string> {
  const email = freshEmail();
  const body = { email, password: "correct horse battery staple", name: "Ada", ...fields };
  const headers = { "CF-Connecting-IP": freshAddress(), "Accept-Language": accepted };
  expect((await call("POST", "/auth/signup", body, headers)).status).toBe(202);
  return email;
}

describe("emails to hosts (language)", () => {
  test("follows the sign-up, else the browser", async () => {
    const [japanese, polish, nowhere] = await Promise.all([
      signUp({ locale: "ja" }, "de"),
      signUp({}, "fi, pl-PL;q=0.9"),
      signUp({}, "../../x, tlh"),
    ]);
    const mail = await mailTo(japanese);
    expect(mail.subject).toBe("メールアドレスをご確認ください");
    expect(mail.html).toContain('<html lang="ja" dir="ltr">');
    expect(mail.text).toContain("有効期間：24時間");
    expect((await mailTo(polish)).subject).toBe("Potwierdź swój adres e\u2011mail");
    expect((await mailTo(nowhere)).subject).toBe("Confirm your email address");
  });

  test.each(["klingon", "x", ""])("rejects %j", async (locale) => {
    const body = { email: freshEmail(), password: "correct horse battery staple", name: "Ada", locale };
    const refused = await call("POST", "/auth/signup", body, { "CF-Connecting-IP": freshAddress() });
    expect(refused.status).toBe(400);
    const { errors } = await refused.json<{ errors: { path: string }[] }>();
    expect(errors.map(({ path }) => path)).toEqual(["locale"]);
    const host = await signedInHost();
    expect((await host.api("PATCH", "/me", { locale })).status).toBe(400);
  });

  test("stores the tag that another form or the name of the language means", async () => {
    const host = await signedInHost();
    for (const [locale, tag] of Object.entries({ de_DE: "de-DE", German: "de" })) {
      const changed = await host.api("PATCH", "/me", { locale });
      expect([locale, await changed.json()]).toMatchObject([locale, { locale: tag }]);
    }
  });

  test("changes with the account, on every shard, and leaves other fields unchanged", async () => {
    const host = await signedInHost({ shard: 1 });
    await makeEvent(host);
    const changed = await host.api("PATCH", "/me", { locale: "pt-br" });
    expect(await changed.json()).toMatchObject({ name: "Ada Host", locale: "pt-BR" });
    expect(await (await host.api("GET", "/me")).json()).toMatchObject({ locale: "pt-BR" });
    const replica = env.DB_1.prepare("select locale from users where id = ?").bind(host.id);
    await eventually(async () => expect(await replica.first("locale")).toBe("pt-BR"));
    const body = { email: host.email };
    await call("POST", "/auth/forgot-password", body, { "CF-Connecting-IP": freshAddress() });
    expect((await mailTo(host.email)).subject).toBe("Redefina sua senha");
  });

  test("follows the event for a co-host without an account", async () => {
    const host = await signedInHost({ name: "سارة", tier: "pro" });
    const member = await signedInHost({ locale: "nl" });
    const event = await makeEvent(host, { name: "حفل زفاف", locale: "ar" });
    const stranger = freshEmail();
    for (const email of [stranger, member.email]) {
      const invited = await host.api("POST", `/events/${event.id}/collaborators`, { email, role: "editor" });
      expect(invited.status).toBe(201);
    }
    const arabic = await mailTo(stranger);
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
    expect(arabic.subject.replace(/[\u2068\u2069]/g, "")).toBe("دعوة من سارة للمشاركة في تنظيم حفل زفاف");
    expect((await mailTo(member.email)).text).toContain("Met bewerkrechten kun je gasten");
  });

  test("follows each reader in a security email", async () => {
    const host = await signedInHost({ tier: "pro", locale: "de" });
    const event = await makeEvent(host, { name: "Winterball" });
    const owner = await signedInHost({ locale: "tr" });
    const member = await signedInHost({ name: "Edith", locale: "zh-Hans" });
    await addMember(event.id, owner.id, "owner");
    await addMember(event.id, member.id, "editor");
    const path = `/events/${event.id}/collaborators/${member.id}`;
    expect((await host.api("PATCH", path, { role: "owner" })).status).toBe(200);
    expect((await mailTo(host.email)).text).toContain("Edith hat jetzt vollen Zugriff auf Ihre Veranstaltung");
    expect((await mailTo(owner.email)).subject).toBe("Etkinliğinize tam erişimi olan bir kişi eklendi");
    expect((await mailTo(member.email)).subject).toBe("您已成为一个活动的所有者");
  });
});
