import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { notFound } from "../../kernel/errors.ts";
import { respond } from "../page.tsx";
import { homePage } from "./home-page.tsx";

export const homePages = new Hono<AppEnv>();

/** A client that wants JSON is not a reader: there is no resource here. */
homePages.get("/", (c) => {
  const accept = c.req.header("accept") ?? "";
  if (accept.includes("json") && !accept.includes("text/html")) throw notFound();
  return respond(c, homePage());
});
