import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import type { RouteLimit } from "../http/rate-limit.ts";
import { emailInBody, perNetwork, perUser } from "../identity/accounts/limits.ts";
import { secretHash } from "../platform/secrets/secrets.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** 60 a minute per link, as for guest links: enough for people, too few for a script. */
const PER_LINK: RouteLimit = {
  rule: { name: "invite", limit: 60, windowSeconds: MINUTE },
  key: (c) => secretHash(c.var.ctx, "collaborator_invite", c.req.param("token") ?? ""),
  count: "parallel",
};

/** 120 per minute per network over all links. Guessing tokens is infeasible; the limit bounds its cost. */
const PER_NETWORK = perNetwork("invite-ip", 120);

/** Limits of reading an invite. */
export const PREVIEW_LIMITS: RouteLimit[] = [PER_LINK, PER_NETWORK];

/** Limits of accepting an invite: checked before the handler, because it writes. */
export const ACCEPT_LIMITS: RouteLimit[] = [{ ...PER_LINK, count: "exact" }, PER_NETWORK];

/** Each invite is an email: 5 per hour per sender and recipient. Cancelled invites count. */
const PER_RECIPIENT: RouteLimit = {
  rule: { name: "invite-email", limit: 5, windowSeconds: HOUR },
  key: async (c) => perSender(c, await emailInBody(c)),
  count: "exact",
};

/** 100 an hour per sender: enough for every team, too few for spam. */
const PER_SENDER: RouteLimit = {
  rule: { name: "invite-mails", limit: 100, windowSeconds: HOUR },
  key: (c) => perSender(c, ""),
  count: "exact",
};

/** Limits of inviting collaborators. */
export const INVITE_LIMITS: RouteLimit[] = [perUser("events"), PER_RECIPIENT, PER_SENDER];

/** The sender is part of the key, so that one user cannot exhaust the limit of another for the same recipient. */
async function perSender(c: Context<AppEnv>, email: string | null): Promise<string | null> {
  const userId = await perUser("events").key(c);
  return userId === null || email === null ? null : `${userId} ${email}`;
}
