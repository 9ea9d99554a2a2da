import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirm } from "../../scoring-engine/baseline/confirm.ts";
import { NO_PRIOR } from "../../scoring-engine/baseline/event-prior.ts";
import { type GuestBaseline, LIMITS } from "../../scoring-engine/baseline/guest-baseline.ts";
import { gatherFacts } from "../../scoring-engine/facts.ts";
import { hash53 } from "../../scoring-engine/hash.ts";
import { assess, BANDS } from "../../scoring-engine/score.ts";
import { newDevice } from "../../scoring-engine/signals/new-device.ts";
import { type EngineProcess, startEngine } from "../../testkit/engine-process.ts";
import { connect, type EngineClient } from "./support/grpc-client.ts";
import { mixedVisits, SCORES_WITHOUT_IDS, scoreInTurn } from "./support/mixed-visits.ts";
import { accessOf, baselineAfter, DAY, factsOf, HOUR, MINUTE, type Visit } from "./support/visits.ts";

/** Returns the facts of a device ID, as the API writes them. */
const id = (name: string, ageMs = 0, more: Record<string, string> = {}) => ({
  edge_device: name,
  edge_device_age: String(ageMs / 1_000),
  ...more,
});
const rsvp = { edge_kind: "rsvp" };
const edit = { edge_kind: "edit" };

/** Visits of a guest who opened the invitation and sent the RSVP in one browser. */
const opened: Visit = { log: "opened", fingerprint: id("own") };
const answered: Visit = { log: "answered", after: MINUTE, fingerprint: id("own", MINUTE, rsvp) };
/** Visit of another person with the guest's user agent, hardware and provider. */
const imitator: Visit = { ip: "84.133.1.2", after: 2 * DAY, log: "imitator", fingerprint: id("other") };

function guestAfter(...visits: readonly Visit[]): GuestBaseline {
  return confirm(baselineAfter([opened, answered, ...visits]), "answered", "rsvp").baseline;
}

function assessAfter(baseline: GuestBaseline, visit: Visit) {
  return assess(gatherFacts(accessOf(visit), baseline, NO_PRIOR));
}

