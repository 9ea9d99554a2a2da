import { expect, it } from "vitest";
import { forwardRequest } from "../../src/edge/forward-request.ts";

const silent = { fetch: () => new Promise<Response>(() => undefined) };

it("rejects if the service does not begin to respond in time", async () => {
  const request = new Request("https://usher.test/events");
  await expect(forwardRequest(silent, request, { id: "an-id-of-mine", body: null }, 5)).rejects.toThrow(
    "no answer within 5 ms",
  );
});

it("waits for a service that reads a body as long as the client sends it", async () => {
  let answer: (response: Response) => void = () => undefined;
  const slow = { fetch: () => new Promise<Response>((resolve) => (answer = resolve)) };
  const request = new Request("https://usher.test/uploads/image", { method: "POST", body: "an image" });
  const passed = forwardRequest(slow, request, { id: "an-id-of-mine", body: null }, 0);
  await new Promise((resolve) => setTimeout(resolve, 5));
  answer(new Response("stored"));
  expect(await (await passed).text()).toBe("stored");
});
