import type { IssuedTokens } from "@usher/client";

/** What became of one guest's invitation. */
export type Result = Required<
  Pick<
    IssuedTokens["items"][number],
    "guest_id" | "name" | "email" | "phone" | "link" | "notified" | "reason" | "notify_after"
  >
>;

/** Whether a result has everything, as it always has for a person who is signed in. */
export function isComplete(item: IssuedTokens["items"][number]): item is IssuedTokens["items"][number] & Result {
  return item.link !== undefined;
}
/** Why no mail can be sent. */
export type Refusal = "bounced" | "complained" | "event_cancelled" | "event_over" | "unsubscribed" | "too_soon";

/** What a host does about them. */
export interface Outcome {
  sent: Result[];
  /** No address, or no mail was asked for: the host shares the link. */
  linkOnly: Result[];
  /** The mail was sent before, and is not repeated. */
  already: Result[];
  /** The guest wants no mail, or it would come back. */
  refused: (Result & { reason: Refusal })[];
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

/** Names and links as a spreadsheet reads them. @param header the names of the columns */
export function linksCsv(results: readonly Result[], header: [string, string, string, string]): string {
  const rows = results.map(({ name, email, phone, link }) => [name, email ?? "", phone ?? "", link]);
  // The mark in front tells spreadsheets that it is UTF-8.
  return `\uFEFF${[header, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(text: string): string {
  // Spreadsheets take what begins so for a formula. A telephone number is none.
  const safe = /^[=@\t\r]|^[+-](?![\d\s()-]+$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
