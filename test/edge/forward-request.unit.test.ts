import { expect, it, vi } from "vitest";
import { forwardRequest } from "../../src/edge/forward-request.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";

const silent = { fetch: () => new Promise<Response>(() => undefined) };

it("rejects if the service does not begin to respond in time", async () => {
  vi.useFakeTimers();
  const request = new Request("https://usher.test/events");
  const refused = expect(forwardRequest(silent, request, { id: "an-id-of-mine", body: null })).rejects.toThrow(
    "no answer within 30000 ms",
  );
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  vi.useRealTimers();
  await refused;
});

it("waits for a service that reads a body as long as the client sends it", async () => {
  let answer: (response: Response) => void = () => undefined;
  const slow = { fetch: () => new Promise<Response>((resolve) => (answer = resolve)) };
  const request = new Request("https://usher.test/uploads/image", { method: "POST", body: "an image" });
  vi.useFakeTimers();
  const passed = forwardRequest(slow, request, { id: "an-id-of-mine", body: null });
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  vi.useRealTimers();
  answer(new Response("stored"));
  expect(await (await passed).text()).toBe("stored");
});
