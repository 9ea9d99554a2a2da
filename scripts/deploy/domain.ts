import { CliError } from "../cli-error.ts";
import type { PlatformApi } from "./platform-api.ts";

interface Domain {
  hostname: string;
  service: string;
}

/**
 * Routes a domain of the account's zones to the Worker. Uses the platform's API, which refuses to replace existing DNS
 * records; wrangler replaces them when it runs without a terminal.
 * @throws CliError when the name already belongs to another Worker
 */
export async function attachDomain(api: PlatformApi, workerName: string, hostname: string): Promise<string> {
  const domains = await api.get<Domain[]>(`/workers/domains?hostname=${encodeURIComponent(hostname)}`);
  const known = domains.find((domain) => domain.hostname === hostname);
  if (known !== undefined && known.service !== workerName) {
    throw new CliError(`${hostname} already leads to the Worker ${known.service}.`);
  }
  if (known === undefined) await api.put("/workers/domains", { hostname, service: workerName });
  return hostname;
}
