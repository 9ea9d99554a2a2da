import { inject } from "vitest";
import { fetchAgain } from "../../../testkit/fetch-again.ts";
import type { RunningService } from "../../../testkit/running-service.ts";
import type { ServiceHost, SqlRequest } from "./shared-services-process.ts";
import "./shared-services.ts";

/**
 * Returns a whole service that test files share, because a start takes seconds of processor time. Its webhooks may be sent to
 * this machine. Each test creates its own hosts and events, and its SQL must change only those.
 * @param host host name that browsers use, because passkeys do not work with an IP address
 * @returns the service; its `stop` does nothing, because it ends with the last test
 */
export async function sharedService(host: ServiceHost = "127.0.0.1"): Promise<RunningService> {
  const { url, mailsUrl } = await ask<Pick<RunningService, "url" | "mailsUrl">>("/services", { host });
  return {
    url,
    mailsUrl,
    async sql(statement, ...values) {
      await ask("/sql", { host, statement, values } satisfies SqlRequest);
    },
    stop: () => Promise.resolve(),
  };
}

async function ask<Body>(path: string, body: object): Promise<Body> {
  const response = await fetchAgain(inject("sharedServices") + path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Body;
}
