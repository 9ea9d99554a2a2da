import { componentOf, type JsonSchema } from "./json-schema.ts";

/** The place of an example in the document. */
interface Place {
  components: Record<string, JsonSchema>;
  /** Examples of requests have the needed fields, examples of responses all fields. */
  direction: "request" | "response";
  /** The component or field with the object, for names that have several meanings. */
  owner: string;
  /** The name of the field, or of the parameter. */
  name: string;
}

const MOMENT = "2027-05-04T09:30:00.000Z";
const UUID = "0191e0b1-7a3c-7f00-8000-000000000001";
/** Kinds of objects, by the name of their component or field. */
const KINDS: readonly [RegExp, string][] = [
  [/device/i, "device"],
  [/delivery/i, "delivery"],
  [/billing/i, "billing"],
  [/guest|walkin|rsvp|invit(?!e?collab)|companion|import/i, "guest"],
  [/event/i, "event"],
  [/user|sign|collab|host|actor|by$|login/i, "host"],
];

/**
 * Returns an example of a schema: its own `example`, else the usual value of a field with this name, else the smallest value
 * that the schema allows. An equal schema always gets the same example.
 */
export function exampleOf(schema: JsonSchema, place: Place): unknown {
  const own = schema.example ?? schema.examples?.[0];
  if (own !== undefined) return own;
  const component = componentOf(schema);
  if (component !== null) {
    return exampleOf(place.components[component] ?? {}, { ...place, owner: component });
  }
  if (isNullable(schema) && USUALLY_NULL.has(place.name)) return null;
  const usual = usualValue(schema, place);
  if (usual !== undefined) return usual;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, place)));
  const [option] = optionsOf(schema);
  if (option) return exampleOf(option, place);
  if (schema.enum) return schema.enum[0];
  return ofType(typeOf(schema), schema, place);
}

function ofType(type: string | undefined, schema: JsonSchema, place: Place): unknown {
  switch (type) {
    case "object":
      return objectExample(schema, place);
    case "array":
      return listExample(schema, place);
    case "boolean":
      return !USUALLY_FALSE.has(place.name);
    case "integer":
    case "number":
      return within(schema, schema.minimum ?? 1);
    case "string":
      return text(schema, place);
    case "null":
      return null;
    default:
      return {};
  }
}

function objectExample({ properties, required = [], additionalProperties }: JsonSchema, place: Place) {
  if (properties === undefined) {
    return typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0
      ? {
          [place.name === "answers" ? UUID : "language"]: exampleOf(additionalProperties, {
            ...place,
            name: "language",
          }),
        }
      : {};
  }
  const fields = Object.entries(properties);
  const isSent = ([name]: [string, JsonSchema]): boolean => required.includes(name) || SENT_AT_FIRST.has(name);
  // A PATCH has no required fields, but must have at least one field.
  const sent = required.length > 0 && fields.some(isSent) ? fields.filter(isSent) : fields.slice(0, 1);
  const chosen = place.direction === "response" ? fields : sent;
  const owner = place.name === "" || place.name === "items" ? place.owner : place.name;
  return Object.fromEntries(chosen.map(([name, field]) => [name, exampleOf(field, { ...place, owner, name })]));
}

function listExample({ items, prefixItems, minItems = 1 }: JsonSchema, place: Place): unknown[] {
  if (prefixItems) return prefixItems.map((one) => exampleOf(one, place));
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items ?? {}, place));
}

function text({ format, minLength = 0, maxLength = Infinity }: JsonSchema, { name }: Place): string {
  if (format === "uuid") return UUID;
  if (format === "date-time") return MOMENT;
  if (format === "date") return MOMENT.slice(0, 10);
  if (format === "uri") return `https://usher.example/${name}`;
  if (format === "email") return "robin@example.com";
  const words = name === "" ? "text" : name.replaceAll("_", " ");
  return words.padEnd(minLength, "x").slice(0, maxLength);
}

/** Returns the usual value of fields with this name, if the schema allows it. */
function usualValue(schema: JsonSchema, { owner, name }: Place): unknown {
  const kind = KINDS.find(([pattern]) => pattern.test(owner))?.[1];
  const value = EXAMPLE_VALUES[`${kind}.${name}`] ?? EXAMPLE_VALUES[name];
  return value !== undefined && allows(schema, value) ? value : undefined;
}

