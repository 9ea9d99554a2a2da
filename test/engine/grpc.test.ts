import * as grpc from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { codeOf, connect, type EngineClient, metadataOf, wireOf } from "./support/grpc-client.ts";
import { DAY, HOUR, MINUTE, START } from "./support/visits.ts";

/** Places of a mobile network's exit, more than 500 km from Berlin. */
const FREIBURG = { edge_city: "Freiburg", edge_lat: "47.99", edge_lon: "7.85" };
const MADRID = { edge_country: "ES", edge_city: "Madrid", edge_lat: "40.42", edge_lon: "-3.7" };

/** Number of households so far, each on its own network. */
let households = 0;
let engine: EngineProcess;
let client: EngineClient;

beforeAll(async () => {
  engine = await startEngine();
  client = connect(engine);
});

afterAll(async () => {
  client?.close();
  await engine?.stop();
});

describe("native gRPC listener", () => {
  /** @spec 1.6 "The engine is called synchronously over gRPC and also receives messages over a message bus." */
  it("returns a score to a stock client that is built only from the proto", async () => {
    const answer = await client.score({ guest: "stock" });
    expect(answer).toMatchObject({ score: 0, risk: "RISK_LOW", reasons: [] });
  });

  /** @spec 1.6 "The engine is called synchronously over gRPC and also receives messages over a message bus." */
  it("scores an access of the bus with its place and evidence", async () => {
    await client.handle({ guest: "bus", log: "bus-1" });
    const answer = await client.handle({
      guest: "bus",
      log: "bus-2",
      agent: "android",
      place: "newYork",
      after: HOUR / 2,
    });
    expect(answer.score).toBeGreaterThanOrEqual(60);
    expect(answer.reasons).toEqual(expect.arrayContaining(["device_mismatch", "geo_jump"]));
    expect(Object.keys(answer.evidence).toSorted()).toEqual(answer.reasons.toSorted());
    expect(JSON.parse(answer.evidence.geo_jump ?? "{}")).toMatchObject({ minutes: 30, to: "New York, US" });
    expect(answer).toMatchObject({ access_log_id: "bus-2", geo_country: "US", geo_city: "New York", automated: false });
  });

  it("returns an equal result for every delivery of an access, and learns from it once", async () => {
    const visit = { guest: "twice", log: "twice-1", after: Date.now() - START };
    await client.handle({ ...visit, log: "twice-0", after: visit.after - MINUTE });
    const { recorded: _, ...first } = await client.score({ ...visit, agent: "android", place: "munich" });
    const again = await Promise.all(
      [1, 2, 3].map(() => client.handle({ ...visit, agent: "android", place: "munich" })),
    );
    for (const answer of again) expect(answer).toMatchObject(first);
    const hammered = await client.handle({ ...visit, log: "twice-2", after: visit.after + MINUTE });
    expect(hammered.reasons).toEqual([]);
  });

  it("returns the stored result of a duplicate after many accesses, in any order of IDs", async () => {
    const visits = Array.from({ length: 120 }, (_, n) => ({
      guest: "often",
      log: n < 80 ? `o-${String(n).padStart(3, "0")}` : `o-${String(500 - n)}-again`,
      after: n * MINUTE,
      ...(n % 7 === 3 ? ({ agent: "android", place: "munich" } as const) : {}),
    }));
    const first = [];
    for (const visit of visits) first.push(await client.handle(visit));
    expect(new Set(first.map(({ score }) => score)).size).toBeGreaterThan(3);
    for (const [n, visit] of visits.entries()) {
      expect(await client.handle({ ...visit, after: visit.after + HOUR })).toMatchObject({
        score: first[n]?.score,
        evidence: first[n]?.evidence,
      });
    }
  });

  it("keeps a parent who sends the RSVPs of a family below block", async () => {
    const family = ["mum", "dad", "ann", "ben", "cleo"];
    for (const [index, guest] of family.entries()) {
      const own = { screen: "430x932", hardware_concurrency: "6", edge_device: `${guest}'s own phone` };
      const visit = { guest, token: `link-${guest}`, ip: `84.140.${index}.20` };
      await client.handle({ ...visit, fingerprint: { ...own, edge_device_age: "0" } });
      await client.handle({ ...visit, after: HOUR, fingerprint: { ...own, edge_device_age: "3600" } });
    }
    const answers = [];
    for (const [index, guest] of family.entries()) {
      const visit = { guest, token: `link-${guest}` };
      const phone = { edge_device: `the parent's phone for ${guest}`, edge_device_age: "0" };
      const after = DAY + index * 2 * MINUTE;
      await client.handle({ ...visit, after, fingerprint: phone });
      const form = { ...phone, edge_kind: "rsvp", edge_method: "POST" };
      answers.push(await client.handle({ ...visit, after: after + MINUTE, fingerprint: form }));
    }
    const evidence = answers.map((answer) => JSON.parse(answer.evidence.repeated_access ?? "{}"));
    expect(evidence.map(({ answers_for_guests }) => answers_for_guests)).toEqual([
      undefined,
      undefined,
      undefined,
      4,
      5,
    ]);
    const [, , , , last] = answers;
    expect(last?.reasons).toEqual(expect.arrayContaining(["device_mismatch", "new_device", "repeated_access"]));
    expect(answers.map(({ risk }) => risk)).not.toContain("RISK_BLOCK");
  });

  it.each([
    ["below high for a phone that has just sent two other members' RSVPs", {}, true],
    ["high for a phone that sent one other RSVP", { others: 1 }, false],
    ["high if another kind of browser sent the other RSVPs", { agent: "android" }, false],
    ["high if the other RSVPs came from an address nearby", { host: 21 }, false],
    ["high if the other RSVPs are half an hour old", { before: HOUR / 2 }, false],
    ["high if the other RSVPs were sent without their pages", { opensPage: false }, false],
    ["high for the seventh guest of the connection", { others: 6 }, false],
    ["high if the guest was never seen in the country", { seenAt: MADRID }, false],
  ] as const)("scores a member's link %s", async (name, options, isMember) => {
    const { others, agent, host, before, opensPage, seenAt } = {
      others: 2,
      agent: "iphone",
      host: 20,
      before: MINUTE,
      opensPage: true,
      seenAt: FREIBURG,
      ...options,
    } as const;
    const key = name.replaceAll(/[ ']/g, "-");
    const visit = { guest: key, token: key };
    households += 1;
    const network = `84.150.${households}`;
    const own = { ...seenAt, edge_device: `own ${key}`, edge_device_age: "0" };
    await client.handle({ ...visit, ip: "91.10.3.4", fingerprint: own });
    const after = 2 * DAY;
    const phone = { screen: "430x932", hardware_concurrency: "6" };
    for (let index = 0; index < others; index += 1) {
      const other = { agent, ip: `${network}.${host}`, guest: `${key}-${index}`, token: `${key}-${index}` };
      const device = { edge_device: `${key} ${index}`, ...(agent === "iphone" && phone) };
      const sentAt = after - before;
      if (opensPage) {
        await client.handle({ ...other, after: sentAt - 20_000, fingerprint: { ...device, edge_device_age: "0" } });
      }
      const form = { ...device, edge_kind: "rsvp", edge_device_age: "20" };
      await client.handle({ ...other, after: sentAt, fingerprint: form });
    }
    const foreign = { ...phone, edge_device: `${key} member`, edge_device_age: "0" };
    const { score } = await client.handle({ ...visit, after, ip: `${network}.20`, fingerprint: foreign });
    expect(score >= 60).toBe(!isMember);
  });

  it.each([
    ["40 guests of an office, with one browser that opens each page", true, {}],
    [
      "40 guests of a script that opens no page and sends nothing of a browser",
      false,
      { userAgent: "curl/8.9.1", bare: true },
    ],
    ["40 guests of a client without a user agent", false, { userAgent: "", bare: true }],
  ] as const)("keeps the RSVPs of %s below block", async (name, opensPage, browser) => {
    const key = name.replaceAll(" ", "-");
    const answers = [];
    for (let index = 0; index < 40; index += 1) {
      const visit = {
        guest: `${key}-${index}`,
        token: `${key}-link-${index}`,
        ip: `84.141.${name.length}.20`,
        ...browser,
      };
      const after = index * 10_000;
      if (opensPage) answers.push(await client.handle({ ...visit, after }));
      const form = { edge_kind: "rsvp", edge_method: "POST" };
      answers.push(await client.handle({ ...visit, after: after + 5_000, fingerprint: form }));
      answers.push(
        await client.handle({ ...visit, after: after + 8_000, fingerprint: { ...form, edge_kind: "edit" } }),
      );
    }
    const counted = answers.filter(({ evidence }) => evidence.repeated_access?.includes("answers_for_guests"));
    expect(counted.length).toBeGreaterThan(30);
    expect(Math.max(...answers.map(({ score }) => score))).toBeLessThan(85);
    expect(answers.map(({ risk }) => risk)).not.toContain("RISK_BLOCK");
  });

  it("scores a scanner 0, with its reason", async () => {
    const answer = await client.score({ guest: "scan", userAgent: "Slackbot-LinkExpanding 1.0", bare: true });
    expect(answer).toMatchObject({ score: 0, risk: "RISK_LOW", reasons: ["automated_fetch"], automated: true });
  });

  it("rejects callers without the right bearer token", async () => {
    for (const secret of [null, "", "wrong", `${engine.secret}x`, engine.secret.slice(1)]) {
      const stranger = connect(engine, secret);
      expect(await codeOf(stranger.score({}))).toBe(grpc.status.UNAUTHENTICATED);
      expect(await codeOf(stranger.handle({}))).toBe(grpc.status.UNAUTHENTICATED);
      expect(await codeOf(stranger.confirm("x", "RSVP"))).toBe(grpc.status.UNAUTHENTICATED);
      stranger.close();
    }
  });

  it("reports its health without authentication, for the server and for each service", async () => {
    const Health = grpc.makeGenericClientConstructor(healthService as unknown as grpc.ServiceDefinition, "Health");
    const health = new Health(engine.grpcAddress, grpc.credentials.createInsecure());
    const check = (service: string) =>
      new Promise<{ status: string }>((resolve, reject) => {
        const done = (error: unknown, answer: { status: string }) => (error ? reject(error) : resolve(answer));
        (health.check as (...args: unknown[]) => void).call(health, { service }, done);
      });
    for (const service of ["", "usher.fraud.v1.FraudService", "usher.fraud.v1.AccessEvents"]) {
      expect((await check(service)).status).toBe("SERVING");
    }
    health.close();
  });

  it("supports reflection for callers with the bearer token", async () => {
    const passBytes = (bytes: Buffer) => bytes;
    const Reflection = grpc.makeGenericClientConstructor(
      {
        info: {
          path: "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
          requestStream: true,
          responseStream: true,
          requestSerialize: passBytes,
          requestDeserialize: passBytes,
          responseSerialize: passBytes,
          responseDeserialize: passBytes,
        },
      },
      "Reflection",
    );
    const reflection = new Reflection(engine.grpcAddress, grpc.credentials.createInsecure());
    const listServices = (secret: string | null) =>
      new Promise<string>((resolve) => {
        const stream = (reflection.info as (...args: unknown[]) => grpc.ClientDuplexStream<Buffer, Buffer>).call(
          reflection,
          metadataOf(secret),
        );
        stream.on("data", (bytes: Buffer) => resolve(bytes.toString("latin1")));
        stream.on("error", (error: grpc.ServiceError) => resolve(String(error.code)));
        // list_services, field 7, empty.
        stream.write(Buffer.from([0x3a, 0x00]));
        stream.end();
      });
    expect(await listServices(engine.secret)).toContain("usher.fraud.v1.FraudService");
    expect(await listServices(null)).toBe(String(grpc.status.UNAUTHENTICATED));
    reflection.close();
  });

  it("trusts a suspected access after a host's verdict", async () => {
    const stranger = { guest: "verdict", agent: "android", place: "newYork" } as const;
    await client.handle({ guest: "verdict", log: "v-1" });
    const suspected = await client.handle({ ...stranger, log: "v-2", after: HOUR });
    expect(suspected.score).toBeGreaterThanOrEqual(60);
    expect(await client.confirm("v-2", "RSVP", "verdict")).toEqual({ applied: false });
    expect(await client.confirm("v-2", "LEGITIMATE", "verdict")).toEqual({ applied: true });
    expect(await client.confirm("v-2", "LEGITIMATE", "verdict")).toEqual({ applied: true });
    const known = await client.handle({ ...stranger, log: "v-3", after: 24 * HOUR });
    expect(known.score).toBeLessThan(10);
  });

  it("applies a confirmation that arrives before its access", async () => {
    const laptop = { guest: "overtaken", agent: "windows", place: "berlinCafe" } as const;
    await client.handle({ guest: "overtaken", log: "o-1" });
    expect(await client.confirm("o-2", "LEGITIMATE", "overtaken")).toEqual({ applied: false });
    await client.handle({ ...laptop, log: "o-2", after: HOUR });
    const known = await client.handle({ ...laptop, log: "o-3", after: 2 * HOUR });
    expect(known.reasons).toEqual([]);
  });

  it("erases a guest on request, and a whole event if no guest is named", async () => {
    const erase = (request: object) => client.call("AccessEvents", "Forget", request);
    await client.handle({ guest: "erased", log: "erased-1" });
    expect(await erase({ event_id: "event", guest_id: "erased" })).toEqual({ erased: 1, complete: true });
    expect(await erase({ event_id: "event", guest_id: "erased" })).toEqual({ erased: 0, complete: true });
    expect(await client.confirm("erased-1", "LEGITIMATE", "erased")).toEqual({ applied: false });
    const elsewhere = { guest: "erased", agent: "android", place: "newYork", after: HOUR } as const;
    expect((await client.handle(elsewhere)).reasons).toEqual([]);
    expect(await erase({ event_id: "unknown-event" })).toMatchObject({ erased: 0, complete: true });
    await expect(erase({ guest_id: "erased" })).rejects.toThrow("event_id");
  });

  it("rejects a confirmation without a kind", async () => {
    const request = { event_id: "event", guest_id: "g", access_log_id: "x" };
    expect(await codeOf(client.call("AccessEvents", "Confirm", request))).toBe(grpc.status.INVALID_ARGUMENT);
  });

  it("scores an access without a time at the current time", async () => {
    const request = { ...wireOf({ guest: "timeless" }), occurred_at: undefined };
    expect(await codeOf(client.call("AccessEvents", "Handle", request))).toBe(grpc.status.OK);
  });
});
