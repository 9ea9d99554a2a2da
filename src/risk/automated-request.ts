import { AUTOMATED_AGENTS, AUTOMATED_PURPOSES } from "../../proto/fraud/automated-agents.ts";
import type { RequestFacts } from "../http/request-facts.ts";

/**
 * Was a request made by a program that says so: a link preview, a mail scanner, a prefetch, a HEAD? It is decided by the
 * headers alone, as the engine's signal `automated_fetch` does; what else that signal knows, only the engine can see.
 */
export function isAutomatedRequest({ method, userAgent, edge }: RequestFacts): boolean {
  if (method === "HEAD" || AUTOMATED_AGENTS.test(userAgent)) return true;
  return AUTOMATED_PURPOSES.test(`${edge.sec_purpose ?? ""} ${edge.purpose ?? ""}`);
}