/** True if a schema of a single value allows this one. */
function allows(schema: JsonSchema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  const type = typeOf(schema);
  if (typeof value === "number") return (type === "integer" || type === "number") && within(schema, value) === value;
  if (Array.isArray(value)) return type === "array" && value.every((one) => allows(schema.items ?? {}, one));
  if (typeof value === "object") return type === "object" && schema.properties === undefined;
  return type === "string" && typeof value === "string" && hasFormat(schema, value);
}

function hasFormat({ format, pattern, maxLength = Infinity }: JsonSchema, value: string): boolean {
  if (value.length > maxLength || (pattern !== undefined && !new RegExp(pattern, "u").test(value))) return false;
  if (format === "uuid") return value.length === UUID.length;
  if (format === "date-time") return value.endsWith("Z");
  return format !== "uri" || value.startsWith("https:");
}

function within({ minimum = -Infinity, maximum = Infinity }: JsonSchema, value: number): number {
  return Math.min(maximum, Math.max(minimum, value));
}

function typeOf({ type }: JsonSchema): string | undefined {
  const types = [type ?? []].flat();
  return types.find((one) => one !== "null") ?? types[0];
}

/**
 * Values of the document's examples, by field name. If a name has several meanings, the kind of its object precedes it:
 * `event.name`. A field without an entry gets a value from its schema.
 */
