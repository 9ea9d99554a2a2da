import { readFileSync } from "node:fs";
import { z } from "zod";
import { ATTACKS, HONEST, PROGRAMS } from "./report.ts";
import { type Label, UNLABELLED, type Visit } from "./visit.ts";

/** The label, with a class of its side. */
const labelSchema = z.discriminatedUnion("side", [
  z.object({ side: z.literal("honest"), class: z.enum(HONEST) }),
  z.object({ side: z.literal("program"), class: z.enum(PROGRAMS) }),
  z.object({ side: z.literal("attack"), class: z.enum(ATTACKS) }),
]);

/** One access of a `--stream` file. `bench/README.md` describes the fields. */
const lineSchema = z.strictObject({
  at: z.iso.datetime({ offset: true }),
  event_id: z.uuid(),
  guest_id: z.uuid(),
  token_id: z.uuid(),
  label: labelSchema,
  kind: z.enum(["access", "rsvp", "edit"]).default("access"),
  ip_address: z.union([z.ipv4(), z.ipv6()]),
  user_agent: z.string().max(1_024),
  referrer: z.string().max(2_048).default(""),
  fingerprint: z.record(z.string().max(64), z.string().max(512)).default({}),
  browser: z.string().min(1).max(200).nullable(),
  has_contact: z.boolean().default(true),
  confirm: z.enum(["rsvp", "check_in"]).nullable().default(null),
});

type Line = Omit<z.infer<typeof lineSchema>, "label"> & { label: Label };

/** An export is of one event, which its items do not name. */
const EXPORTED_EVENT = "00000000-0000-4000-8000-000000000000";

/** An item of `GET /events/{eventId}/access-logs`. The replay recomputes its other fields. */
const exportedSchema = z
  .object({
    ...lineSchema.pick({ at: true, guest_id: true, token_id: true, kind: true, ip_address: true }).shape,
    user_agent: z.string().nullable(),
    referrer: z.string().nullable(),
    fingerprint: lineSchema.shape.fingerprint,
    device_id: z.string().nullable(),
  })
  .transform(({ device_id: browser, user_agent, referrer, fingerprint, ...line }): Line => {
    const facts = Object.entries(fingerprint).filter(([key]) => !key.startsWith("edge_device"));
    return {
      ...line,
      event_id: EXPORTED_EVENT,
      label: UNLABELLED,
      user_agent: user_agent ?? "",
      referrer: referrer ?? "",
      fingerprint: Object.fromEntries(facts),
      browser,
      has_contact: true,
      confirm: line.kind === "rsvp" ? "rsvp" : null,
    };
  });

/** A mistake in a stream file: each wrong line with its number and its faults. */
export class StreamFileError extends Error {
  override readonly name = "StreamFileError";
}

/**
 * Parses JSON lines to visits, ordered by time. Empty lines are skipped.
 * @throws StreamFileError that lists every wrong line; then no line is returned
 */
function parseStream(text: string): Visit[] {
  const faults: string[] = [];
  const visits = text.split(/\r?\n/).flatMap((line, index): Visit[] => {
    if (line.trim() === "") return [];
    const read = readLine(line);
    if (typeof read !== "string") return [toVisit(read, index)];
    faults.push(`line ${index + 1}: ${read}`);
    return [];
  });
  if (faults.length > 0) throw new StreamFileError(`wrong lines\n${faults.join("\n")}`);
  if (visits.length === 0) throw new StreamFileError("the file has no accesses");
  return visits.sort((a, b) => a.at - b.at);
}

/** @throws StreamFileError for a file that cannot be read or has a wrong line */
export function readStreamFile(path: string): Visit[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new StreamFileError(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseStream(text);
}

/** Returns the line, or what is wrong with it. */
function readLine(line: string): Line | string {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return "not JSON";
  }
  const isExported = typeof json === "object" && json !== null && "device_id" in json;
  const parsed = (isExported ? exportedSchema : lineSchema).safeParse(json);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map(({ path, message }) => `${path.join(".") || "the line"}: ${message}`).join("; ");
}

function toVisit(line: Line, index: number): Visit {
  const { fingerprint, kind } = line;
  const method = kind === "access" ? "GET" : "POST";
  return {
    label: line.label,
    at: Date.parse(line.at),
    eventId: line.event_id,
    guestId: line.guest_id,
    tokenId: line.token_id,
    accessLogId: `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`,
    ipAddress: line.ip_address,
    userAgent: line.user_agent,
    referrer: line.referrer,
    fingerprint: { ...fingerprint, edge_kind: kind, edge_method: fingerprint.edge_method ?? method },
    kind,
    jar: line.browser === null ? null : `${line.browser} ${line.token_id}`,
    hasContact: line.has_contact,
    confirm: line.confirm,
    city: {
      name: fingerprint.edge_city ?? "",
      country: fingerprint.edge_country ?? "",
      lat: Number(fingerprint.edge_lat ?? 0),
      lon: Number(fingerprint.edge_lon ?? 0),
      zone: fingerprint.edge_timezone ?? "",
      language: "",
    },
    asn: Number(fingerprint.edge_asn ?? 0),
  };
}