describe("device ID over gRPC", () => {
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

  async function answerAs(guest: string, agent: Visit["agent"] = "iphone"): Promise<void> {
    await client.handle({ ...opened, agent, guest, log: `${guest}-opened` });
    await client.handle({ ...answered, agent, guest, log: `${guest}-answered` });
    expect(await client.confirm(`${guest}-answered`, "RSVP", guest)).toEqual({ applied: true });
  }

  it("outweighs a browser update, another network and a flight", async () => {
    await answerAs("traveller", "windows");
    const flight: Visit = { agent: "windowsNext", place: "newYork", after: 9 * HOUR, guest: "traveller" };
    const held = await client.handle({ ...flight, fingerprint: id("own", 9 * HOUR) });
    expect(held).toMatchObject({ risk: "RISK_LOW" });
    await answerAs("copy", "windows");
    const other = await client.handle({ ...flight, guest: "copy", fingerprint: id("other") });
    expect(other.score).toBeGreaterThanOrEqual(BANDS.medium);
    expect(other.reasons).toContain("new_device");
    expect(JSON.parse(other.evidence.new_device ?? "{}")).toMatchObject({ days_known: 0, known_network: false });
  });

  it("flags an imitated browser without the guest's device ID, and scores a missing ID as low", async () => {
    await answerAs("imitated");
    const other = await client.handle({ ...imitator, guest: "imitated" });
    expect(other.reasons[0]).toBe("new_device");
    expect(other.score).toBeGreaterThanOrEqual(BANDS.medium);
    await answerAs("neutral");
    const without = await client.handle({ ...imitator, guest: "neutral", log: "neutral", fingerprint: {} });
    expect(without).toMatchObject({ risk: "RISK_LOW", reasons: [] });
  });

  it("scores a verified device below block, and as the guest's own afterwards", async () => {
    await answerAs("abroad");
    const abroad: Visit = { agent: "android", place: "newYork", guest: "abroad" };
    const first = await client.handle({ ...abroad, after: 30 * MINUTE, fingerprint: id("new") });
    expect(first.risk).toBe("RISK_BLOCK");
    const proved = { edge_device_proved: "true" };
    const after = await client.handle({ ...abroad, after: 35 * MINUTE, fingerprint: id("new", 5 * MINUTE, proved) });
    expect(after.score).toBeLessThan(BANDS.block);
    const later = await client.handle({ ...abroad, after: 3 * DAY, fingerprint: id("new", 3 * DAY) });
    expect(later.risk).toBe("RISK_LOW");
  });

  it("flags the device of a suspicious verdict, but not the guest's own", async () => {
    await answerAs("reported");
    const thief = await client.handle({ ...imitator, guest: "reported", log: "thief" });
    expect(await client.confirm("thief", "SUSPICIOUS", "reported")).toEqual({ applied: true });
    const again = await client.handle({
      guest: "reported",
      after: 3 * DAY,
      fingerprint: id("other", DAY),
    });
    expect(JSON.parse(again.evidence.new_device ?? "{}")).toMatchObject({ flagged: true });
    expect(thief.score).toBeLessThan(BANDS.high);
    expect(again.score).toBeGreaterThanOrEqual(BANDS.high);
    const own = await client.handle({ guest: "reported", after: 3 * DAY, fingerprint: id("own", 3 * DAY) });
    expect(own).toMatchObject({ risk: "RISK_LOW", reasons: [] });
  });

  it("scores an edit below block in the browser that sent the RSVP, and higher in another one", async () => {
    await client.handle({ ...opened, ip: "84.133.1.2", guest: "parent", log: "parent-opened" });
    const phone = { edge_device: "parent's", screen: "430x932", hardware_concurrency: "6" };
    const sent = async (log: string, after: number, fingerprint: Record<string, string>) =>
      client.handle({ guest: "parent", log, after, fingerprint });
    await sent("parent-page", DAY, { ...phone, edge_device_age: "0" });
    const first = await sent("parent-rsvp", DAY + MINUTE, { ...phone, ...rsvp, edge_device_age: "60" });
    expect(first.risk).toBe("RISK_HIGH");
    const third = { ...phone, ...edit, edge_device: "third", edge_device_age: "0" };
    await client.confirm("parent-rsvp", "RSVP", "parent");
    const changed = await sent("parent-edit", DAY + 9 * MINUTE, { ...phone, ...edit, edge_device_age: "540" });
    expect(changed.score).toBeLessThan(BANDS.block);
    expect(changed.evidence.repeated_access ?? "").not.toContain("foreign_edit");
    const other = await sent("third-edit", DAY + 9 * MINUTE, third);
    expect(other.evidence.repeated_access).toContain("foreign_edit");
    expect(other.score).toBeGreaterThan(changed.score);
  });

  it("ignores a malformed ID", async () => {
    await answerAs("malformed");
    for (const [index, fingerprint] of [
      { edge_device: "", edge_device_age: "0" },
      { edge_device: "  " },
      { edge_device: "x".repeat(257) },
      { edge_device_age: "7", edge_device_proved: "true" },
    ].entries()) {
      const answer = await client.handle({ ...imitator, guest: "malformed", log: `malformed-${index}`, fingerprint });
      expect(answer).toMatchObject({ risk: "RISK_LOW", reasons: [] });
    }
    for (const [index, age] of ["-1", "NaN", "1e99", "", "a week"].entries()) {
      const fingerprint = { edge_device: `odd ${index}`, edge_device_age: age };
      const answer = await client.handle({ ...imitator, guest: "malformed", log: `odd-${index}`, fingerprint });
      expect(answer.reasons).toContain("new_device");
    }
  });
});

