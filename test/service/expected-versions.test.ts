import { describe, expect, it } from "vitest";
import { requestBy, signedInHost } from "../support/account.ts";
import { makeEvent } from "../support/guest.ts";
import { raceBeforeWrite } from "../support/race.ts";

const EPOCH = "2020-01-01T00:00:00.000Z";
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();

type Change = Record<string, unknown>;

const question = (label: string) => ({ items: [{ label, kind: "text" }] });

/** The parts of an event that several members can change, by the member of the error, with two changes of each. */
const CHANGES: Record<string, [mine: Change, theirs: Change]> = {
  event: [{ venue: "Mine" }, { venue: "Theirs" }],
  questions: [question("Mine?"), question("Theirs?")],
  branding: [{ theme: "garden" }, { theme: "midnight" }],
  thresholds: [
    { medium: 20, high: 45, block: 70 },
    { medium: 45, high: 70, block: 95 },
  ],
  alerts: [
    { answers: "each", risk: "high", waitlist: false },
    { answers: "off", risk: "off", waitlist: false },
  ],
  texts: [{ confirmation: { body: "Mine" } }, { confirmation: { body: "Theirs" } }],
};

/** Paths after the event's, where the name of the part is not the path. */
const PATHS: Record<string, string> = { event: "", thresholds: "/security/thresholds" };

const PARTS = Object.entries(CHANGES).map(([member, [mine, theirs]]) => ({
  member,
  code: `${member}_changed`,
  method: member === "event" ? "PATCH" : "PUT",
  path: PATHS[member] ?? `/${member}`,
  mine,
  theirs,
}));
type Part = (typeof PARTS)[number];

interface Version {
  updated_at: string | null;
}

/** An event and one of its parts. */
async function partOf({ method, path }: Part) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  const url = `/events/${event.id}${path}`;
  return {
    host,
    read: async () => (await host.api("GET", url)).json<Version>(),
    write: (body: Record<string, unknown>) => host.api(method, url, body),
    request: (body: Record<string, unknown>) => requestBy(host, method, url, body),
  };
}

describe("expected_updated_at", () => {
  it.each(PARTS)("rejects an outdated change with $code and the current version", async (tested) => {
    const part = await partOf(tested);
    const { updated_at } = await part.read();
    expect((await part.write(tested.theirs)).status).toBe(200);
    const current = await part.read();
    expect(current.updated_at).not.toBe(updated_at);

    const late = await part.write({ ...tested.mine, expected_updated_at: updated_at });
    const { [tested.member]: sent, ...problem } = await late.json<Record<string, unknown>>();
    expect([late.status, problem.error]).toEqual([409, tested.code]);
    // A read also returns the fonts next to the branding, and the defaults next to the thresholds.
    expect(current).toMatchObject(sent as object);
    expect(sent).toMatchObject({ updated_at: current.updated_at });
    expect(await part.read()).toEqual(current);

    const again = await part.write({ ...tested.mine, expected_updated_at: current.updated_at });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ updated_at: (await part.read()).updated_at });
  });

  it.each(PARTS)("lets exactly one of two changes win that are decided on one version ($code)", async (tested) => {
    const part = await partOf(tested);
    const { updated_at: expected_updated_at } = await part.read();
    const both = await Promise.all(
      [tested.mine, tested.theirs].map((body) => part.write({ ...body, expected_updated_at })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect(await lost?.json()).toMatchObject({
      error: tested.code,
      [tested.member]: { updated_at: (await part.read()).updated_at },
    });
  });

  it.each(PARTS)("decides in the write, not in the read ($code)", async (tested) => {
    const part = await partOf(tested);
    const { updated_at: expected_updated_at } = await part.read();
    const overtake = async () => expect((await part.write(tested.theirs)).status).toBe(200);
    const late = await raceBeforeWrite(part.request({ ...tested.mine, expected_updated_at }), overtake);
    expect([late.status, (await late.json<{ error: string }>()).error]).toEqual([409, tested.code]);
  });

  it.each(PARTS)("accepts a change without it, and one of the version that was returned ($code)", async (tested) => {
    const part = await partOf(tested);
    const first = await (await part.write(tested.theirs)).json<Version>();
    const second = await part.write({ ...tested.mine, expected_updated_at: first.updated_at });
    expect(second.status).toBe(200);
    expect((await part.write(tested.theirs)).status).toBe(200);
    expect((await part.write({ ...tested.mine, expected_updated_at: "soon" })).status).toBe(400);
    expect((await part.write({ ...tested.mine, expected_updated_at: EPOCH })).status).toBe(409);
  });

  it("rejects a request that changes nothing else", async () => {
    const part = await partOf(PARTS[0] as Part);
    const { updated_at } = await part.read();
    expect((await part.write({ expected_updated_at: updated_at })).status).toBe(400);
    expect(await part.read()).toMatchObject({ updated_at });
  });

  it("returns the current message in the event's language", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host, { locale: "de" });
    const { items } = await (await host.api("GET", `/events/${event.id}/messages`)).json<{
      items: { id: string; subject: string; kind: string }[];
    }>();
    const reminder = items.find(({ kind }) => kind === "reminder");
    const change = { send_at: IN_A_MONTH, expected_updated_at: EPOCH };
    const late = await host.api("PATCH", `/events/${event.id}/messages/${reminder?.id}`, change);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      error: "message_changed",
      message: { id: reminder?.id, subject: reminder?.subject },
    });
  });
});
