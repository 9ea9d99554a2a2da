import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { verifyDevice } from "../../../src/invitations/devices/queries.ts";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { guestBrowser, YES } from "../../support/devices.ts";
import { addMember, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { LAPTOP, PHONE } from "../../support/guest-requests.ts";

const TABLET = PHONE.replace("iPhone; CPU iPhone OS", "iPad; CPU OS");

interface Device {
  id: string;
  label: string | null;
  first_seen: string;
  last_seen: string;
  place: string | null;
  status: string;
  accesses: number;
}

async function invited(size = 1) {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, size);
  const guest = firstOf(fixture);
  return { host, fixture, ...guest, path: `/events/${fixture.eventId}/guests/${guest.id}` };
}

async function devicesOf(host: Host, path: string): Promise<Device[]> {
  const response = await host.api("GET", `${path}/devices`);
  expect(response.status).toBe(200);
  return (await response.json<{ items: Device[] }>()).items;
}

describe("GET /events/{eventId}/guests/{guestId}/devices, DELETE /events/{eventId}/guests/{guestId}/devices/{deviceId}", () => {
  it("lists devices with their status, and names one device for each view of the timeline", async () => {
    const { host, token, path } = await invited();
    const phone = guestBrowser(PHONE, "203.0.113.9");
    await phone.visit(token);
    await phone.visit(token, YES);
    const laptop = guestBrowser(LAPTOP);
    await laptop.visit(token);
    await laptop.visit(token);
    await guestBrowser(TABLET).visit(token);
    await guestBrowser("WhatsApp/2.24 A").visit(token);
    const devices = await devicesOf(host, path);
    expect(devices).toMatchObject([
      { label: "iPad · Safari", status: "new", accesses: 1 },
      { label: "Windows · Chrome", status: "known", accesses: 2 },
      { label: "iPhone · Safari", status: "answered", accesses: 2, place: "203.0.113.9" },
    ]);
    const timeline = await host.api("GET", `${path}/timeline`);
    const { items } = await timeline.json<{ items: { type: string; device?: Device }[] }>();
    expect(items.filter(({ type }) => type === "opened").map(({ device }) => device)).toEqual(
      [0, 1, 1, 2].map((index) => ({ id: devices[index]?.id, label: devices[index]?.label })),
    );
    const logs = await (await host.api("GET", `${path.split("/guests")[0]}/access-logs`)).json();
    expect(logs).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ device_id: devices[2]?.id })]),
    });
  });

  it("forgets a device once, by an editor, with an audit record", async () => {
    const { host, fixture, token, id, path } = await invited();
    const phone = guestBrowser(PHONE);
    await phone.visit(token, YES);
    const laptop = guestBrowser(LAPTOP);
    expect(await (await laptop.visit(token)).text()).toContain("already replied");
    const [device] = await devicesOf(host, path);
    const { db } = createRequestContext({ ...env }, () => undefined);
    const target = { eventId: fixture.eventId, guestId: id, device: device?.id ?? "" };
    await db.batch([verifyDevice(db, { ...target, at: 1, expiresAt: Date.now() + DAY_MS })]);
    expect(await (await laptop.visit(token)).text()).toContain("Your door pass");
    const facts = await env.DB.prepare(
      "select fingerprint from access_logs where guest_id = ? order by id desc limit 1",
    )
      .bind(id)
      .first<{ fingerprint: string }>();
    expect(JSON.parse(facts?.fingerprint ?? "")).toMatchObject({ edge_device_proved: "true" });
    expect((await devicesOf(host, path))[0]).toMatchObject({ id: device?.id, status: "proved" });

    const member = await signedInHost();
    await addMember(fixture.eventId, member.id, "viewer");
    expect(await devicesOf(member, path)).toHaveLength(2);
    expect((await member.api("DELETE", `${path}/devices/${device?.id}`)).status).toBe(403);
    expect((await host.api("DELETE", `${path}/devices/${device?.id}`)).status).toBe(204);
    expect((await host.api("DELETE", `${path}/devices/${device?.id}`)).status).toBe(404);
    expect((await host.api("DELETE", `${path}/devices/nonsense`)).status).toBe(404);
    const before = laptop.cookies.get(token);
    expect(await (await laptop.visit(token)).text()).toContain("already replied");
    expect(laptop.cookies.get(token)).not.toBe(before);
    await laptop.visit(token);
    await db.batch([verifyDevice(db, { ...target, at: 2, expiresAt: Date.now() + DAY_MS })]);
    expect(await (await laptop.visit(token)).text()).toContain("already replied");
    expect((await devicesOf(host, path)).map(({ id: listed }) => listed)).not.toContain(device?.id);
    await eventually(async () => {
      const audit = await (await host.api("GET", `/events/${fixture.eventId}/audit`)).json();
      expect(audit).toMatchObject({ items: [{ action: "guest_device.forgotten", target: id }] });
    });
  });

  it("exports the devices, and erases them with the guest", async () => {
    const { host, fixture, token, id, path } = await invited();
    const phone = guestBrowser(PHONE);
    await phone.visit(token, YES);
    const [device] = await devicesOf(host, path);
    expect((await host.api("DELETE", `${path}/devices/${device?.id}`)).status).toBe(204);
    const exported = await (await host.api("GET", `${path}/data-export`)).json();
    expect(exported).toMatchObject({
      access_logs: [{ device: device?.id }],
      devices: [{ device: device?.id, ended_at: expect.any(String) }],
    });
    expect((await host.api("DELETE", path)).status).toBe(204);
    const left = await env.DB.prepare("select count(*) as n from guest_devices where guest_id = ?").bind(id).first("n");
    expect(left).toBe(0);
    expect((await host.api("GET", `/events/${fixture.eventId}/guests/${id}/devices`)).status).toBe(404);
  });
});

describe("device filter of the guest list", () => {
  it("finds links that were forwarded, and not a browser without cookies", async () => {
    const { host, fixture } = await invited(3);
    const [shared, single, cookieless] = fixture.guests.map(({ token }) => token);
    for (const userAgent of [PHONE, LAPTOP, TABLET]) await guestBrowser(userAgent).visit(shared ?? "");
    const phone = guestBrowser(PHONE);
    for (let visits = 0; visits < 4; visits++) await phone.visit(single ?? "");
    for (let visits = 0; visits < 4; visits++) await guestBrowser(PHONE).visit(cookieless ?? "");
    const found = async (filter: string) => {
      const response = await host.api("GET", `/events/${fixture.eventId}/guests?devices=${filter}&sort=name`);
      return (await response.json<{ items?: { id: string }[] }>()).items?.map(({ id }) => id) ?? response.status;
    };
    const ids = fixture.guests.map(({ id }) => id);
    expect(await found("gt:2")).toEqual([ids[0]]);
    expect(await found("gt:0")).toEqual(ids);
    expect(await found("gt:3")).toEqual([]);
    // One item, with all its ids.
    const path = `/events/${fixture.eventId}/guests/${ids[2]}`;
    const [once] = await devicesOf(host, path);
    expect(once).toMatchObject({ status: "new", accesses: 4 });
    expect((await host.api("DELETE", `${path}/devices/${once?.id}`)).status).toBe(204);
    expect(await devicesOf(host, path)).toEqual([]);
    expect([await found("2"), await found("gt:-1")]).toEqual([400, 400]);
  });
});
