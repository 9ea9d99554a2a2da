import { CliError } from "../cli-error.ts";
import type { PlatformApi } from "./platform-api.ts";

interface Domain {
  hostname: string;
  service: string;
}

/**
 * Leads a domain of the account's own zones to the Worker. Not by wrangler, which overwrites what the name led to
 * before when it runs without a terminal; the platform's API refuses.
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
