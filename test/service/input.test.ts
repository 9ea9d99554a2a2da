import { describe, expect, it } from "vitest";
import { call, type Host, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { type Operation, operations, UNKNOWN_ID } from "../support/operations.ts";

/** Operations whose addresses are in emails and chats, or at a provider. */
const DECORATED = [
  "viewInvitation",
  "readCalendar",
  "previewInvite",
  "previewUnsubscribe",
  "unsubscribe",
  "previewAlertsLink",
  "turnAlertsOff",
  "readImage",
  "checkHealth",
  "handleMailReport",
  "handleSmsReport",
  "handleInboundSms",
  "applyReport",
];

/** The codes that an operation may answer with 400: it has an example of each. */
function codesOf({ operation: { responses } }: Operation): string[] {
  const { content = {} } = responses["400"] ?? {};
  return Object.keys(content["application/problem+json"]?.examples ?? {});
}

interface Problem {
  error: string;
  detail: string;
  errors?: { path: string; message: string }[];
}

describe("input (content encoding)", () => {
  it("returns 415 on every route with a body, before anything is read or counted", async () => {
    const host = await signedInHost();
    const gzipped = await new Response(
      new Response('{"name":"Party"}').body?.pipeThrough(new CompressionStream("gzip")),
    ).arrayBuffer();
    const withBody = operations.filter(({ operation }) => operation.responses["415"]);
    expect(withBody.length).toBeGreaterThan(60);
    for (const {
      path,
      method,
      operation: { operationId: name },
    } of withBody) {
      const response = await call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), gzipped, {
        Authorization: `Bearer ${host.token}`,
        "Content-Type": "application/json",
        "Content-Encoding": "gzip",
      });
      const { error } = await response.json<Problem>();
      const found = [response.status, error, response.headers.get("accept-encoding")];
      expect(found, name).toEqual([415, "unsupported_content_encoding", "identity"]);
    }
    const event = { name: "Party", event_date: "2032-06-12T18:00:00Z" };
    expect((await host.api("POST", "/events", event, { "Content-Encoding": "identity" })).status).toBe(201);
  });
});

describe("input (unknown query parameter)", () => {
  it("returns 400 with its name on every route, except those with decorated links", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const ignoring: string[] = [];
    for (const described of operations) {
      const { path, method } = described;
      const name = described.operation.operationId;
      const known = path.replace("{eventId}", event.id).replaceAll(/\{\w+\}/g, UNKNOWN_ID);
      const response = await host.api(method.toUpperCase(), `${known}?no_such_filter=1`);
      const body = await response.text();
      if (!codesOf(described).includes("unknown_parameter")) {
        expect(body).not.toContain("unknown_parameter");
        ignoring.push(name);
        continue;
      }
      expect([name, response.status]).toEqual([name, 400]);
      const problem = JSON.parse(body) as Problem;
      expect([name, problem.error, problem.errors?.[0]?.path]).toEqual([name, "unknown_parameter", "no_such_filter"]);
      expect(problem.detail).toContain("no_such_filter");
    }
    console.info(JSON.stringify({ operations: operations.length, ignoring }));
    expect(ignoring.sort()).toEqual([...DECORATED].sort());
  });

  it("returns 400 before anything is written, and names each parameter", async () => {
    const host = await signedInHost();
    const response = await host.api("POST", "/events?page=2&page=3&sort=name", {
      name: "Gala",
      event_date: "2030-06-05T15:30:00Z",
      timezone: "Europe/Berlin",
    });
    expect(response.status).toBe(400);
    const { errors, detail } = await response.json<Problem>();
    expect(errors?.map(({ path }) => path)).toEqual(["page", "sort"]);
    expect(detail).toBe("Unknown query parameters: page, sort. Remove them and try again.");
    for (const name of ["__proto__", "constructor", "toString"]) {
      const named = await host.api("GET", `/events?${name}=1`);
      expect(await named.json()).toMatchObject({ error: "unknown_parameter", errors: [{ path: name }] });
    }
    expect((await (await host.api("GET", "/events")).json<{ items: unknown[] }>()).items).toEqual([]);
  });

  it("opens a guest's link that a mailer decorated", async () => {
    const { token } = firstOf(await makeEventFixture((await signedInHost()).id, 1));
    const decorated = "?utm_source=mail&fbclid=abc&no_such_filter=1";
    for (const path of [`/i/${token}`, `/access/${token}`, `/access/${token}/calendar.ics`]) {
      expect((await call("GET", path + decorated)).status).toBe(200);
    }
  });
});

