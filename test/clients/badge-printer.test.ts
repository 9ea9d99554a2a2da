import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, it } from "vitest";
import type { UsherClient } from "../../clients/typescript/src/package.ts";
import { freePort } from "../../testkit/free-port.ts";
import type { RunningService } from "../../testkit/running-service.ts";
import { eventually } from "../support/eventually.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { clientOf, EVENT } from "./service-fixture.ts";

let service: RunningService;
let client: UsherClient;
let port: number;

beforeAll(async () => {
  [service, port] = await Promise.all([sharedService(), freePort()]);
  client = await clientOf(service);
}, 120_000);

/** Starts the program as its first lines say, and collects its output. */
async function startPrinter(secret: string): Promise<{ program: ChildProcess; badges: () => string }> {
  const program = spawn(
    process.execPath,
    ["--conditions=source", "clients/typescript/examples/badge-printer/badge-printer.ts"],
    {
      env: { ...process.env, USHER_WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let badges = "";
  program.stdout.on("data", (chunk) => {
    badges += String(chunk);
  });
  await once(program.stderr, "data");
  return { program, badges: () => badges };
}

it("prints the badge of a checked-in guest once, and rejects forged webhooks", async () => {
  const { data: event } = await client.POST("/events", { body: EVENT });
  const path = { eventId: event.id };
  const { data: guest } = await client.POST("/events/{eventId}/guests", { params: { path }, body: { name: "Ada L." } });
  const { data: endpoint } = await client.POST("/webhook-endpoints", {
    body: { url: `http://127.0.0.1:${port}/`, types: ["*"], event_id: event.id },
  });
  const printer = await startPrinter(endpoint.secret);
  try {
    await client.POST("/events/{eventId}/check-in", { params: { path }, body: { guest_id: guest.id } });
    await eventually(() => expect(printer.badges()).toContain("| Ada L."));
    const body = JSON.stringify({ type: "check_in.recorded", data: { guest: { name: "Grace" }, arrival_count: 2 } });
    const send = async (secret: string, id: string) => {
      const at = new Date();
      const signature = new Webhook(secret).sign(id, at, body);
      const seconds = String(Math.floor(at.getTime() / 1_000));
      const headers = { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signature };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
    };
    expect(await send("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "forged")).toBe(400);
    expect([await send(endpoint.secret, "one"), await send(endpoint.secret, "one")]).toEqual([204, 204]);
    await eventually(() => expect(printer.badges()).toContain("party of 2"));
    expect(printer.badges().match(/Grace/g)).toHaveLength(1);
    expect(printer.badges().match(/Ada/g)).toHaveLength(1);
  } finally {
    printer.program.kill();
    await once(printer.program, "close");
  }
});
