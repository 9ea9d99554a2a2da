import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { wireMoment } from "../../http/fields.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { callerOf, SESSION } from "../accounts/session.ts";
import { perUser } from "../accounts/user-limit.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportData } from "./export-data.ts";

const tag = "Account";
const rows = z.array(z.looseObject({}));

const DataExport = z
  .object({
    exported_at: wireMoment,
    user: z.looseObject({}),
    events: rows,
    guests: rows,
    tokens: rows,
    rsvps: rows,
    access_logs: rows,
    notifications: rows,
  })
  .openapi("DataExport");

export const privacyRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

privacyRoutes.openapi(
  endpoint({
    name: "exportData",
    tag,
    method: "get",
    path: "/me/data-export",
    summary: "Everything that is kept of you and of the events that you own",
    access: SESSION,
    limits: [perUser("events")],
    answers: { 200: json(DataExport, "One JSON document, streamed") },
  }),
  async (c) => {
    const pieces = await exportData(c.var.services, callerOf(c));
    const text = streamOf(pieces);
    // The document is written piece by piece, so its type is only known to the test that reads it.
    return c.body(text, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="usher-data.json"',
    }) as never;
  },
);

privacyRoutes.openapi(
  endpoint({
    name: "deleteAccount",
    tag,
    method: "delete",
    path: "/me",
    summary: "Delete your account",
    description:
      "Your personal data is scrubbed and every session ends. Events that only you own close: their guests' links answer 404, and messages that are not sent are cancelled.",
    access: SESSION,
    limits: [perUser("events")],
    answers: { 204: { description: "The account is gone" } },
  }),
  async (c) => {
    await deleteAccount(c.var.services, callerOf(c));
    return c.body(null, 204);
  },
);

/** A body that is read as fast as the client takes it. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
