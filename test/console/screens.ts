import { type InvitedGuest, signUpVerified } from "../../testkit/e2e-fixture.ts";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { type Console, hostAtConsole } from "./support.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const inEvent = (path: string): string => `/events/$eventId${path}`;

/**
 * Every screen below `/app`. Each group is visited by one host, and all groups take about equally long. Parameters stand for the
 * event, a guest and a message.
 */
export const ACCOUNT_SCREENS: string[][] = [
  ["/sign-in", "/sign-up", "/", "/create"],
  ["/account", "/account/security", "/account/plan"],
  ["/account/webhooks", "/account/keys", "/account/data"],
];
export const GUEST_SCREENS: string[][] = [
  ["", "/guests", "/import"],
  ["/guests/$guestId", "/send"],
  ["/messages", "/messages/new", "/messages/$messageId"],
].map((group) => group.map(inEvent));
export const EVENT_SCREENS: string[][] = [
  ["/door", "/safety", "/look"],
  ["/team", "/settings", "/settings/questions"],
  ["/settings/seats", "/settings/alerts", "/log"],
].map((group) => group.map(inEvent));
export const EVERY_SCREEN = [ACCOUNT_SCREENS, GUEST_SCREENS, EVENT_SCREENS].flat(2);

/**
 * Creates a host whose event has content for each screen: guests with tags, tables and replies, a draft message, questions and
 * an invited co-host.
 * @returns the tab, and a function that fills the IDs into a screen's path
 */
export async function hostOfEverything(app: Console, context: Parameters<typeof hostAtConsole>[2] = {}) {
  const tab = await hostAtConsole(app, { guests: 4, partySize: 3 }, context);
  const { eventId, guests, api } = tab.fixture;
  const helper = {
    email: `helper-${eventId}@example.com`,
    password: "an evening in the orangery",
    name: "Hanna Helper",
  };
  await signUpVerified(app.service, ownAddress(), helper);
  await answerAsGuest(app.service, guests[0]);
  const [ada, ben, chiara] = guests.map(({ id }) => `/events/${eventId}/guests/${id}`);
  await Promise.all([
    api("PATCH", `${ada}`, { tags: ["Family", "Press"], table: "1" }),
    api("PATCH", `${ben}`, { tags: ["Family"], table: "2" }),
    api("PUT", `${chiara}/rsvp`, { response: "declined", plus_ones: 0 }),
    api("PUT", `/events/${eventId}/questions`, {
      items: [
        { label: "What can't you eat?", kind: "text", required: false, scope: "person", when: "attending" },
        {
          label: "Which bus?",
          kind: "choice",
          options: ["At five", "At six"],
          required: false,
          scope: "guest",
          when: "attending",
        },
      ],
    }),
    api("POST", `/events/${eventId}/security/allowlist`, { ip_cidr: "203.0.113.0/24" }),
    api("POST", `/events/${eventId}/door-devices`, { name: "Front door", rights: ["scan"] }),
    api("POST", `/events/${eventId}/walk-ins`, { name: "Wanda Walk-in" }),
    api("POST", "/api-keys", { name: "Badge printer", scopes: ["guests:read"] }),
    api<{ id: string }>("POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/", types: ["*"] }).then(({ id }) =>
      api("POST", `/webhook-endpoints/${id}/test`),
    ),
    api("POST", `/events/${eventId}/collaborators`, { email: helper.email, role: "viewer" }),
    api("POST", `/events/${eventId}/collaborators`, { email: `co-host-${eventId}@example.com`, role: "editor" }),
  ]);
  const message = await api<{ id: string }>("POST", `/events/${eventId}/messages`, {
    channel: "email",
    mode: "draft",
    audience: "everyone",
    subject: "Where to park",
    body: "Behind the orangery.",
  });
  const ids: Record<string, string> = { eventId, guestId: guests[0]?.id ?? "", messageId: message.id };
  return { tab, pathOf: (screen: string) => screen.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? "") };
}

/** Submits an RSVP for two from the guest's phone. */
async function answerAsGuest(service: RunningService, guest: InvitedGuest | undefined): Promise<void> {
  const token = guest?.link.split("/i/")[1];
  const headers = { "User-Agent": PHONE, "CF-Connecting-IP": ownAddress() };
  const opened = await fetchAgain(`${service.url}/access/${token}`, { headers });
  const response = await fetchAgain(`${service.url}/rsvp`, {
    method: "POST",
    headers: {
      ...headers,
      "Content-Type": "application/json",
      "Usher-Device": opened.headers.get("usher-device") ?? "",
    },
    body: JSON.stringify({ token, response: "attending", plus_ones: 1 }),
  });
  if (!response.ok) throw new Error(`POST /rsvp returned ${response.status}: ${await response.text()}`);
}
