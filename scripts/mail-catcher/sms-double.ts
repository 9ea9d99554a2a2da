import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { type Answer, json } from "./answer.ts";
import type { FaultPlan } from "./faults.ts";
import type { CaughtTexts } from "./texts.ts";

const PATH = /^\/2010-04-01\/Accounts\/(AC\w+)\/Messages\.json$/;

/** The fields used of the documented form: https://www.twilio.com/docs/messaging/api/message-resource */
const Form = z.strictObject({
  To: z.e164(),
  From: z.string().min(1),
  Body: z.string().min(1).max(1_600),
  StatusCallback: z.url().optional(),
});

/**
 * Test double of the SMS provider: validates `POST /twilio/2010-04-01/Accounts/{sid}/Messages.json` as documented.
 * @param path below `/twilio`
 */
export async function takeText(
  path: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
  texts: CaughtTexts,
  faults: FaultPlan,
): Promise<Answer | "drop"> {
  const account = PATH.exec(path)?.[1];
  if (account === undefined) return problem(404, 20404, "The requested resource was not found");
  const [scheme, credentials = ""] = String(headers.authorization).split(" ");
  const [user, password] = Buffer.from(credentials, "base64").toString().split(":");
  if (scheme !== "Basic" || user !== account || !password) return problem(401, 20003, "Authenticate");
  if (headers["content-type"] !== "application/x-www-form-urlencoded") return problem(400, 21620, "not a form");
  const form = Form.safeParse(Object.fromEntries(new URLSearchParams(body)));
  if (!form.success) return problem(400, 21211, z.prettifyError(form.error));
  const { To: to, From: from, Body: text, StatusCallback: callback } = form.data;
  const refusal = faults.atRecipient(to);
  if (refusal?.code === 550) return problem(400, 21610, `Attempt to send to unsubscribed recipient ${to}`);
  if (refusal !== null) return problem(429, 20429, "Too Many Requests", { "retry-after": "7" });
  const { delayMs, drop } = faults.atContent([to]);
  if (delayMs > 0) await sleep(delayMs);
  if (drop === "data") return "drop";
  const { sid } = texts.add({ from, to, body: text, status_callback: callback ?? null });
  return drop === "answer" ? "drop" : json({ sid, status: "queued", to, from, error_code: null }, 201);
}

function problem(status: number, code: number, message: string, headers: Record<string, string> = {}): Answer {
  return json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status, headers);
}
