import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { emailKey } from "../../../src/kernel/email-address.ts";
import { call } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { headerOf, linksIn, mailTo } from "../../support/mailbox.ts";
import { cause, KINDS } from "./kinds.ts";
import { deliver } from "./lab.ts";
import { type Scene, sceneOf } from "./scene.ts";
import { TABLE } from "./table.ts";

beforeAll(stopScheduler);

/** The effect of the link's one click. */
async function effectOf({ email, host, eventId }: Scene) {
  const [ofHost, ofAll, alerts] = await Promise.all([
    env.DB.prepare("select host_id from host_unsubscribes where email_key = ?").bind(emailKey(email)).first("host_id"),
    env.DB.prepare("select count(*) as n from suppressions where email_key = ? and reason = 'unsubscribed'")
      .bind(emailKey(email))
      .first("n"),
    host.api("GET", `/events/${eventId}/alerts`),
  ]);
  const { risk } = await alerts.json<{ risk: string }>();
  return { isOfHost: ofHost === host.id, isOfAll: ofAll === 1, hasAlerts: risk !== "off" };
}

const NO_EFFECT = { isOfHost: false, isOfAll: false, hasAlerts: true };

const LINKS = {
  no: { path: null, effect: NO_EFFECT },
  "turns alerts off": { path: "/alerts/unsubscribe", effect: { ...NO_EFFECT, hasAlerts: false } },
  "unsubscribes from its hosts": { path: "/unsubscribe", effect: { ...NO_EFFECT, isOfHost: true } },
} as const;

describe("link to unsubscribe", () => {
  test.each(Object.entries(KINDS))(
    "appears in footer and header as the purpose demands, and has its effect: %s",
    async (_, kind) => {
      const scene = await sceneOf(kind.whom, kind.isPaid ? "pro" : "free");
      await kind.prepare?.(scene);
      await cause(kind, scene);
      await deliver();
      const mail = await mailTo(scene.email);
      const { path, effect } = LINKS[TABLE[kind.purpose].link];

      const header = headerOf(mail, "List-Unsubscribe");
      const inFooter = linksIn(mail).filter(({ pathname }) => pathname.endsWith("/unsubscribe"));
      const hrefs = [...mail.html.matchAll(/href="([^"]*\/unsubscribe\?[^"]*)"/g)].map(([, href = ""]) =>
        href.replaceAll("&amp;", "&"),
      );
      if (path === null) {
        expect([header, headerOf(mail, "List-Unsubscribe-Post"), inFooter, hrefs]).toEqual([null, null, [], []]);
        return;
      }
      const [url] = inFooter;
      expect(inFooter).toHaveLength(1);
      expect(url?.pathname).toBe(path);
      expect(hrefs).toEqual([url?.href]);
      expect([header, headerOf(mail, "List-Unsubscribe-Post")]).toEqual([
        `<${url?.href}>`,
        "List-Unsubscribe=One-Click",
      ]);

      expect(await effectOf(scene)).toEqual(NO_EFFECT);
      const form = { "Content-Type": "application/x-www-form-urlencoded" };
      const clicked = await call("POST", `${url?.pathname}${url?.search}`, "List-Unsubscribe=One-Click", form);
      expect(clicked.status).toBe(200);
      expect(await effectOf(scene)).toEqual(effect);
    },
  );
});
