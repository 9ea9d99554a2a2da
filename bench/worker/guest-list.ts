import { decodeJwt } from "jose";
import { makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import type { Shot } from "./load.ts";

/** The maximum of the largest tier. */
export const GUESTS = 5_000;

/** Phones at the door, each with its own ticket: one may scan 60 codes per minute. */
const PHONES = 250;

const BROWSER = {
  "user-agent":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "accept-language": "en-GB,en;q=0.9",
  "sec-fetch-mode": "navigate",
};

/** Requests for an event with a full guest list and a link for each guest. */
export interface InvitedList {
  /** The n-th guest opens the invitation. */
  open(n: number): Shot;
  /** The n-th guest opens its page. */
  openPage(n: number): Shot;
  /** The n-th guest sends an RSVP (`attending`). */
  answer(n: number): Shot;
  /** Checks a guest in with the short code that the guest's page shows, from the response body of the RSVP. */
  checkIn(rsvpBody: string): Shot;
}

/** Creates the event through the public API: imports the guests, creates their links and scanner tickets. */
export async function inviteGuests(service: RunningService, hasAddresses: boolean): Promise<InvitedList> {
  const { api, eventId, host } = await makeE2eFixture(service, { guests: 0 });
  const rows = Array.from({ length: GUESTS }, (_, index) =>
    hasAddresses ? `Guest ${index},guest-${index}-${eventId}@example.com,4` : `Guest ${index},,4`,
  );
  const imported = await fetch(`${service.url}/events/${eventId}/guests/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "text/csv", "cf-connecting-ip": "10.2.0.1" },
    body: ["name,email,party_size", ...rows].join("\r\n"),
  });
  if (!imported.ok) throw new Error(`the import responded with ${imported.status}: ${await imported.text()}`);
  const links = await api<{ items: { link: string }[] }>("POST", `/events/${eventId}/guests/invitations/bulk`, {
    notify: false,
  });
  const tickets = await Promise.all(
    Array.from({ length: PHONES }, () => api<{ ticket: string }>("POST", `/events/${eventId}/scanner-ticket`)),
  );
  let scans = 0;
  const tokens = links.items.map(({ link }) => link.split("/i/")[1] ?? "");
  const tokenOf = (n: number) => tokens[n % tokens.length] ?? "";
  // Each guest has a constant IP address. All have the same length, so that one can take the place of another in a message.
  const headersOf = (n: number) => ({
    ...BROWSER,
    "cf-connecting-ip": `84.${100 + (n % 150)}.${100 + (Math.floor(n / 150) % 150)}.107`,
    "content-type": "application/json",
  });
  return {
    open: (n) => ({ method: "GET", path: `/access/${tokenOf(n)}`, headers: headersOf(n) }),
    openPage: (n) => ({ method: "GET", path: `/i/${tokenOf(n)}`, headers: { ...headersOf(n), accept: "text/html" } }),
    answer: (n) => ({
      method: "POST",
      path: "/rsvp",
      headers: headersOf(n),
      body: JSON.stringify({ token: tokenOf(n), response: "attending", plus_ones: 1 }),
    }),
    checkIn: (rsvpBody) => {
      const { check_in } = JSON.parse(rsvpBody) as { check_in: { qr_token: string } };
      const shortCode = decodeJwt(check_in.qr_token).jti;
      return {
        method: "POST",
        path: `/events/${eventId}/check-in`,
        headers: {
          ...BROWSER,
          authorization: `Bearer ${tickets[scans++ % PHONES]?.ticket}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ qr_token: shortCode }),
      };
    },
  };
}
