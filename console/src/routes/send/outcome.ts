import type { IssuedTokens } from "@usher/client";

/** The result of one guest's invitation. */
export type Result = Required<
  Pick<
    IssuedTokens["items"][number],
    "guest_id" | "name" | "email" | "phone" | "link" | "notified" | "reason" | "notify_after"
  >
>;

/** True if a result has a link, which it always has for a signed-in host. */
export function isComplete(item: IssuedTokens["items"][number]): item is IssuedTokens["items"][number] & Result {
  return item.link !== undefined;
}

/** Results by what the host has to do. */
export interface Outcome {
  sent: Result[];
  /** The host shares the link: there is no address, or no email was requested. */
  linkOnly: Result[];
  /** The email was sent earlier and is not repeated. */
  already: Result[];
  /** The guest has unsubscribed, or an email would bounce. */
  refused: (Result & { reason: NonNullable<Result["reason"]> })[];
}

export function outcomeOf(results: readonly Result[]): Outcome {
  const outcome: Outcome = { sent: [], linkOnly: [], already: [], refused: [] };
  for (const result of results) {
    const { notified, reason } = result;
    if (notified) outcome.sent.push(result);
    else if (reason === "no_address" || reason === "not_requested") outcome.linkOnly.push(result);
    else if (reason === "already_mailed") outcome.already.push(result);
    else if (reason !== null) outcome.refused.push({ ...result, reason });
  }
  return outcome;
}

/** Returns names and links as a CSV file. @param header the names of the columns */
export function linksCsv(results: readonly Result[], header: [string, string, string, string]): string {
  const rows = results.map(({ name, email, phone, link }) => [name, email ?? "", phone ?? "", link]);
  // The byte order mark makes spreadsheets read it as UTF-8.
  return `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(text: string): string {
  // Spreadsheets read these beginnings as a formula, except in telephone numbers.
  const safe = /^[=@\t\r]|^[+-](?![\d\s()-]+$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
