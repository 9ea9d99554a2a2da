import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { includesScope, SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { callWithKey, makeKey } from "../support/api-key.ts";
import { eventually } from "../support/eventually.ts";
import { suppress } from "../support/message.ts";
import { bodyFor, document, type Operation, operations, pathFor } from "../support/operations.ts";

/** Part of every personal text of the guests, and of nothing else. */
const MARKER = "zquarnel";
const PHONE = "+4915112349876";

type Schema = Record<string, unknown> & {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
};

/** A response's personal value, and the scopes that see it, one is enough. Null: the field is not marked. */
interface Found {
  path: string;
  scopes: readonly Scope[] | null;
}

const scopeOf = ({ operation }: Operation): Scope | null =>
  operation.security.flatMap((scheme) => ("api_key" in scheme ? (scheme.api_key as Scope[]) : []))[0] ?? null;

/** The operations that a key may call and that change nothing. */
const readable = operations.filter((one) => scopeOf(one) !== null && one.method === "get");

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : { ...(document.components.schemas[name] as Schema), ...schema, $ref: "" };
}

/** The schemas that together describe a value: itself, its parts and its options. */
function facets(schema: Schema): Schema[] {
  const own = resolved(schema);
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((key) => (own[key] as Schema[] | undefined) ?? []);
  return [own, ...parts.flatMap(facets)];
}

const isPersonal = (text: string) => text.toLowerCase().includes(MARKER) || text.includes(PHONE.slice(-4));

/** Each personal text of a value, and the mark of the field that has it. */
function personalIn(value: unknown, schemas: Schema[], path: string, mark: readonly Scope[] | null): Found[] {
  const all = schemas.flatMap(facets);
  const scopes = (all.find((one) => "x-guest-data" in one)?.["x-guest-data"] as Scope[] | undefined) ?? mark;
  if (typeof value === "string") return isPersonal(value) ? [{ path, scopes }] : [];
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items }) => (items ? [items] : []));
    return value.flatMap((item) => personalIn(item, items, `${path}[]`, scopes));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const fields = all.flatMap(({ properties, additionalProperties: rest }) => {
      const named = properties?.[name] ?? (typeof rest === "object" ? rest : undefined);
      return named ? [named] : [];
    });
    return personalIn(field, fields, `${path}.${name}`, scopes);
  });
}

let host: Host;
let ids: Record<string, string>;

/** An event whose guests have every kind of personal data, with replies, arrivals, messages and accesses. */
beforeAll(async () => {
  host = await signedInHost({ tier: "business" });
  const event = await created("/events", {
    name: "Gala",
    event_date: new Date(Date.now() + HOUR_MS).toISOString(),
    timezone: "Europe/Berlin",
    capacity: 2,
    waitlist: true,
  });
  const path = `/events/${event.id}`;
  const { items } = await (
    await host.api("PUT", `${path}/questions`, { items: [{ kind: "text", label: "Diet?", required: false }] })
  ).json<{ items: { id: string }[] }>();
  const guests = [];
  for (const index of [0, 1, 2, 3]) {
    const guest = await created(`${path}/guests`, {
      name: `Zquarnel Guest ${index}`,
      email: `zquarnel-${index}-${event.id}@example.com`,
      phone: PHONE,
      notes: "zquarnel note",
      greeting: "Dear zquarnel",
      external_id: `zquarnel-${index}`,
      party_size: 2,
      companions: [{ name: "Zquarnel Companion" }],
      same_name: "add",
    });
    guests.push(guest);
    await created(`${path}/tokens`, { guest_id: guest.id, notify: index === 0 });
  }
  for (const { id } of guests.slice(0, 3)) {
    const answer = { response: "attending", companions: [], answers: { [items[0]?.id ?? ""]: "zquarnel food" } };
    await host.api("PUT", `${path}/guests/${id}/rsvp`, answer);
    await host.api("PUT", `${path}/guests/${id}/rsvp`, { ...answer, answers: {} });
  }
  // The waiting party is passed over.
  await suppress(`zquarnel-2-${event.id}@example.com`, "bounced");
  await host.api("PATCH", path, { capacity: 3 });
  await eventually(async () => {
    const seats = await host.api("GET", `${path}/seats`);
    expect(await seats.json()).toMatchObject({ passed_over: [{ name: "Zquarnel Guest 2" }] });
  });
  const arrived = await created(`${path}/check-in`, {
    guest_id: guests[0]?.id,
    override: true,
    notes: "zquarnel came",
  });
  await created(`${path}/walk-ins`, { name: "Zquarnel Walk-in", email: "zquarnel-walk@example.com" });
  const message = await created(`${path}/messages`, {
    audience: "everyone",
    channel: "email",
    subject: "News",
    body: "Hello",
    mode: "send_now",
  });
  await eventually(async () => {
    const delivered = await host.api("GET", `${path}/messages/${message.id}/deliveries`);
    expect((await delivered.json<{ items: object[] }>()).items.length).toBeGreaterThan(2);
  });
  await env.DB.prepare("update message_deliveries set reason = ? where event_id = ?")
    .bind("550 <zquarnel@example.com>: no such mailbox", event.id)
    .run();
  await host.api("PATCH", path, { venue: "Harbour", notify: true, notify_never_emailed: false });
  const { items: messages } = await (await host.api("GET", `${path}/messages`)).json<{
    items: { id: string; kind: string }[];
  }>();
  const endpoint = await created("/webhook-endpoints", { url: "https://hooks.example.com/usher", types: ["*"] });
  ids = {
    eventId: event.id,
    guestId: guests[0]?.id ?? "",
    messageId: message.id,
    checkInId: arrived.id,
    endpointId: endpoint.id,
    noticeId: messages.find(({ kind }) => kind === "changed")?.id ?? "",
  };
});

