import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Host } from "./account.ts";
import { deliverBatches, dispatch } from "./broadcast.ts";
import { messagesOf, type WireMessage } from "./message.ts";

/** Returns the change notices of an event, newest first. */
export async function noticesOf(host: Host, eventId: string): Promise<WireMessage[]> {
  const notices = ["changed", "cancelled", "reinstated"];
  return (await messagesOf(host, eventId)).filter(({ kind }) => notices.includes(kind));
}

/** Returns the one pending change notice of an event. */
export async function waitingNotice(host: Host, eventId: string): Promise<WireMessage> {
  const waiting = (await noticesOf(host, eventId)).filter(({ status }) => status === "scheduled");
  expect(waiting, "notices that wait").toHaveLength(1);
  const [notice] = waiting;
  if (notice === undefined) throw new Error("no notice waits");
  return notice;
}

/** Makes the pending change notice due, and dispatches it. @returns its ID, and its batches, captured instead of enqueued */
export async function dispatchNotice(host: Host, eventId: string) {
  const { id } = await waitingNotice(host, eventId);
  await env.DB.prepare("update messages set send_at = ? where id = ?")
    .bind(Date.now() - 1, id)
    .run();
  return { id, batches: await dispatch(id) };
}

/** Makes the pending change notice due, and sends it. @returns its ID */
export async function sendNotice(host: Host, eventId: string): Promise<string> {
  const { id, batches } = await dispatchNotice(host, eventId);
  await deliverBatches(batches);
  return id;
}