describe("input (cursor)", () => {
  const LISTS = ["guests", "access-logs", "messages", "check-ins", "audit", "security/feedback", "activity"];

  /** Two guests, so that the list has two pages of one. */
  async function eventWithGuests(host: Host): Promise<string> {
    const { id } = await makeEvent(host);
    await addGuest(host, id, { name: "Ada" });
    await addGuest(host, id, { name: "Grace" });
    return id;
  }

  it("returns 400 on every list except its own, also on the list of another event", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [eventId, otherId] = [await eventWithGuests(host), await eventWithGuests(host)];
    const page = `/events/${eventId}/guests?limit=1`;
    const { next_cursor: cursor } = await (await host.api("GET", page)).json<{ next_cursor: string }>();
    expect((await host.api("GET", `${page}&cursor=${cursor}`)).status).toBe(200);
    const others = [
      ...LISTS.slice(1).map((list) => `/events/${eventId}/${list}`),
      `/events/${otherId}/guests`,
      "/events",
    ];
    for (const path of others) {
      const response = await host.api("GET", `${path}?cursor=${cursor}`);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json<Problem>()).toMatchObject({
        errors: [{ path: "cursor", message: "must be the next_cursor of an earlier page of this list" }],
      });
    }
  });
});

describe("input (timestamp)", () => {
  it("accepts lower-case letters, and a time zone in any case", async () => {
    const host = await signedInHost();
    const times = { event_date: "2030-06-05t15:30:00z", end_time: "2030-06-05t20:30:00.5+02:00" };
    const response = await host.api("POST", "/events", { name: "Gala", timezone: "asia/KOLKATA", ...times });
    expect(response.status).toBe(201);
    const event = await response.json<{ id: string }>();
    expect(event).toMatchObject({
      event_date: "2030-06-05T15:30:00.000Z",
      end_time: "2030-06-05T18:30:00.500Z",
      timezone: "Asia/Kolkata",
    });
    const changed = await host.api("PATCH", `/events/${event.id}`, { timezone: "america/port-AU-prince" });
    expect(await changed.json()).toMatchObject({ timezone: "America/Port-au-Prince" });
  });
});

describe("input (validation messages)", () => {
  it("names the problem in the right style for API and accounts", async () => {
    const host = await signedInHost();
    const event = { name: "Gala", event_date: "2030-06-05T15:30:00Z", timezone: "Europe/Berlin" };
    const { id } = await makeEvent(host);
    const messages = async (path: string, body: unknown) => {
      const { errors = [] } = await (await host.api("POST", path, body)).json<Problem>();
      return errors.map((problem) => `${problem.path} ${problem.message}`);
    };
    expect(await messages("/events", {})).toEqual(["name is required", "event_date is required"]);
    expect(await messages("/events", { ...event, name: "x".repeat(201) })).toEqual([
      "name must have at most 200 characters",
    ]);
    expect(await messages("/events", { ...event, name: " ", event_date: "tomorrow" })).toEqual([
      "name must not be empty",
      "event_date must be a date and time with offset, e.g. 2027-06-12T15:00:00+01:00",
    ]);
    expect(await messages("/events", { ...event, timezone: "Mars/Base", colour: "red" })).toEqual([
      "timezone must be an IANA time zone, e.g. Europe/Berlin",
      "colour isn't a field of this request",
    ]);
    expect(await messages(`/events/${id}/guests`, { name: 7, email: "ada", party_size: 21 })).toEqual([
      "name must be text",
      "email must be an email address, e.g. ada@example.com",
      "party_size must be at most 20",
    ]);
    const account = { email: `new-${crypto.randomUUID()}@example.com`, name: "Ada" };
    expect(await messages("/auth/signup", { ...account, password: "password1" })).toEqual([
      "password That password is too common. Please choose another.",
    ]);
    expect(await messages("/auth/signup", { ...account, password: "short" })).toEqual([
      "password Use at least 8 characters.",
    ]);
  });
});
