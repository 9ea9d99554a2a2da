import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { uuid } from "../../http/fields.ts";
import { notFound } from "../../kernel/errors.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { livePage } from "./live-page.tsx";

const LivePath = z.object({ eventId: uuid });

export const monitorPages = new Hono<AppEnv>();

monitorPages.use(
  "/live/:eventId",
  problemsAsPages(() => null),
);

/** The same page for every event, also for one that does not exist: the API authorizes the script's requests. */
monitorPages.get("/live/:eventId", (c) => {
  const path = LivePath.safeParse(c.req.param());
  if (!path.success) throw notFound();
  return respond(c, livePage(path.data.eventId));
});