async function created(path: string, body: object): Promise<{ id: string }> {
  const response = await host.api("POST", path, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Every personal text that a key reads with an operation. A file is for readers of guests. */
async function readBy(key: string, one: Operation): Promise<Found[]> {
  const isNotice = one.path.endsWith("/notice");
  const path = pathFor(one, isNotice ? { ...ids, messageId: ids.noticeId ?? "" } : ids)
    .replace("/door/search?q=Grace", "/door/search?q=Zquarnel")
    .replace("q=Grace", "q=Zquarnel");
  const response = await callWithKey(key, "GET", path, bodyFor(one, ids));
  const name = one.operation.operationId;
  if (response.status === 101) return [];
  const type = response.headers.get("content-type") ?? "";
  if (!type.includes("json")) {
    return isPersonal(await response.text()) ? [{ path: `${name} ${type}`, scopes: ["guests:read"] }] : [];
  }
  const content = one.operation.responses[String(response.status)]?.content ?? {};
  const schema = (content["application/json"] as { schema?: Schema } | undefined)?.schema ?? {};
  return personalIn(await response.json(), [schema], name, null);
}

/** Responses that keys without `guests:read` see. */
const SHOWN: Partial<Record<Scope, string[]>> = {
  "messages:send": [
    "listDeliveries.items[].guest.name",
    "readNotice.recipients.items[].name",
    "readNotice.tell_yourself.items[].name",
    "readNotice.words.text",
  ],
  check_in: [
    "findAtDoor.items[].guest.companions[]",
    "findAtDoor.items[].guest.name",
    "listCheckIns.items[].guest.name",
    "listCheckIns.items[].notes",
    "readDoorList.buckets[].guests[].name",
    "readDoorList.buckets[].guests[].party_names[]",
  ],
};

describe("personal data of guests", () => {
  it.each(SCOPES)("returns only what the document marks for a key with %s", async (scope) => {
    const { key } = await makeKey(host, { scopes: [scope] });
    const operationsOf = readable.filter((one) => includesScope([scope], scopeOf(one) as Scope));
    const found = (await Promise.all(operationsOf.map((one) => readBy(key, one)))).flat();
    const mayRead = ({ scopes }: Found) => scopes?.some((one) => includesScope([scope], one));
    expect(found.filter((one) => !mayRead(one))).toEqual([]);
    const shown = [...new Set(found.map(({ path }) => path))].sort();
    if (includesScope([scope], "guests:read")) expect(shown.length).toBeGreaterThan(20);
    else expect(shown).toEqual(SHOWN[scope] ?? []);
  });

  it("nulls names and addresses in analytics, and empties their cells, for a key without guests:read", async () => {
    const path = `/events/${ids.eventId}/analytics`;
    const read = async (api: Host["api"]) => {
      const { stale_guests: stale } = await (await api("GET", path)).json<{
        stale_guests: Record<string, unknown>[];
      }>();
      const lines = (await (await api("GET", `${path}/export.csv`)).text()).trim().split("\r\n");
      return { stale, header: lines[0], cells: lines.slice(1).map((line) => line.split(",").slice(0, 4)) };
    };
    const byPerson = await read(host.api);
    expect(byPerson.stale[0]).toMatchObject({ name: "Zquarnel Guest 3", email: expect.stringContaining(MARKER) });
    const { api } = await makeKey(host, { scopes: ["analytics:read"] });
    const byKey = await read(api);
    expect(byKey.header).toBe(byPerson.header);
    expect(byKey.stale).toEqual(byPerson.stale.map((guest) => ({ ...guest, name: null, email: null })));
    expect(byKey.cells).toEqual(byPerson.cells.map(([id]) => [id, "", "", ""]));
    const both = await makeKey(host, { scopes: ["analytics:read", "guests:read"] });
    expect(await read(both.api)).toEqual(byPerson);
  });
});
