import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { deleteUnusedUploads } from "../../../src/events/images/delete-unused.ts";
import { DAY_MS, HOUR_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import worker from "../../../src/worker.ts";
import baseline from "../../../testkit/fixtures/images/baseline.jpg?inline";
import camera from "../../../testkit/fixtures/images/camera.jpg?inline";
import noted from "../../../testkit/fixtures/images/noted.png?inline";
import plain from "../../../testkit/fixtures/images/plain.png?inline";
import { call, freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { makeEvent } from "../../support/guest.ts";
import {
  bytesOf,
  coloursAt,
  containsText,
  joinBytes,
  pixelsOf,
  pngData,
  pngHeader,
  pngOf,
  upload,
  uploaded,
} from "../../support/images.ts";
import { skipWaits } from "../../support/patient.ts";

const JPEG = bytesOf(baseline);
const PNG = bytesOf(plain);
const MEBIBYTE = 1024 * 1024;
const text = (content: string) => new TextEncoder().encode(content);

/** The stored bytes behind a path. */
async function storedAt(path: string): Promise<Uint8Array> {
  const object = await env.BUCKET.get(path.replace("/uploads/", ""));
  if (object === null) throw new Error(`nothing is stored at ${path}`);
  return new Uint8Array(await object.arrayBuffer());
}

async function storedFiles(): Promise<string[]> {
  return (await env.BUCKET.list()).objects.map(({ key }) => key);
}

async function countRows(host: Host): Promise<number> {
  const found = await env.DB.prepare("select count(*) as n from uploads where user_id = ?").bind(host.id).first();
  return Number(found?.n);
}

async function fillUp(host: Host, images: number, createdAt = 0): Promise<void> {
  await env.DB.prepare(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?2)
     insert into uploads (file, user_id, bytes, created_at, check_at)
       select lower(hex(randomblob(16))) || '.jpg', ?1, 1, ?3, ?4 from n`,
  )
    .bind(host.id, images, createdAt, Date.now() + DAY_MS)
    .run();
}

/** Sends a request to a Worker with some bindings replaced. */
async function withBindings(
  replaced: { BUCKET?: Partial<R2Bucket>; IMAGES?: Partial<ImagesBinding> },
  request: Request,
): Promise<Response> {
  const context = createExecutionContext();
  const broken = { ...env, ...(replaced as EnvChanges) };
  const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, broken, context);
  await waitOnExecutionContext(context);
  return response;
}

const problemOf = (response: Response) => response.json<{ error: string; reason?: string; detail: string }>();

describe("POST /uploads/image", () => {
  /**
   * @spec 4.83 "POST | /uploads/image | authenticated | accepts valid JPEG or PNG only, re-encodes it (metadata
   *   removed), max 2 MB, random 16-byte file name; returns the new URL"
   */
  it("returns an unguessable path, which is public", async () => {
    const host = await signedInHost({ tier: "pro" });
    const response = await upload(host, JPEG);
    expect(response.status).toBe(201);
    const { url, ...rest } = await response.json<{ url: string }>();
    expect(rest).toEqual({});
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{32}\.jpg$/);
    const served = await call("GET", url);
    expect(served.status).toBe(200);
    const { width, height, rgba } = pixelsOf(new Uint8Array(await served.arrayBuffer()));
    expect([width, height]).toEqual([61, 47]);
    const corners = coloursAt({ width, height, rgba }, [
      [4, 4],
      [56, 4],
      [4, 42],
      [56, 42],
    ]);
    expect(corners).toEqual(["red", "green", "blue", "white"]);
    expect(await uploaded(host, JPEG)).not.toBe(url);
  });

  it("stores the format of the content, whatever its name and declared type say", async () => {
    const host = await signedInHost({ tier: "pro" });
    const response = await upload(host, PNG, { name: "../../evil.svg", type: "text/html" });
    const { url } = await response.json<{ url: string }>();
    expect(url).toMatch(/\.png$/);
    expect((await call("GET", url)).headers.get("content-type")).toBe("image/png");
  });

  /**
   * @spec 4.83 "POST | /uploads/image | authenticated | accepts valid JPEG or PNG only, re-encodes it (metadata
   *   removed), max 2 MB, random 16-byte file name; returns the new URL"
   */
  it("removes metadata of a camera, a program or a person", async () => {
    const host = await signedInHost({ tier: "pro" });
    const secrets = [
      "Planted",
      "Exif",
      "GPS",
      "ICC",
      "XMP",
      "xmp",
      "Photoshop",
      "iCCP",
      "tEXt",
      "iTXt",
      "eXIf",
      "pHYs",
    ];
    for (const source of [camera, noted]) {
      expect(secrets.filter((secret) => containsText(bytesOf(source), secret)).length).toBeGreaterThan(3);
      const polyglot = joinBytes([bytesOf(source), text("<script>Planted()</script>PK\u0003\u0004Planted.zip")]);
      const stored = await storedAt(await uploaded(host, polyglot));
      expect(secrets.filter((secret) => containsText(stored, secret))).toEqual([]);
    }
  });

  it("rotates the image by its EXIF orientation, and removes the orientation", async () => {
    const { width, height, rgba } = pixelsOf(
      await storedAt(await uploaded(await signedInHost({ tier: "pro" }), bytesOf(camera))),
    );
    expect([width, height]).toEqual([47, 61]);
    const corners = coloursAt({ width, height, rgba }, [
      [4, 4],
      [42, 4],
      [4, 56],
      [42, 56],
    ]);
    expect(corners).toEqual(["blue", "red", "white", "green"]);
  });

  it("stores one image for an Idempotency-Key, however often it is sent", async () => {
    const host = await signedInHost({ tier: "pro" });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await (await upload(host, JPEG, { headers })).json();
    const again = await upload(host, JPEG, { headers });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect([again.status, await again.json()]).toEqual([201, first]);
    expect(await countRows(host)).toBe(1);
    expect((await upload(host, PNG, { headers })).status).toBe(409);
  });
});

describe("POST /uploads/image with a file that is not an image", () => {
  /**
   * @spec 4.83 "POST | /uploads/image | authenticated | accepts valid JPEG or PNG only, re-encodes it (metadata
   *   removed), max 2 MB, random 16-byte file name; returns the new URL"
   * @spec 8.6 "Image upload | 2 MB, JPEG or PNG"
   */
  it.each([
    ["an SVG called PNG", text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), "not_an_image"],
    ["a page", text("<!doctype html><script>alert(1)</script>"), "not_an_image"],
    ["a GIF", text("GIF89a\u0001\u0000\u0001\u0000"), "not_an_image"],
    ["nothing", new Uint8Array(), "not_an_image"],
    ["a page behind the first bytes of a JPEG", joinBytes([JPEG.subarray(0, 4), text("<script>")]), "damaged"],
    ["half a JPEG", JPEG.subarray(0, 400), "damaged"],
    ["half a PNG", PNG.subarray(0, 100), "damaged"],
  ])("returns 400 with the reason, and stores nothing: %s", async (_, file, reason) => {
    const host = await signedInHost({ tier: "pro" });
    const response = await upload(host, file, { name: "picture.png", type: "image/png" });
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ error: "unsupported_image", reason });
    expect(await countRows(host)).toBe(0);
  });

  it("rejects a header of 30,000 × 30,000 pixels", async () => {
    const host = await signedInHost({ tier: "pro" });
    const bomb = pngOf(pngHeader(30_000, 30_000, 1, 0), pngData(new Uint8Array(16 * MEBIBYTE)));
    const times: number[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const began = performance.now();
      const response = await upload(host, bomb);
      times.push(performance.now() - began);
      expect(await problemOf(response)).toMatchObject({ error: "unsupported_image", reason: "too_many_pixels" });
    }
    console.info(`refused 30,000 x 30,000 pixels in ${Math.min(...times).toFixed(0)} ms`);
  });
});

describe("limits of POST /uploads/image", () => {
  /**
   * @spec 4.83 "POST | /uploads/image | authenticated | accepts valid JPEG or PNG only, re-encodes it (metadata
   *   removed), max 2 MB, random 16-byte file name; returns the new URL"
   * @spec 8.6 "Image upload | 2 MB, JPEG or PNG"
   */
  it("accepts 2 MiB and not a byte more", async () => {
    const host = await signedInHost({ tier: "pro" });
    const padded = (bytes: number) => joinBytes([JPEG, new Uint8Array(bytes - JPEG.length)]);
    expect((await upload(host, padded(2 * MEBIBYTE))).status).toBe(201);
    for (const bytes of [2 * MEBIBYTE + 1, 3 * MEBIBYTE]) {
      const response = await upload(host, padded(bytes));
      expect([response.status, (await problemOf(response)).error]).toEqual([413, "payload_too_large"]);
    }
  });

  it("requires exactly one field, with a file", async () => {
    const host = await signedInHost({ tier: "pro" });
    const send = async (...fields: [string, string | Blob][]) => {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value as string);
      const response = await host.api("POST", "/uploads/image", form);
      return [response.status, (await problemOf(response)).error];
    };
    const file = new Blob([JPEG]);
    const refused = [400, "validation_failed"];
    const noFile = [400, "unsupported_image"];
    expect(await send()).toEqual(noFile);
    expect(await send(["image", file])).toEqual(noFile);
    expect(await send(["file", "not a file"])).toEqual(noFile);
    expect(await send(["file", file], ["file", file])).toEqual(refused);
    expect(await send(["file", file], ["folder", "/etc"])).toEqual(refused);
    expect(await countRows(host)).toBe(0);
  });

  it.each([
    ["image/jpeg", JPEG],
    ["application/json", "{}"],
    ["multipart/form-data; boundary=x", "no form at all"],
    ["multipart/form-data", "--x\r\n"],
    ["application/x-www-form-urlencoded", "file=x"],
    ["", ""],
  ])("returns 400 unsupported_image when it is not a form with a file: %j", async (type, body) => {
    const host = await signedInHost({ tier: "pro" });
    const headers = type === "" ? {} : { "Content-Type": type };
    const response = await host.api("POST", "/uploads/image", body, headers);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ error: "unsupported_image", reason: "no_file" });
  });

  it("requires a session that is still valid", async () => {
    const form = () => {
      const form = new FormData();
      form.set("file", new Blob([JPEG]));
      return form;
    };
    const address = { "CF-Connecting-IP": freshAddress() };
    expect((await call("POST", "/uploads/image", form(), address)).status).toBe(401);
    const host = await signedInHost({ tier: "pro" });
    await env.DB.prepare("update users set sessions_valid_from = ? where id = ?")
      .bind(Date.now() + 60_000, host.id)
      .run();
    expect((await upload(host, JPEG)).status).toBe(401);
    expect(await countRows(host)).toBe(0);
  });

  it("allows exactly 60 uploads per hour and user, also in parallel", async () => {
    const host = await signedInHost({ tier: "pro" });
    const answers: Response[] = [];
    // In two groups: the limiter must answer within two seconds.
    for (const group of [35, 35]) {
      answers.push(...(await Promise.all(Array.from({ length: group }, () => upload(host, text("no image"))))));
    }
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect(limited?.headers.get("ratelimit-policy")).toContain('"uploads";q=60;w=3600');
    expect((await upload(await signedInHost({ tier: "pro" }), JPEG)).status).toBe(201);
  });

  it("counts refused files of all keys of an account towards 100 in a day", async () => {
    const host = await signedInHost({ tier: "pro" });
    const keys = [await makeKey(host, { scopes: ["events:write"] }), await makeKey(host, { scopes: ["events:write"] })];
    const statuses: number[] = [];
    for (const { api } of keys) {
      for (let sent = 0; sent < 52; sent++) statuses.push((await upload({ ...host, api }, text("no image"))).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    expect((await upload(host, JPEG)).status).toBe(429);
  });

  it("requires the branding feature, of the caller's plan or of the host of an event that the caller edits", async () => {
    const [free, pro, viewer] = [await signedInHost(), await signedInHost({ tier: "pro" }), await signedInHost()];
    const { eventId } = await makeEventFixture(pro.id, 1);
    const own = await makeEventFixture(free.id, 1);
    await addMember(eventId, free.id, "editor");
    await addMember(eventId, viewer.id, "viewer");
    const outcome = async (host: Host, event?: string) => {
      const form = new FormData();
      form.set("file", new File([JPEG as Uint8Array<ArrayBuffer>], "a.jpg"));
      const response = await host.api("POST", `/uploads/image${event === undefined ? "" : `?event_id=${event}`}`, form);
      return response.status === 201 ? 201 : [response.status, (await problemOf(response)).error];
    };
    expect(await outcome(free)).toEqual([402, "feature_not_in_tier"]);
    expect(await outcome(free, own.eventId)).toEqual([402, "feature_not_in_tier"]);
    expect(await outcome(free, eventId)).toBe(201);
    expect(await outcome(pro)).toBe(201);
    expect(await outcome(pro, own.eventId)).toEqual([404, "not_found"]);
    expect(await outcome(viewer, eventId)).toEqual([403, "role_too_low"]);
    const key = await makeKey(pro, { scopes: ["events:write"], event_ids: [eventId] });
    const other = await makeEventFixture(pro.id, 1);
    expect(await outcome({ ...pro, api: key.api }, eventId)).toBe(201);
    expect(await outcome({ ...pro, api: key.api }, other.eventId)).toEqual([404, "not_found"]);
    expect(await outcome({ ...pro, api: key.api })).toEqual([403, "insufficient_scope"]);
  });

  it("rejects uploads after 100 in a day, also when two race for the last one", async () => {
    const host = await signedInHost({ tier: "pro" });
    await fillUp(host, 99, Date.now() - 23 * HOUR_MS);
    const answers = await Promise.all([upload(host, JPEG), upload(host, JPEG)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = await upload(host, JPEG);
    expect([refused.status, await problemOf(refused)]).toMatchObject([
      409,
      { error: "upload_limit_reached", limit: 100, detail: expect.stringContaining("upload more tomorrow") },
    ]);
    await env.DB.prepare("update uploads set created_at = created_at - ? where user_id = ?")
      .bind(2 * HOUR_MS, host.id)
      .run();
    expect((await upload(host, JPEG)).status).toBe(201);
  });

  it("rejects uploads after 500 images of the user, also when two race for the last one", async () => {
    const host = await signedInHost({ tier: "pro" });
    await fillUp(host, 499);
    const before = new Set(await storedFiles());
    const answers = await Promise.all([upload(host, JPEG), upload(host, JPEG)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await countRows(host)).toBe(500);
    const refused = await upload(host, JPEG);
    expect([refused.status, (await problemOf(refused)).error]).toEqual([409, "upload_limit_reached"]);
    // The object of the refused upload is deleted again.
    await eventually(async () => expect((await storedFiles()).filter((file) => !before.has(file))).toHaveLength(1));
  });

  it.each([
    ["storage_unavailable", { BUCKET: { put: () => Promise.reject(new Error("internal error")) } }],
    ["images_unavailable", { IMAGES: { info: () => Promise.reject(new Error("internal error")) } }],
  ])("returns 503 %s when that service is down, and stores nothing", async (code, down) => {
    const host = await signedInHost({ tier: "pro" });
    const before = await storedFiles();
    const form = new FormData();
    form.set("file", new Blob([JPEG]));
    const headers = { Authorization: `Bearer ${host.token}`, "CF-Connecting-IP": host.address };
    const request = new Request("https://usher.test/uploads/image", { method: "POST", body: form, headers });
    const response = await withBindings(down, request);
    expect([response.status, (await problemOf(response)).error]).toEqual([503, code]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await countRows(host)).toBe(0);
    expect(await storedFiles()).toEqual(before);
  });
});

describe("GET /uploads/{file}", () => {
  /** @spec 4.84 "GET | /uploads/{file} | public | serves the image with a one-year cache lifetime" */
  it("allows caching for a year, and no scripts", async () => {
    const served = await call("GET", await uploaded(await signedInHost({ tier: "pro" }), PNG));
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-length": String((await served.arrayBuffer()).byteLength),
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    expect(served.headers.has("set-cookie")).toBe(false);
  });

  it("allows only Usher's pages to embed the image, except by the address in emails", async () => {
    const path = await uploaded(await signedInHost({ tier: "pro" }), PNG);
    const policy = async (url: string) => (await call("GET", url)).headers.get("cross-origin-resource-policy");
    expect([await policy(path), await policy(`${path}?other`), await policy(`${path}?embed`)]).toEqual([
      "same-origin",
      "same-origin",
      "cross-origin",
    ]);
  });

  it("deletes an image a day after its upload, unless an event shows it or showed it when closed", async () => {
    const host = await signedInHost({ tier: "pro", shard: 1 });
    const [open, closed] = [await makeEvent(host), await makeEvent(host)];
    const [logo, cover] = [await uploaded(host, PNG), await uploaded(host, JPEG)];
    const [unused, late] = [await uploaded(host, JPEG), await uploaded(host, JPEG)];
    const show = async (event: { id: string }, branding: object) =>
      (await host.api("PUT", `/events/${event.id}/branding`, branding)).status;
    expect(await show(open, { logo_url: logo })).toBe(200);
    expect(await show(closed, { cover_url: cover })).toBe(200);
    expect((await host.api("DELETE", `/events/${closed.id}`)).status).toBe(204);
    const look = async (hours: number) => {
      await env.DB.prepare("update uploads set check_at = check_at - ? where user_id = ?")
        .bind(hours * HOUR_MS, host.id)
        .run();
      await deleteUnusedUploads(createRequestContext(env, (work) => void work()));
    };
    const statuses = () =>
      Promise.all([logo, cover, unused, late].map(async (path) => (await call("GET", path)).status));
    await look(23);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await look(2);
    // Marked: nothing can show it any more, but what was about to does.
    expect(await show(open, { cover_url: unused })).toBe(400);
    await env.DB_1.prepare("update event_branding set cover_url = ? where event_id = ?").bind(late, open.id).run();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await look(1);
    expect(await statuses()).toEqual([200, 200, 404, 200]);
    expect(await countRows(host)).toBe(3);
    expect(await show(open, { cover_url: "" })).toBe(200);
    await look(25);
    await look(1);
    expect(await statuses()).toEqual([200, 200, 404, 404]);
  });

  it("returns 304 to a client that has the image", async () => {
    const path = await uploaded(await signedInHost({ tier: "pro" }), PNG);
    const first = await call("GET", path);
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await call("GET", path, undefined, { "If-None-Match": known });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(again.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(again.headers.get("etag")).toBe(etag);
    }
    const other = await call("GET", path, undefined, { "If-None-Match": '"other"' });
    expect([other.status, (await other.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  it("returns the headers of GET to HEAD, without a body", async () => {
    const path = await uploaded(await signedInHost({ tier: "pro" }), JPEG);
    const got = await call("GET", path);
    await got.arrayBuffer();
    const head = await call("HEAD", path);
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["content-type", "content-length", "cache-control", "etag", "content-security-policy"]) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  it("serves the image only under its exact name, and caches no 404", async () => {
    const path = await uploaded(await signedInHost({ tier: "pro" }), JPEG);
    const file = path.slice("/uploads/".length);
    const absent = [
      "/uploads/00000000000000000000000000000000.jpg",
      path.replace(".jpg", ".png"),
      path.replace(".jpg", ""),
      `${path}.svg`,
      `${path}/`,
      `${path}%00.png`,
      `/uploads/${file.replace(".jpg", "").toUpperCase()}.jpg`.replace(/[0-9]{32}/, "A".repeat(32)),
      `/uploads/x/${file}`,
      `/uploads/%2e%2e%2fuploads%2f${file}`,
      "/uploads/image",
      "/uploads/",
    ];
    for (const other of absent) {
      const response = await call("GET", other);
      expect(response.status, other).toBe(404);
      expect(response.headers.get("cache-control"), other).toBe("private, no-store");
      await response.text();
    }
    expect((await call("GET", `${path}?version=2`)).status).toBe(200);
  });

  it("returns 503 within seconds when the store is down or does not respond", async () => {
    const request = () => new Request(`https://usher.test/uploads/${"0".repeat(32)}.jpg`);
    const down = await withBindings({ BUCKET: { get: () => Promise.reject(new Error("down")) } }, request());
    expect([down.status, down.headers.get("cache-control")]).toEqual([503, "private, no-store"]);
    skipWaits(5_000);
    const silent = await withBindings({ BUCKET: { get: () => new Promise(() => undefined) } }, request());
    expect((await problemOf(silent)).error).toBe("storage_unavailable");
  });
});
