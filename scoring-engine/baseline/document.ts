import { parseDeviceLine } from "../device.ts";
import type { AccessLog, DeviceRecord, GuestBaseline } from "./guest-baseline.ts";
import { type Head, packHead, unpackHead } from "./packed-baseline.ts";
import { type PackedLog, packLog, unpackLog } from "./packed-log.ts";

/**
 * Text format of documents. A guest's is written with every access and optimised for that: a line of compact JSON, a line
 * for each device, and the results of accesses as stored. Documents of events are plain JSON.
 */
const LINE_END = "\n";

/** Parses the lines after the head: one for each device, then the results. */
function unpackBaseline(head: Head, lines: string): GuestBaseline {
  const { start } = head;
  let lineEnd = 0;
  const devices = head.devices.map((row): DeviceRecord => {
    const lineStart = lineEnd + 1;
    lineEnd = lines.indexOf(LINE_END, lineStart);
    if (lineEnd === -1) lineEnd = lines.length;
    return {
      device: parseDeviceLine(lines.slice(lineStart, lineEnd)),
      trust: row[0],
      flagged: row[1] === 1,
      lastAt: start + row[2],
      trustedAt: start + row[3],
      reportedHardware: { access: row[4] === 1, form: row[5] === 1 },
    };
  });
  return unpackHead(head, devices, lines.slice(lineEnd));
}

function has<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}

/** Serialises a document. */
export function formatDocument(value: unknown): string {
  if (has(value, "accesses")) {
    const baseline = value as GuestBaseline;
    let text = JSON.stringify(packHead(baseline));
    for (const { device } of baseline.devices) text += LINE_END + device.line;
    return text + baseline.accesses.results;
  }
  if (has(value, "results")) {
    const log = value as AccessLog;
    return JSON.stringify(packLog(log, log.at[0] ?? 0)) + log.results;
  }
  return JSON.stringify(value);
}

/** Parses a document; an unreadable one is undefined, which costs its history and fails no call. */
export function parseDocument(text: string): unknown {
  const end = text.indexOf(LINE_END);
  const lines = end === -1 ? "" : text.slice(end);
  try {
    const value: unknown = JSON.parse(end === -1 ? text : text.slice(0, end));
    if (has(value, "devices")) return unpackBaseline(value as Head, lines);
    return has(value, "standings") ? unpackLog(value as PackedLog, lines) : value;
  } catch {
    return undefined;
  }
}
