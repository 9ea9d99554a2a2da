import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { openTab } from "../../testkit/browser.ts";
import { type Scene, type Scheme, SIZES, type Size, save } from "./camera.ts";
import { answer, GUEST } from "./guest-requests.ts";

const GUEST_LIST = fileURLToPath(new URL("../dev/demo-guests.csv", import.meta.url));
/** A stranger: an address of a hosting provider in another country, and another browser. */
const STRANGER = {
  "CF-Connecting-IP": "185.220.101.34",
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Sec-Fetch-Mode": "navigate",
};
/** Guests who answer, and how: in turns, the rest stays silent. */
const ANSWERS = ["attending", "attending", "declined", "attending", "maybe", "attending"] as const;
const ANSWERING = 14;
const ARRIVING = 3;

/** Screens: the name, and the path below `/app` (with the event and a guest). */
const SCREENS: readonly [name: string, path: string][] = [
  ["events", "/"],
  ["create", "/create"],
  ["overview", "/events/$event"],
  ["guests", "/events/$event/guests"],
  ["guest", "/events/$event/guests/$guest"],
  ["import", "/events/$event/import"],
  ["send", "/events/$event/send"],
  ["messages", "/events/$event/messages"],
  ["door", "/events/$event/door"],
  ["safety", "/events/$event/safety"],
  ["look", "/events/$event/look"],
  ["team", "/events/$event/team"],
  ["settings", "/events/$event/settings"],
  ["questions", "/events/$event/settings/questions"],
  ["seats", "/events/$event/settings/seats"],
  ["log", "/events/$event/log"],
  ["account", "/account"],
  ["security", "/account/security"],
  ["plan", "/account/plan"],
  ["data", "/account/data"],
];

/** Screens of the console, on a phone and a desktop, light and dark, with an event on which something happens. */
export async function takeConsole(scene: Scene): Promise<void> {
  const guest = await makeLively(scene);
  for (const size of ["desktop", "phone"] as const) {
    for (const scheme of ["light", "dark"] as const) await takeScreens(scene, guest, size, scheme);
  }
}

async function takeScreens(scene: Scene, guest: string, size: Size, scheme: Scheme): Promise<void> {
  const { page } = await openTab(scene.browser, {
    baseURL: scene.service.url,
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: "reduce",
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
  });
  const show = async (name: string, path: string) => {
    await page.goto(`/app${path.replace("$event", scene.fixture.eventId).replace("$guest", guest)}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await isReady(page);
    await save(page, `console-${name}-${size}-${scheme}`);
  };
  await show("sign-up", "/sign-up");
  await show("sign-in", "/sign-in");
  await signIn(page, scene);
  for (const [name, path] of SCREENS) await show(name, path);
  await page.context().close();
}

/** Waits until nothing is loading: no skeleton, and the event's socket open where a screen has one. */
async function isReady(page: Page): Promise<void> {
  await page.waitForSelector(".skeleton", { state: "detached" });
  await page.waitForSelector("text=Connecting…", { state: "detached" });
}

async function signIn(page: Page, { fixture }: Scene): Promise<void> {
  await page.getByLabel("Email").fill(fixture.host.email);
  await page.getByLabel("Password").fill(fixture.host.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
}

/** Adds guests who answer, arrive and stay silent, and a stranger. @returns the id of a guest about whom there is much */
async function makeLively(scene: Scene): Promise<string> {
  const { fixture, service } = scene;
  const path = `/events/${fixture.eventId}`;
  const headers = { authorization: `Bearer ${fixture.host.token}`, "Content-Type": "text/csv" };
  await fetch(`${service.url}${path}/guests/import`, { method: "POST", headers, body: await readFile(GUEST_LIST) });
  const { items } = await fixture.api<{ items: { id: string; name: string }[] }>("GET", `${path}/guests?limit=200`);
  const known = new Set(fixture.guests.map(({ id }) => id));
  for (const { id, name } of items.filter((guest) => !known.has(guest.id)).reverse()) {
    const token = { guest_id: id, notify: false };
    const { link } = await fixture.api<{ link: string }>("POST", `${path}/tokens`, token);
    fixture.guests.push({ id, name, email: "", link });
  }
  const first = known.size;
  const codes: string[] = [];
  for (let index = first; index < Math.min(first + ANSWERING, fixture.guests.length); index++) {
    await fetch(`${service.url}/access/${fixture.guests[index]?.link.split("/i/")[1]}`, { headers: GUEST });
    const response = ANSWERS[index % ANSWERS.length] ?? "attending";
    codes.push(await answer(scene, index, response, response === "attending" ? index % 2 : 0));
  }
  await addTexts(scene);
  const lively = fixture.guests[first];
  await fetch(`${service.url}/access/${lively?.link.split("/i/")[1]}`, { headers: STRANGER });
  await haveOneBlocked(scene, fixture.guests[first + 1]?.link ?? "");
  for (const code of codes.filter((found) => found !== "").slice(0, ARRIVING)) {
    await fixture.api("POST", `${path}/check-in`, { qr_token: code });
  }
  return lively?.id ?? "";
}

/** Gives the event an invitation text in two languages. */
async function addTexts({ fixture }: Scene): Promise<void> {
  await fixture.api("PUT", `/events/${fixture.eventId}/texts`, {
    invitation: { subject: "Come to dinner, {{first_name}}" },
    translations: { de: { invitation: { subject: "Komm zum Essen, {{first_name}}" } } },
  });
}

/** Has a program open a link while the event is as strict as can be, for the list of what was blocked. */
async function haveOneBlocked({ fixture, service }: Scene, link: string): Promise<void> {
  const path = `/events/${fixture.eventId}/security/thresholds`;
  const { medium, high, block } = await fixture.api<Record<"medium" | "high" | "block", number>>("GET", path);
  await fixture.api("PUT", path, { medium: 1, high: 2, block: 3 });
  const headers = { ...STRANGER, "User-Agent": "python-requests/2.32" };
  await fetch(`${service.url}/access/${link.split("/i/")[1]}`, { headers });
  await fixture.api("PUT", path, { medium, high, block });
}