const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  // IDs are of version 7, like those of the service.
  id: "0191e0b1-7a3c-7f00-8000-000000000001",
  "event.id": "0191e0b1-7a3c-7f00-8000-000000000010",
  event_id: "0191e0b1-7a3c-7f00-8000-000000000010",
  "guest.id": "0191e0b1-7a3c-7f00-8000-000000000020",
  guest_id: "0191e0b1-7a3c-7f00-8000-000000000020",
  guest_ids: ["0191e0b1-7a3c-7f00-8000-000000000020"],
  "host.id": "0191e0b1-7a3c-7f00-8000-000000000030",
  host_id: "0191e0b1-7a3c-7f00-8000-000000000030",
  user_id: "0191e0b1-7a3c-7f00-8000-000000000030",
  token_id: "0191e0b1-7a3c-7f00-8000-000000000040",

  "event.name": "Orangery Supper",
  event_name: "Orangery Supper",
  "guest.name": "Ada Lindqvist",
  "host.name": "Robin Marsh",
  host_name: "Robin Marsh",
  checked_in_by_name: "Robin Marsh",
  "device.name": "Side entrance",
  name: "Ada Lindqvist",
  "guest.email": "ada@example.com",
  email: "robin@example.com",
  invited_email: "robin@example.com",
  sent_to: "r•••@e•••.com",
  phone: "+442079460018",
  description: "A long table, six courses and a band that knows when to stop.",
  venue: "The Old Orangery, Gartenweg 4, Berlin",
  notes: "Vegetarian",
  note: "The venue's own network",
  subject: "See you on Saturday",
  body: "Hello {{guest_name}}, doors open at six.",
  timezone: "Europe/Berlin",
  locale: "en",
  reply_to: "robin@example.com",
  table: "7",
  companions: ["Ben Lindqvist"],
  allowed_fonts: ["Inter", "Lora"],
  displayName: "Robin Marsh",
  place: "Berlin, DE",
  device: "Safari on iPhone",
  invited_by: "Robin Marsh",
  font: "Inter",

  event_date: "2027-06-12T16:00:00.000Z",
  end_time: "2027-06-12T22:00:00.000Z",
  door_opens_at: "2027-06-12T14:00:00.000Z",
  rsvp_deadline: "2027-05-29T21:59:00.000Z",
  send_at: "2027-06-05T08:00:00.000Z",
  valid_from: "2027-06-12T04:00:00.000Z",
  valid_until: "2027-06-13T10:00:00.000Z",
  expires_at: "2027-06-12T23:00:00.000Z",
  checked_in_at: "2027-06-12T16:05:00.000Z",
  recorded_at: "2027-06-12T16:05:00.000Z",
  exported_at: "2027-05-04T09:30:00.000Z",
  created_at: "2027-04-02T09:30:00.000Z",
  updated_at: "2027-04-02T09:30:00.000Z",
  invited_at: "2027-04-02T09:30:00.000Z",

  password: "a table for forty in June",
  current: "a table for forty in May",
  token: "AZHgsXo8fwCAAAAAAAAAQGJr0gP5kYQm3hZ6n1TtW8c",
  link: "https://usher.example/i/AZHgsXo8fwCAAAAAAAAAQGJr0gP5kYQm3hZ6n1TtW8c",
  access_token: "eyJhbGciOiJIUzI1NiJ9…",
  refresh_token: "Vb3kqJc0T8mWm2nHq5yXr1LdPzS7eUfA",
  ticket: "eyJhbGciOiJIUzI1NiJ9…",
  qr_token: "eyJhbGciOiJIUzI1NiJ9…",
  short_code: "AZRs5d0gcAmUEjTv4d7Y9uOHhCc3a0EAvYr9Zk1Q0xM",
  token_type: "Bearer",
  expires_in: 900,
  refresh_expires_in: 2_592_000,
  nonce: "scan-0191e0b1",
  secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  otpauth_url: "otpauth://totp/Usher:robin%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Usher",
  recovery_codes: ["7KQ2M-0XD9T-4HN8R-PVW31-C6JZB"],
  recovery_codes_left: 10,
  challenge: "kq7cZ0m8mV5xjv3w0uH1Zg",
  rpId: "usher.example",
  alg: -7,
  timeout: 300_000,
  hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  url: "https://usher.example/",
  "device.url": "https://usher.example/scan",
  referrer: "https://mail.example/",
  reasons: [],
  evidence: {},
  qr_png: "iVBORw0KGgo=",
  short_png: "iVBORw0KGgo=",
  cover_url: "/uploads/00112233445566778899aabbccddeeff.jpg",
  provider_message_id: "<0191e0b1@usher.example>",
  action: "event.updated",
  target: "0191e0b1-7a3c-7f00-8000-000000000010",
  before: { venue: "Town hall" },
  after: { venue: "The Old Orangery" },
  header: "name",
  field: "email",
  message: "must be an email address, e.g. ada@example.com",
  utm_source: "email",
  ip_address: "203.0.113.7",
  ip: "203.0.113.7",
  ip_cidr: "203.0.113.0/24",
  user_agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)",
  geo_country: "DE",
  geo_city: "Berlin",
  geo_lat: 52.52,
  geo_lon: 13.4,
  primary_color: "#4338ca",

  status: "scheduled",
  "delivery.status": "delivered",
  "billing.status": "active",
  role: "editor",
  your_role: "owner",
  tier: "pro",
  party_size: 4,
  plus_ones: 1,
  arrival_count: 2,
  expected_party_size: 2,
  heads: 2,
  capacity: 120,
  offer_hours: 24,
  medium: 40,
  high: 70,
  block: 90,
  fraud_medium_threshold: 40,
  fraud_high_threshold: 70,
  fraud_block_threshold: 90,
  count: 38,
  total: 40,
  score: 12,
};

/** Fields that are usually null. */
const USUALLY_NULL: ReadonlySet<string> = new Set([
  ...["next_cursor", "reason", "notify_after", "claimed_at", "revoked_at", "check_in", "waitlist_position"],
  ...["first_broken", "slug", "last_network", "noted_head", "finished_at", "verdict", "offer_expires_at"],
]);

/** Flags that are usually false. */
const USUALLY_FALSE: ReadonlySet<string> = new Set([
  "over_limit",
  "walk_in",
  "automated",
  "needs_override",
  "waitlist",
]);

/** Optional fields of typical first requests. */
const SENT_AT_FIRST: ReadonlySet<string> = new Set([
  ...["description", "venue", "end_time", "timezone", "email", "phone", "party_size", "subject", "plus_ones"],
  "audience",
]);

function optionsOf({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf].filter(({ type }) => type !== "null");
}

function isNullable({ type = [], anyOf = [], oneOf = [] }: JsonSchema): boolean {
  return [type].flat().includes("null") || [...anyOf, ...oneOf].some((option) => option.type === "null");
}
