import { once } from "node:events";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fetchAgain } from "../../testkit/fetch-again.ts";
import { ownAddress } from "../../testkit/own-address.ts";
import { sharedService } from "../support/node/shared-service.ts";

const { url } = await sharedService();
const { hostname, port, host } = new URL(url);
const BODY = JSON.stringify({ email: "nobody@example.com", password: "a wrong password" });
const LENGTH = `Content-Length: ${BODY.length}`;
const JSON_TYPE = "Content-Type: application/json";

/** Sends the bytes of a request, which no client library would send. @returns the status of the response */
async function statusOf(request: string): Promise<number> {
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.end(request);
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(await textOf(socket)) ?? [];
  return Number(status);
}

const signIn = (...headers: string[]) =>
  ["POST /auth/login HTTP/1.1", `Host: ${host}`, "Connection: close", ...headers, "", BODY].join("\r\n");

describe("workerd", () => {
  it.each([
    ["another host", "example.com:443"],
    ["itself", host],
    ["a path", "/health"],
  ])("rejects CONNECT to %s before the Worker, and serves the next request", async (_, target) => {
    expect(await statusOf(`CONNECT ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toBe(500);
    expect((await fetchAgain(`${url}/health`)).status).toBe(200);
  });

  it("passes TRACE to the Worker, which returns 405", async () => {
    expect(await statusOf(`TRACE /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toBe(405);
  });
});

describe("a header that is sent twice", () => {
  it.each<[string, number, string[]]>([
    ["no header", 401, [JSON_TYPE, LENGTH]],
    ["two media types", 415, [JSON_TYPE, "Content-Type: text/plain", LENGTH]],
    ["two media types, JSON last", 415, ["Content-Type: text/plain", JSON_TYPE, LENGTH]],
    ["two credentials", 401, [JSON_TYPE, LENGTH, "Authorization: Bearer one", "Authorization: Bearer two"]],
    ["two lengths", 400, [JSON_TYPE, LENGTH, "Content-Length: 2"]],
    ["two hosts", 500, [JSON_TYPE, LENGTH, "Host: other.example"]],
  ])("makes a sign-in with %s return %i", async (_, status, headers) => {
    expect(await statusOf(signIn(`CF-Connecting-IP: ${ownAddress()}`, ...headers))).toBe(status);
  });

  it("counts tries with two network addresses as those of one network", async () => {
    const address = ownAddress();
    const twice = [`CF-Connecting-IP: ${address}`, `CF-Connecting-IP: ${ownAddress()}`, JSON_TYPE, LENGTH];
    for (let turn = 0; turn < 10; turn++) expect(await statusOf(signIn(...twice))).toBe(401);
    expect(await statusOf(signIn(...twice))).toBe(429);
  });
});
