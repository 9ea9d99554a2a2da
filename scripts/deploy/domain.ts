import { CliError } from "../cli-error.ts";
import type { PlatformApi } from "./platform-api.ts";

interface Domain {
  hostname: string;
  service: string;
}

/**
 * Routes a domain of the account's zones to the Worker. Uses the platform's API, which refuses to replace existing DNS
 * records; wrangler replaces them when it runs without a terminal.
 * @param former a Worker of this deployment that it may lead to until now
 * @throws CliError when the name already belongs to another Worker
 */
export async function attachDomain(
  api: PlatformApi,
  workerName: string,
  hostname: string,
  former = workerName,
): Promise<string> {
  const domains = await api.get<Domain[]>(`/workers/domains?hostname=${encodeURIComponent(hostname)}`);
  const known = domains.find((domain) => domain.hostname === hostname);
  if (known !== undefined && ![workerName, former].includes(known.service)) {
    throw new CliError(`${hostname} already leads to the Worker ${known.service}.`);
  }
  if (known?.service !== workerName) await api.put("/workers/domains", { hostname, service: workerName });
  return hostname;
}
