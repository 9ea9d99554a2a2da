import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeyedRequest, requestKeyOf } from "../../src/kernel/request-key.ts";

const JSON_BODY = "application/json";

function keyedRequest(changes: Partial<KeyedRequest> = {}): KeyedRequest {
  return { method: "POST", target: "/events", contentType: JSON_BODY, body: "{}", ...changes };
}

async function hashOf(changes: Partial<KeyedRequest>, key = "key"): Promise<string> {
  return (await requestKeyOf(key, keyedRequest(changes))).requestHash;
}

/** Builds a form with one file, as a client does. */
async function form(content: string): Promise<Pick<KeyedRequest, "contentType" | "body">> {
  const data = new FormData();
  data.set("file", new File([content], "guests.csv", { type: "text/csv" }));
  const request = new Request("https://usher.test/", { method: "POST", body: data });
  return { contentType: request.headers.get("content-type") ?? "", body: await request.arrayBuffer() };
}

describe("requestKeyOf", () => {
  it("returns an equal hash for any order of JSON fields", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (body) => {
        const reversed = Object.fromEntries(Object.entries(body).reverse());
        const one = await hashOf({ body: JSON.stringify(body) });
        expect(await hashOf({ body: JSON.stringify(reversed, null, 1) })).toBe(one);
      }),
    );
  });

  it("returns another hash for every other value, even another order of a list", async () => {
    const bodies = ['{"a":1}', '{"a":2}', '{"a":"1"}', '{"b":1}', '{"a":[1,2]}', '{"a":[2,1]}', "{}", "", "no json"];
    expect(new Set(await Promise.all(bodies.map((body) => hashOf({ body })))).size).toBe(bodies.length);
  });

  it("returns another hash for another method, path or query", async () => {
    const all = [{}, { method: "PUT" }, { target: "/events/1" }, { target: "/events?strict=true" }];
    expect(new Set(await Promise.all(all.map((changes) => hashOf(changes)))).size).toBe(all.length);
  });

  it("returns an equal hash for a form that is built again", async () => {
    const [one, again, other] = [await form("name\nGrace"), await form("name\nGrace"), await form("name\nAda")];
    expect(again.contentType).not.toBe(one.contentType);
    expect(await hashOf(again)).toBe(await hashOf(one));
    expect(await hashOf(other)).not.toBe(await hashOf(one));
  });

  it("distinguishes bytes that are not valid text", async () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => new Uint8Array([byte]).buffer);
    const hashes = bytes.map((body) => hashOf({ body, contentType: "text/csv" }));
    expect(new Set(await Promise.all(hashes)).size).toBe(256);
  });

  it("hashes JSON of any depth that a body allows", async () => {
    const deep = "[".repeat(100_000);
    expect(await hashOf({ body: deep })).toBe(await hashOf({ body: deep }));
    const closed = deep + "]".repeat(100_000);
    expect(await hashOf({ body: closed })).toMatch(/^[0-9a-f]{64}$/);
  });

  it("hashes independently of the key, which is stored only as a hash", async () => {
    const [one, other] = [await requestKeyOf("one", keyedRequest()), await requestKeyOf("other", keyedRequest())];
    expect(one.requestHash).toBe(other.requestHash);
    expect(one.keyHash).not.toBe(other.keyHash);
    expect(JSON.stringify(one)).not.toContain('"one"');
  });
});