describe("new_device", () => {
  const score = (visit: Visit, before: readonly Visit[] = [opened, answered]) =>
    newDevice.evaluate(factsOf({ after: 2 * DAY, fingerprint: id("other"), ...visit }, before)).score;

  it("scores 0 without an ID and for the first one, and near 0 for the guest's own", () => {
    expect(score({ agent: "android", place: "munich", fingerprint: {} })).toBe(0);
    expect(score({}, [])).toBe(0);
    expect(score({}, [{ log: "no id" }, { log: "no id either", after: DAY }])).toBe(0);
    expect(score({ fingerprint: id("own", 2 * DAY) })).toBeLessThan(5);
  });

  it("grades other facts: app, household, office, unknown phone and imitation, in ascending order", () => {
    const graded = [
      score({ agent: "iphoneMail" }),
      score({ agent: "windows" }),
      score({ agent: "android" }),
      score({ agent: "windows", place: "berlinCafe" }),
      score({ agent: "android", place: "berlinCafe" }),
      score({ ip: "84.133.1.2" }),
    ];
    expect(graded).toEqual(graded.toSorted((a, b) => a - b));
    expect(new Set(graded).size).toBe(graded.length);
    expect(graded[0]).toBeGreaterThan(0);
    expect(score({ agent: "android", place: "newYork" })).toBeGreaterThan(score({ agent: "android", place: "munich" }));
  });

  it("scores lower if the guest's browser was seen seconds ago than weeks ago", () => {
    const first = { log: "first", fingerprint: id("own") };
    const twice = (after: number) => [first, { log: "second", after, fingerprint: id("own", after) }];
    const seconds = score({ ...imitator, after: 2_000 }, twice(1_000));
    const day = score({ ...imitator, after: DAY }, twice(HOUR));
    const weeks = score({ ...imitator, after: 21 * DAY }, twice(20 * DAY));
    expect(seconds).toBeLessThan(day);
    expect(day).toBeLessThan(weeks);
    const abroad: Visit = { agent: "android", place: "newYork" };
    const byOwn = (after: number) => {
      const back = { ...abroad, after, fingerprint: id("own", after) };
      return assessAfter(baselineAfter([first]), back).score;
    };
    expect(byOwn(5_000)).toBeGreaterThan(byOwn(20 * DAY));
  });

  it("grows with the number of unknown browsers in one day", () => {
    const friend = (n: number): Visit => {
      const after = 2 * DAY + n * HOUR;
      return { agent: "android", ip: `91.${n}.3.4`, place: "munich", after, fingerprint: id(`friend ${n}`) };
    };
    const before = [opened, answered, friend(0), friend(1), friend(2), friend(3)];
    expect(score(friend(6))).toBeLessThan(70);
    expect(score(friend(6), [...before, friend(4), friend(5)])).toBeGreaterThanOrEqual(70);
  });

  it("does not assume blocked cookies from an app and a computer that were used once", () => {
    const usedOnce = (name: string, agent: NonNullable<Visit["agent"]>, after = 0): Visit => ({
      agent,
      after,
      log: name,
      fingerprint: id(name),
    });
    const stranger: Visit = { agent: "android", place: "berlinCafe" };
    const twoBrowsers = [usedOnce("mail", "iphoneMail"), usedOnce("computer", "windows", HOUR)];
    expect(score(stranger, twoBrowsers)).toBeGreaterThan(40);
    const oneBrowser = [usedOnce("one", "iphone"), usedOnce("two", "iphone", HOUR), usedOnce("three", "iphone", DAY)];
    expect(score(stranger, oneBrowser)).toBeLessThan(25);
  });

  it("stays below strong for a first request from a hosting network, as mail gateways send", () => {
    const fetched: Visit = { agent: "android", place: "hosting" };
    expect(score(fetched)).toBeLessThan(70);
    const back = { ...fetched, log: "back", after: 3 * DAY, fingerprint: id("other", DAY) };
    expect(score(back, [opened, answered, { ...fetched, after: 2 * DAY, fingerprint: id("other") }])).toBeGreaterThan(
      50,
    );
  });
});

