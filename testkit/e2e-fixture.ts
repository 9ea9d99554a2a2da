import type { RunningService } from "./running-service.ts";

/** A guest with a personal link. */
export interface InvitedGuest {
  id: string;
  name: string;
  email: string;
  link: string;
}

/** A host with an event and invited guests, all made through the public API; only the paid tier is written by hand. */
export interface E2eFixture {
  host: { email: string; password: string; token: string };
  eventId: string;
  guests: InvitedGuest[];
  /** A request as the host. */
  api<Answer>(method: string, path: string, body?: object): Promise<Answer>;
}

export interface E2eFixtureOptions {
  guests?: number;
  partySize?: number;
  name?: string;
}

const PASSWORD = "an evening in the orangery";
const DAY_MS = 86_400_000;
let parties = 0;

/** Makes a host of the business tier with an event in a month and its guests. */
export async function makeE2eFixture(service: RunningService, choices: E2eFixtureOptions = {}): Promise<E2eFixture> {
  const email = `host-${++parties}-${process.pid}@example.com`;
  const host = { email, password: PASSWORD };
  const hostAddress = `10.1.${parties >> 8}.${parties & 255}`;
  await call(service, hostAddress, "POST", "/auth/signup", { ...host, name: "Robin Marsh" });
  const { access_token: token } = await call<{ access_token: string }>(
    service,
    hostAddress,
    "POST",
    "/auth/login",
    host,
  );
  const api = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
    call(service, hostAddress, method, path, body, token);
  await giveTier(service, email);
  const event = await api<{ id: string }>("POST", "/events", {
    name: choices.name ?? "Orangery Supper",
    description: "A long table, six courses and a band that knows when to stop.\n\nPlease answer two weeks ahead.",
    venue: "The Old Orangery, Gartenweg 4, Berlin",
    event_date: new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 30 * DAY_MS - 7 * 3_600_000).toISOString(),
    end_time: new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 30 * DAY_MS - 2 * 3_600_000).toISOString(),
    timezone: "Europe/Berlin",
  });
  const guests: InvitedGuest[] = [];
  for (let index = 0; index < (choices.guests ?? 1); index++) guests.push(await invite(api, event.id, index, choices));
  return { host: { ...host, token }, eventId: event.id, guests, api };
}

const NAMES = ["Ada Lindqvist", "Benedikt Osei", "Chiara Valenti", "Daniel Okafor", "Elif Yıldız", "Farid Haddad"];

async function invite(
  api: E2eFixture["api"],
  eventId: string,
  index: number,
  choices: E2eFixtureOptions,
): Promise<InvitedGuest> {
  const name = NAMES[index] ?? `Guest ${index + 1}`;
  const email = `guest-${index}-${eventId}@example.com`;
  const guest = { name, email, party_size: choices.partySize ?? 4 };
  const { id } = await api<{ id: string }>("POST", `/events/${eventId}/guests`, guest);
  const { link } = await api<{ link: string }>("POST", `/events/${eventId}/tokens`, { guest_id: id, notify: false });
  return { id, name, email, link };
}

/** As the payment provider's webhook would leave it. */
async function giveTier(service: RunningService, email: string): Promise<void> {
  await service.sql(
    `insert into subscriptions (provider_subscription_id, user_id, tier, status, granting, provider_customer_id,
       provider_updated_at, created_at, updated_at)
     select 'sub_' || id, id, 'business', 'active', 1, 'cus_' || id, 1, 1, 1 from users where email_key = ?`,
    email,
  );
}

/** A request to the service. @throws Error with what it said, when it refuses */
export async function call<Answer>(
  service: RunningService,
  address: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Answer> {
  const response = await fetch(new URL(path, service.url), {
    method,
    headers: {
      "CF-Connecting-IP": address,
      ...(body ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json().catch(() => null)) as Answer;
}
