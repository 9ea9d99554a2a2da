import { fetchAgain } from "./fetch-again.ts";
import { ownAddress } from "./own-address.ts";
import type { RunningService } from "./running-service.ts";

/** A guest with a personal link. */
export interface InvitedGuest {
  id: string;
  name: string;
  email: string;
  link: string;
}

/** A host with an event and invited guests, created through the public API; only the paid tier is written with SQL. */
export interface E2eFixture {
  host: { email: string; password: string; token: string };
  eventId: string;
  guests: InvitedGuest[];
  /** Sends a request as the host. */
  api<Body>(method: string, path: string, body?: object): Promise<Body>;
}

export interface E2eFixtureOptions {
  guests?: number;
  partySize?: number;
  name?: string;
}

const PASSWORD = "an evening in the orangery";
const DAY_MS = 86_400_000;
let hostCount = 0;

/** Creates a host of the business tier, and an event in a month with its guests. */
export async function makeE2eFixture(service: RunningService, options: E2eFixtureOptions = {}): Promise<E2eFixture> {
  const email = `host-${++hostCount}-${process.pid}@example.com`;
  const host = { email, password: PASSWORD };
  const hostAddress = ownAddress();
  await signUpVerified(service, hostAddress, { ...host, name: "Robin Marsh" });
  const { access_token: token } = await call<{ access_token: string }>(
    service,
    hostAddress,
    "POST",
    "/auth/login",
    host,
  );
  const api = <Body>(method: string, path: string, body?: object): Promise<Body> =>
    call(service, hostAddress, method, path, body, token);
  await writeSubscription(service, email);
  const event = await api<{ id: string }>("POST", "/events", {
    name: options.name ?? "Orangery Supper",
    description: "A long table, six courses and a band that knows when to stop.\n\nPlease answer two weeks ahead.",
    venue: "The Old Orangery, Gartenweg 4, Berlin",
    event_date: new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 30 * DAY_MS - 7 * 3_600_000).toISOString(),
    end_time: new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 30 * DAY_MS - 2 * 3_600_000).toISOString(),
    timezone: "Europe/Berlin",
  });
  const guests: InvitedGuest[] = [];
  for (let index = 0; index < (options.guests ?? 1); index++) guests.push(await invite(api, event.id, index, options));
  return { host: { ...host, token }, eventId: event.id, guests, api };
}

const NAMES = ["Ada Lindqvist", "Benedikt Osei", "Chiara Valenti", "Daniel Okafor", "Elif Yıldız", "Farid Haddad"];

async function invite(
  api: E2eFixture["api"],
  eventId: string,
  index: number,
  options: E2eFixtureOptions,
): Promise<InvitedGuest> {
  const name = NAMES[index] ?? `Guest ${index + 1}`;
  const email = `guest-${index}-${eventId}@example.com`;
  const guest = { name, email, party_size: options.partySize ?? 4 };
  const { id } = await api<{ id: string }>("POST", `/events/${eventId}/guests`, guest);
  const { link } = await api<{ link: string }>("POST", `/events/${eventId}/tokens`, { guest_id: id, notify: false });
  return { id, name, email, link };
}

/** Signs up, and marks the email address as verified, as the emailed link does. */
export async function signUpVerified(
  service: RunningService,
  address: string,
  account: { email: string; password: string; name: string },
): Promise<void> {
  await call(service, address, "POST", "/auth/signup", account);
  await service.sql("update users set email_verified = 1 where email_key = ?", account.email);
}

/** Writes the rows that a webhook of the payment provider causes. */
export async function writeSubscription(service: RunningService, email: string): Promise<void> {
  await service.sql(
    `insert into subscriptions (provider_subscription_id, user_id, tier, status, granting, provider_customer_id,
       provider_updated_at, created_at, updated_at)
     select 'sub_' || id, id, 'business', 'active', 1, 'cus_' || id, 1, 1, 1 from users where email_key = ?`,
    email,
  );
}

/** Sends a request to the service. @throws Error with status and body of an error response */
export async function call<Body>(
  service: RunningService,
  address: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Body> {
  const response = await fetchAgain(new URL(path, service.url), {
    method,
    headers: {
      "CF-Connecting-IP": address,
      ...(body ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json().catch(() => null)) as Body;
}