describe("device IDs of a baseline", () => {
  const trustOf = (baseline: GuestBaseline, name: string) =>
    baseline.deviceIds.find(({ key }) => key === hash53(name))?.trust ?? 0;

  it("scores an edit by another browser high, and one by the guest's own low", () => {
    const baseline = guestAfter();
    expect(assessAfter(baseline, { ...imitator, fingerprint: id("other", 0, edit) }).score).toBeGreaterThanOrEqual(
      BANDS.high,
    );
    expect(assessAfter(baseline, { after: DAY, fingerprint: id("own", DAY, edit) }).score).toBeLessThan(BANDS.medium);
  });

  it("scores an edit high in a browser that gained trust only with time", () => {
    const laptop = (after: number, more = {}): Visit => {
      return { agent: "windows", log: `laptop ${after}`, after, fingerprint: id("laptop", after - DAY, more) };
    };
    const before = guestAfter(laptop(DAY), laptop(2 * DAY));
    expect(trustOf(before, "laptop")).toBeGreaterThan(0.5);
    expect(assessAfter(before, laptop(3 * DAY)).score).toBeLessThan(BANDS.medium);
    expect(assessAfter(before, laptop(3 * DAY, edit)).score).toBeGreaterThanOrEqual(BANDS.high);
    const proved = laptop(3 * DAY, { ...edit, edge_device_proved: "true" });
    expect(assessAfter(before, proved).score).toBeLessThan(BANDS.medium);
  });

  it("trusts a browser fully when it sends an RSVP, and partly with time at home", () => {
    const laptop: Visit = {
      agent: "windows",
      place: "berlinCafe",
      after: DAY,
      log: "laptop",
      fingerprint: id("laptop"),
    };
    const before = guestAfter(laptop);
    expect(trustOf(before, "laptop")).toBeLessThan(0.5);
    expect(trustOf(confirm(before, "laptop", "rsvp").baseline, "laptop")).toBe(1);
    expect(trustOf(guestAfter({ ...laptop, place: "berlinHome" }), "laptop")).toBeGreaterThan(0.5);
  });

  it("scores a browser that keeps no cookies low after several visits", () => {
    const visits = Array.from({ length: 5 }, (_, day) => ({ after: day * DAY, fingerprint: id(`day ${day}`) }));
    const baseline = baselineAfter(visits);
    expect(assessAfter(baseline, { after: 6 * DAY, fingerprint: id("day 6") }).score).toBeLessThan(BANDS.medium / 2);
  });

  it("expects no ID under a new link, because cookies are bound to the old one", () => {
    const visit = { ...imitator, token: "rotated" };
    expect(assessAfter(guestAfter(), visit).reasons).toEqual([]);
    expect(assessAfter(guestAfter(), imitator).reasons).toContain("new_device");
  });

  it("learns nothing from a scanner, and trusts no ID of a high-risk access", () => {
    const scanner: Visit = { userAgent: "Mimecast", bare: true, fingerprint: id("scanner") };
    expect(baselineAfter([scanner]).deviceIds).toEqual([]);
    const stranger: Visit = { agent: "android", place: "newYork", after: HOUR, fingerprint: id("stranger") };
    expect(trustOf(guestAfter(stranger), "stranger")).toBe(0);
  });

  it("bounds the number of IDs in a flood, and keeps the guest's own", () => {
    const flood = Array.from({ length: 100 }, (_, n): Visit => {
      return { agent: "android", place: "munich", after: DAY + n * MINUTE, log: `flood-${n}`, fingerprint: id(`${n}`) };
    });
    const baseline = guestAfter(...flood);
    expect(baseline.deviceIds.length).toBeLessThanOrEqual(LIMITS.deviceIds);
    expect(trustOf(baseline, "own")).toBe(1);
  });

  it("never blocks a verified device, whatever the other facts of the access", () => {
    const worst: Visit = { userAgent: "curl/8.7.1", bare: true, place: "tor", token: "token", after: 3 * DAY };
    const rotated = guestAfter({ token: "rotated", after: DAY, fingerprint: id("moved") });
    const flood = Array.from({ length: 40 }, (_, n) => ({ ...worst, after: 3 * DAY - n * 1_000, log: `flood-${n}` }));
    const baseline = flood.reduce((before, visit) => confirm(before, visit.log, "suspicious").baseline, rotated);
    const proved = { ...worst, fingerprint: id("worst", 0, { edge_device_proved: "true" }) };
    expect(assessAfter(baseline, proved).score).toBeLessThan(BANDS.block);
  });

  it("prefers a host's verdict to a code", () => {
    const flagged = confirm(guestAfter(imitator), "imitator", "suspicious").baseline;
    const proved = { ...imitator, after: 3 * DAY, fingerprint: id("other", DAY, { edge_device_proved: "true" }) };
    expect(assessAfter(flagged, proved).reasons).toContain("new_device");
    const cleared = confirm(flagged, "imitator", "legitimate").baseline;
    expect(assessAfter(cleared, proved).score).toBeLessThan(BANDS.medium);
  });
});

describe("access without a device ID", () => {
  it("keeps its recorded score", async () => {
    const records = await scoreInTurn(mixedVisits(7, SCORES_WITHOUT_IDS.length));
    expect(records.map(({ score }) => score)).toEqual(SCORES_WITHOUT_IDS);
  });
});
