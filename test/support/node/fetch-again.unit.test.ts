import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { fetchAgain } from "../../../testkit/fetch-again.ts";
import { listen } from "../../../testkit/local-server.ts";

/** A server that resets the connections of its first requests. */
async function resetting(times: number): Promise<string> {
  let requests = 0;
  const server = await listen(
    createServer((request, response) => {
      if (requests++ < times) request.socket.resetAndDestroy();
      else response.end("answered");
    }),
  );
  onTestFinished(() => server.stop());
  return server.url;
}

describe("fetchAgain", () => {
  it("sends a request again whose connection was reset", async () => {
    expect(await (await fetchAgain(await resetting(1))).text()).toBe("answered");
  });

  it("gives up when the second connection is reset as well", async () => {
    await expect(fetchAgain(await resetting(2))).rejects.toThrow("fetch failed");
  });
});
