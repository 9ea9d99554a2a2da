import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../src/worker.ts";
import { UNARMED_SCHEDULER } from "./race.ts";

const SECRET_BYTES = crypto.getRandomValues(new Uint8Array(24));

/** The secret that signs the reports of `svixHeaders`. */
export const WEBHOOK_SECRET = `whsec_${SECRET_BYTES.toBase64()}`;

/** A report of the hosted mail API. */
export function mailReport(type: string, address: string, more: Record<string, unknown> = {}) {
  return {
    type,
    created_at: new Date().toISOString(),
    data: { email_id: crypto.randomUUID(), from: "usher@usher.example", to: [address], subject: "News", ...more },
  };
}

/** Returns the headers with which the email API signs a report. */
export async function svixHeaders(
  body: string,
  id: string = crypto.randomUUID(),
  at = Date.now(),
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const key = await crypto.subtle.importKey("raw", SECRET_BYTES, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${new Uint8Array(mac).toBase64()}` };
}

/** Sends a report, signed, to a Worker with the secret configured. @returns the status */
export async function sendMailReport(
  type: string,
  address: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  return sendReportBody(JSON.stringify(mailReport(type, address, more)));
}

/** Sends a raw body, signed, to a Worker with the secret configured. @returns the status */
export async function sendReportBody(body: string): Promise<number> {
  const request = new Request("https://usher.test/webhooks/email", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(await svixHeaders(body)) },
    body,
  });
  return sendTo(request, { RESEND_WEBHOOK_SECRET: WEBHOOK_SECRET });
}

/** Sends a request to a Worker with other variables. @returns the status */
export async function sendTo(request: Request, changes: EnvChanges): Promise<number> {
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, ...changes }, context);
  await waitOnExecutionContext(context);
  return response.status;
}
