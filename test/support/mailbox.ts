import { inject } from "vitest";
import type { MailDetail, MailSummary } from "../../scripts/mail-catcher/caught.ts";
import type { Faults } from "../../scripts/mail-catcher/faults.ts";
import { WAIT_LIMIT_MS } from "../../testkit/wait-limit.ts";

/** The original clock, because tests move the global one. */
const { now } = Date;
/** Maximum time that one request to the mail catcher waits for emails. */
const WAIT_MS = 2_000;

export type CaughtMail = MailDetail;

/**
 * Returns the emails that the SMTP server has received for an address, newest first.
 * @param known IDs of emails to leave out
 */
export async function mailsTo(address: string, known: ReadonlySet<string> = new Set()): Promise<CaughtMail[]> {
  const fresh = (await listed(address)).filter(({ id }) => !known.has(id));
  return Promise.all(fresh.map(({ id }) => requestCatcher<CaughtMail>(`/api/mails/${id}`)));
}

/**
 * Waits for an email to an address, and returns the newest.
 * @param options.subject exact, or a pattern
 * @throws Error with the subjects that arrived instead, after the timeout
 */
export async function mailTo(address: string, options: { subject?: string | RegExp } = {}): Promise<CaughtMail> {
  const { subject } = options;
  const deadline = now() + WAIT_LIMIT_MS;
  for (let seen: MailSummary[] = []; ; ) {
    seen = await listed(address, { atLeast: seen.length + 1, waitMs: Math.min(WAIT_MS, deadline - now()) });
    const found = seen.find((mail) => matches(mail.subject, subject));
    if (found) return requestCatcher<CaughtMail>(`/api/mails/${found.id}`);
    if (now() >= deadline) {
      const instead = seen.map((mail) => mail.subject).join(" | ") || "nothing";
      throw new Error(`no mail ${subject === undefined ? "" : `"${subject}" `}to ${address}; there is: ${instead}`);
    }
  }
}

/** Returns the value of an email's header, or null. */
export function headerOf(mail: CaughtMail, name: string): string | null {
  return mail.headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? null;
}

/** Returns the links in the text part of an email, in order. */
export function linksIn(mail: CaughtMail): URL[] {
  return (mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? []).map((link) => new URL(link));
}

/** Returns the invitation link of an email, without the response that a button selects. */
export function invitationIn(mail: CaughtMail): string {
  const { origin, pathname } = linkIn(mail, "/i/");
  return `${origin}${pathname}`;
}

/** Returns the one link in an email whose path has a prefix such as `/i/`. @throws Error if there is none */
export function linkIn(mail: CaughtMail, pathPrefix: string): URL {
  const found = linksIn(mail).find((link) => link.pathname.startsWith(pathPrefix));
  if (found === undefined) throw new Error(`no link to ${pathPrefix} in "${mail.subject}"`);
  return found;
}

/** Returns the bytes of an email's attachment. */
export async function attachmentBytes(file: CaughtMail["attachments"][number]): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(new URL(file.url, catcherUrl()))).arrayBuffer());
}

/**
 * Sets faults of the SMTP server for the addresses that end in `only_to`; other tests are not affected. A second call
 * replaces the first.
 */
export async function setMailFaults(faults: Faults & { only_to: string }): Promise<void> {
  await requestCatcher("/api/faults", { method: "POST", body: JSON.stringify(faults) });
}

/** Removes the faults for these addresses. */
export async function clearMailFaults(onlyTo: string): Promise<void> {
  await requestCatcher(`/api/faults?only_to=${encodeURIComponent(onlyTo)}`, { method: "DELETE" });
}

async function listed(address: string, wait: { atLeast: number; waitMs: number } = { atLeast: 1, waitMs: 0 }) {
  const query = new URLSearchParams({
    to: address,
    at_least: String(wait.atLeast),
    wait_ms: String(Math.max(0, wait.waitMs)),
  });
  return (await requestCatcher<{ items: MailSummary[] }>(`/api/mails?${query}`)).items;
}

async function requestCatcher<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(new URL(path, catcherUrl()), init);
  if (!response.ok) throw new Error(`the mail catcher answers ${response.status}: ${await response.text()}`);
  return response.json<T>();
}

function catcherUrl(): string {
  return `http://127.0.0.1:${inject("mailCatcher").httpPort}`;
}

function matches(subject: string, expected: string | RegExp | undefined): boolean {
  if (expected === undefined) return true;
  return typeof expected === "string" ? subject === expected : expected.test(subject);
}
