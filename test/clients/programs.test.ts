/** @module-tag slow */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type NewApiKey, type UsherClient } from "../../clients/typescript/src/package.ts";
import { makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { clientOf, EVENT } from "./service-fixture.ts";

let service: RunningService;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "usher-programs-"));
  service = await sharedService();
}, 120_000);

afterAll(async () => {
  rmSync(folder, { recursive: true });
});

/** Creates a host with an event, and a client with an API key for it. */
async function eventWithKey(choices: Partial<NewApiKey> = {}) {
  const host = await clientOf(service);
  const { data: event } = await host.POST("/events", { body: EVENT });
  const scopes = ["events:read", "guests:write", "invitations:send"] as const;
  const { data: made } = await host.POST("/api-keys", { body: { name: "Program", scopes: [...scopes], ...choices } });
  return { host, event, key: made, client: createClient({ baseUrl: service.url, apiKey: made.key }) };
}

interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** A test starts a dozen programs, one after the other. */
const PROGRAMS_TIMEOUT_MS = 240_000;
const COMMAND = resolve("clients/typescript/src/cli/main.ts");

/** Runs the command line in a separate process. */
const usher = (key: string | null, args: string[], input = "") => run(COMMAND, key, args, input);

/** Runs an example in a separate process, and fails the test if it fails. */
async function example(name: string, key: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(resolve(`clients/typescript/examples/${name}/${name}.ts`), key, args);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

function run(program: string, key: string | null, args: string[], input = ""): Promise<Ran> {
  const env = { PATH: process.env.PATH, USHER_URL: service.url, ...(key === null ? {} : { USHER_API_KEY: key }) };
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ["--conditions=source", program, ...args],
      { env },
      (error, stdout, stderr) => done({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function guestsOf(client: UsherClient, eventId: string) {
  const guests = [];
  const params = { path: { eventId }, query: { sort: "name" } } as const;
  for await (const guest of client.paginate("/events/{eventId}/guests", { params })) guests.push(guest);
  return guests;
}

describe("usher command line", { timeout: PROGRAMS_TIMEOUT_MS }, () => {
  it("imports guests in parts, lists them, and emails those not yet invited", async () => {
    const { event, key } = await eventWithKey();
    const names = Array.from({ length: 49 }, (_, index) => `Guest ${index},guest-${index}-${event.id}@example.com`);
    const file = fileOf("guests.csv", `name,email\n${names.join("\n")}\nNobody,not an address\n`);

    const imported = await usher(key.key, ["guests", "import", file]);
    expect(imported).toMatchObject({ exitCode: 4, stdout: "49 imported, 0 skipped, 1 rejected\n" });
    expect(imported.stderr).toMatch(/^row 51 +Nobody +email /);
    const again = await usher(
      key.key,
      ["guests", "import", "-", "--json", "--event", EVENT.name],
      readFileSync(file, "utf8"),
    );
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: 0, skipped: 49, rejected: 1 });

    const { stdout: events } = await usher(key.key, ["events"]);
    expect(events).toContain(`${event.id}  ${event.event_date.slice(0, 16)}  owner`);
    const { stdout: listed } = await usher(key.key, ["guests", "list", "--json", "--response", "pending"]);
    const guests = listed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { name: string });
    expect(guests).toHaveLength(49);

    const sent = await usher(key.key, ["invitations", "send"]);
    expect(sent).toMatchObject({ exitCode: 0, stdout: "" });
    expect(sent.stderr.trim()).toBe("49 invited, 49 mailed");
    expect((await usher(key.key, ["invitations", "send"])).stderr.trim()).toBe("0 invited, 0 mailed");
  });

  it("prints what is wrong, and exits with a code for each kind of error", async () => {
    const { key } = await eventWithKey({ scopes: ["events:read"] });
    const file = fileOf("one.csv", "name\nAda\n");
    const wrong: [string | null, string[], number, RegExp][] = [
      [key.key, [], 2, /Name a command.*--help/s],
      [key.key, ["dance"], 2, /No such command: dance/],
      [key.key, ["events", "--colour"], 2, /--colour/],
      [key.key, ["guests", "import"], 2, /Wrong use/],
      [key.key, ["guests", "list", "--response", "perhaps"], 2, /attending/],
      [key.key, ["guests", "import", join(folder, "none.csv")], 2, /ENOENT/],
      [key.key, ["guests", "list", "--event", "Another"], 2, /No event: Another/],
      [null, ["events"], 2, /USHER_API_KEY/],
      ["usk_invented", ["events"], 3, /unauthenticated/],
      [key.key, ["guests", "import", file], 3, /guests:write.*insufficient_scope/],
    ];
    for (const [bearer, args, exitCode, message] of wrong) {
      const ran = await usher(bearer, args);
      expect([args, ran.exitCode, ran.stdout]).toEqual([args, exitCode, ""]);
      expect(ran.stderr).toMatch(message);
      expect(ran.stderr).not.toContain("    at ");
    }
    expect(await usher(null, ["--version"])).toMatchObject({ exitCode: 0, stdout: "0.1.0\n" });
    expect((await usher(null, ["--help"])).stdout).toContain("Usage: usher");
  });

  it("prints activities live, and exits when its key is deleted", async () => {
    const { host, event, key } = await eventWithKey();
    const env = { PATH: process.env.PATH, USHER_URL: service.url, USHER_API_KEY: key.key };
    const child = spawn(process.execPath, ["--conditions=source", COMMAND, "watch", "--json"], { env });
    const exited = new Promise<number | null>((done) => child.once("exit", done));
    let notes = "";
    const watching = new Promise<void>((done) =>
      child.stderr.on("data", (chunk) => {
        notes += chunk;
        if (notes.includes("Watching")) done();
      }),
    );
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    await watching;
    const params = { path: { eventId: event.id } };
    await host.PATCH("/events/{eventId}", { params, body: { name: "Orangery Lunch" } });
    const { value = "" } = await lines.next();
    expect(JSON.parse(value)).toMatchObject({ type: "event.updated", changed: ["name"], event_id: event.id });
    await host.DELETE("/api-keys/{keyId}", { params: { path: { keyId: key.id } } });
    expect(await exited).toBe(3);
    expect(notes).toMatch(/unauthenticated/);
  });
});

describe("usher watch", () => {
  it("prints each missed activity once, also those that the socket does not repeat", async () => {
    const fixture = await makeE2eFixture(service, { guests: 0 });
    const { key } = await fixture.api<{ key: string }>("POST", "/api-keys", {
      name: "Watch",
      scopes: ["events:read", "guests:read"],
    });
    const rows = Array.from({ length: 1_200 }, (_, index) => `Guest ${index}`);
    const sheet = new FormData();
    sheet.append("file", new File([["name", ...rows].join("\n")], "guests.csv", { type: "text/csv" }));
    const url = new URL(`/events/${fixture.eventId}/guests/import`, service.url);
    const headers = { Authorization: `Bearer ${fixture.host.token}` };
    expect((await fetch(url, { method: "POST", headers, body: sheet })).status).toBe(201);

    const env = { PATH: process.env.PATH, USHER_URL: service.url, USHER_API_KEY: key };
    const args = ["watch", "--json", "--event", fixture.eventId, "--after", "0"];
    const child = spawn(process.execPath, ["--conditions=source", COMMAND, ...args], { env });
    const seen: number[] = [];
    for await (const line of createInterface(child.stdout)) {
      seen.push((JSON.parse(line) as { sequence: number }).sequence);
      if (seen.length === rows.length) break;
    }
    child.kill();
    expect(seen).toEqual(rows.map((_, index) => index + 1));
  });
});

describe("example programs", () => {
  it("synchronises a spreadsheet with the guest list, and writes the RSVPs back", async () => {
    const { event, client, key } = await eventWithKey();
    const answers = join(folder, "answers.csv");
    const header = "external_id,name,email,party_size,table";
    const sheet = fileOf("sheet.csv", `${header}\ncrm-1,"Lindqvist, Ada",ada@example.com,2,7\ncrm-2,Ben Osei,,,\n`);
    const sync = () => example("spreadsheet-sync", key.key, event.id, sheet, answers);
    expect(await sync()).toBe("2 created, 0 changed\n");
    expect(await sync()).toBe("0 created, 0 changed\n");
    expect(await guestsOf(client, event.id)).toMatchObject([
      { external_id: "crm-2", name: "Ben Osei", email: null, party_size: null, table: null },
      { external_id: "crm-1", name: "Lindqvist, Ada", email: "ada@example.com", party_size: 2, table: "7" },
    ]);
    fileOf("sheet.csv", `${header}\ncrm-1,"Lindqvist, Ada",ada@example.com,3,7\n`);
    expect(await sync()).toBe("0 created, 1 changed\nNot in the file any more: Ben Osei\n");
    expect(readFileSync(answers, "utf8")).toMatch(/"Lindqvist, Ada".*crm-1/s);
  });

  it("exports a seating plan of attending guests, by table, with their answers", async () => {
    const { host, event, key } = await eventWithKey();
    const path = { eventId: event.id };
    const { data } = await host.PUT("/events/{eventId}/questions", {
      params: { path },
      body: { items: [{ label: "Diet", kind: "text", required: false, scope: "person", when: "attending" }] },
    });
    const [diet] = data.items;
    const guests = [
      { name: "Zoe", table: "10", response: "attending", plus_ones: 0, answers: { [diet?.id ?? ""]: "=1+1" } },
      {
        name: "Ada",
        table: "2",
        response: "attending",
        plus_ones: 1,
        answers: { [diet?.id ?? ""]: "no nuts, please" },
      },
      { name: "Ben", table: null, response: "attending", plus_ones: 0 },
      { name: "Cat", table: "2", response: "declined", plus_ones: 0 },
    ] as const;
    for (const { name, table, ...answer } of guests) {
      const { data: guest } = await host.POST("/events/{eventId}/guests", { params: { path }, body: { name, table } });
      await host.PUT("/events/{eventId}/guests/{guestId}/rsvp", {
        params: { path: { ...path, guestId: guest.id } },
        body: answer,
      });
    }
    expect((await example("seating-export", key.key, event.id)).split("\n")).toEqual([
      "table,person,party,Diet",
      '2,Ada,Ada,"no nuts, please"',
      "2,Ada + 1,Ada,",
      "10,Zoe,Zoe,'=1+1",
      ",Ben,Ben,",
      "",
    ]);
  });
});
