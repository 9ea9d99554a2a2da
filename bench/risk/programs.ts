import { randomLaptop } from "./devices.ts";
import { CITIES, SCANNER_HOSTS } from "./geography.ts";
import type { Guest, World } from "./guests.ts";
import { type Line, makeVisit, type ProgramClass, type Visit } from "./visit.ts";

/** Shares of guests whose mail gateway opens every link, and who paste the link into a chat. */
const SCANNED = 0.25;
const PREVIEWED = 0.15;
const SCANNER_AGENTS = [
  "Mozilla/5.0 (compatible; Barracuda Sentinel (EE))",
  "Mimecast-URL-Scanner/1.0",
  "ProofpointURLDefense/1.2",
  "Mozilla/5.0 (compatible; Microsoft SafeLinks)",
] as const;
const PREVIEW_AGENTS = [
  "WhatsApp/2.24.11.78 A",
  "TelegramBot (like TwitterBot)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
] as const;

function hostingLine(world: World): Line {
  const { random, prefixes } = world;
  const city = random.pick(CITIES);
  return {
    prefix: random.pick(prefixes.get(city.name)?.all ?? ["20.50.1"]),
    provider: random.pick(SCANNER_HOSTS),
    city,
  };
}

/** Automated fetches: by mail gateways seconds after delivery, by link previews of chats later. */
export function programVisits(world: World, guest: Guest): Visit[] {
  const { random } = world;
  const visits: Visit[] = [];
  const fetchBy = (kind: ProgramClass, at: number, plan: object): void => {
    const ids = { eventId: guest.event.id, guestId: guest.id, tokenId: guest.tokenId };
    const base = {
      label: { side: "program", class: kind } as const,
      person: guest.person,
      line: hostingLine(world),
      at,
    };
    visits.push(makeVisit(random, { ...base, jar: random.uuid(), ...ids, ...plan }, world.visible));
  };
  if (random.chance(SCANNED)) {
    for (let fetch = random.between(1, 3); fetch > 0; fetch -= 1) {
      const seconds = random.between(2, 60);
      const sent = { sent_seconds_ago: String(seconds) };
      const plan = random.weighed<object>([
        [{ userAgent: random.pick(SCANNER_AGENTS), extra: sent }, 0.4],
        [{ machine: randomLaptop(random), reportsHardware: random.chance(0.3), extra: sent }, 0.4],
        [{ machine: randomLaptop(random), reportsHardware: false, extra: { ...sent, edge_method: "HEAD" } }, 0.2],
      ]);
      fetchBy("scanner", guest.invitedAt + seconds * 1_000, plan);
    }
    // The link in a reminder is opened as well, weeks later and with a browser's user agent.
    if (random.chance(0.3)) {
      const at = guest.event.startsAt - 3 * 86_400_000 + random.between(2, 40) * 1_000;
      fetchBy("scanner", at, { machine: randomLaptop(random), reportsHardware: false });
    }
  }
  if (random.chance(PREVIEWED)) {
    fetchBy("preview", guest.invitedAt + random.wait(36 * 3_600_000), { userAgent: random.pick(PREVIEW_AGENTS) });
  }
  return visits;
}
