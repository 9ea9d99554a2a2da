import { globSync, readFileSync } from "node:fs";
import { operationsOf, type ServedDocument } from "./document.ts";

/** OpenAPI describes these by other means, and forbids them as parameters. */
const OTHERWISE_DESCRIBED: ReadonlySet<string> = new Set(["accept", "authorization", "content-type"]);

/** Middleware, guards and pages that read headers, and where the document names these. */
const READERS: Readonly<Record<string, string>> = {
  "src/door/scanner-ticket.ts": "the security scheme of the door",
  "src/http/body.ts": "the media types of request bodies",
  "src/http/endpoint.ts": "415 unsupported_content_encoding",
  "src/http/idempotency.ts": "IDEMPOTENCY_HEADER",
  "src/http/proof-of-work.ts": "PROOF_HEADER_PARAMETER",
  "src/http/request-facts.ts": "set by browsers and the platform",
  "src/identity/accounts/session-cookie-guard.ts": "SESSION_HEADER, and the security scheme of the cookie",
  "src/invitations/devices/device-guard.ts": "the headers of the access",
};

const READ = /\breq\.header\(\s*("([^"]+)"|\w+)\s*\)/g;
const OPERATION = /\bname: "(\w+)"/g;

/** The sources of the service by path, without pages, which the document does not describe. */
export function serviceSources(): Record<string, string> {
  const paths = globSync("src/**/*.ts").filter((path) => !path.startsWith("src/pages/"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

/**
 * Returns a fault for each header that a handler reads and its operation does not name, and for each other file that
 * reads one.
 */
export function headerReadFaults(sources: Readonly<Record<string, string>>, document: ServedDocument): string[] {
  const parameters = new Map(
    operationsOf(document).map(({ operationId, parameters: own = [] }) => [
      operationId,
      new Set(own.map(({ name }) => name.toLowerCase())),
    ]),
  );
  return Object.entries(sources).flatMap(([path, source]) => {
    if (path in READERS) return [];
    const starts = [...source.matchAll(OPERATION)].filter(([, name = ""]) => parameters.has(name));
    return [...source.matchAll(READ)].flatMap(({ 1: written = "", 2: name, index }) => {
      const header = name?.toLowerCase();
      if (header !== undefined && OTHERWISE_DESCRIBED.has(header)) return [];
      const operation = starts.findLast((start) => start.index < index)?.[1];
      if (operation === undefined) return [`${path} reads the header ${written}: see READERS of header-reads.ts`];
      const isNamed = header !== undefined && parameters.get(operation)?.has(header) === true;
      return isNamed ? [] : [`${operation} reads the header ${written} and does not name it in \`headers\``];
    });
  });
}
