/**
 * Runs shared services for test files. shared-services.ts starts this process, and shared-service.ts calls it:
 * `POST /services` {host} → {url, mailsUrl}; `POST /sql` {host, statement, values}.
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "../../../testkit/local-server.ts";
import { type RunningService, startService } from "../../../testkit/running-service.ts";

/** The names by which browsers reach a service. */
export type ServiceHost = "127.0.0.1" | "localhost";

/** A statement for the database of a service. */
export interface SqlRequest {
  host: ServiceHost;
  statement: string;
  values: (string | number | null)[];
}

const services = new Map<ServiceHost, Promise<RunningService>>();

function serviceAt(host: ServiceHost): Promise<RunningService> {
  const running = services.get(host) ?? startService({ WEBHOOKS_TO_LOOPBACK: "true" }, { host });
  services.set(host, running);
  return running;
}

async function answer(path: string, body: unknown): Promise<object> {
  if (path === "/sql") {
    const { host, statement, values } = body as SqlRequest;
    await (await serviceAt(host)).sql(statement, ...values);
    return {};
  }
  const { url, mailsUrl } = await serviceAt((body as Pick<SqlRequest, "host">).host);
  return { url, mailsUrl };
}

const server = await listen(
  createServer(async (request, response) => {
    try {
      response.end(JSON.stringify(await answer(request.url ?? "", await json(request))));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }),
);

process.on("disconnect", async () => {
  await server.stop();
  const running = await Promise.allSettled(services.values());
  await Promise.all(running.map((service) => (service.status === "fulfilled" ? service.value.stop() : null)));
  process.exit();
});
// Ctrl-C also reaches this process, which ends with its parent.
process.on("SIGINT", () => undefined);
process.send?.(server.url);
