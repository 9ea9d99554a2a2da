import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { RouteLimit } from "../../http/rate-limit.ts";
import { clientAddress } from "../../http/request-facts.ts";
import { addressBlock } from "../../kernel/address-block.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { perUser } from "../accounts/user-limit.ts";
import { verifyInviteToken } from "./invite-token.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** 60 a minute for each link, as for a guest's: a person may look again and again, a script may not hammer. */
const PER_LINK: RouteLimit = {
  rule: { name: "invite", limit: 60, windowSeconds: MINUTE },
  key: (c) => verifyInviteToken(c.var.ctx, c.req.param("token") ?? ""),
  precision: "exact",
  mode: "parallel",
};

/** 120 a minute from one place, whatever the link: trying links out is pointless, and this keeps it cheap too. */
const PER_CLIENT_ADDRESS: RouteLimit = {
  rule: { name: "invite-ip", limit: 120, windowSeconds: MINUTE },
  key: (c) => addressBlock(clientAddress(c)),
  precision: "approximate",
  mode: "blocking",
};

/** How often an invite may be looked at. */
export const PREVIEW_LIMITS: RouteLimit[] = [PER_LINK, PER_CLIENT_ADDRESS];

/** How often somebody may try to accept one: counted first, because it changes something. */
export const ACCEPT_LIMITS: RouteLimit[] = [{ ...PER_LINK, mode: "blocking" }, PER_CLIENT_ADDRESS];

/** Each invite is a mail: 5 an hour from one host to one address, whether or not it is taken back in between. */
const PER_RECIPIENT: RouteLimit = {
  rule: { name: "invite-email", limit: 5, windowSeconds: HOUR },
  key: async (c) => perSender(c, await emailInBody(c)),
  precision: "exact",
  mode: "blocking",
};

/** 100 an hour from one host: more than any team has, and nothing to send advertisements with. */
const PER_SENDER: RouteLimit = {
  rule: { name: "invite-mails", limit: 100, windowSeconds: HOUR },
  key: (c) => perSender(c, ""),
  precision: "exact",
  mode: "blocking",
};

/** What one user may ask others. */
export const INVITE_LIMITS: RouteLimit[] = [perUser("events"), PER_RECIPIENT, PER_SENDER];

/** Counted for each sender apart: nobody can use up the invites that somebody else may send to an address. */
async function perSender(c: Context<AppEnv>, email: string | null): Promise<string | null> {
  const userId = await perUser("events").key(c);
  return userId === null || email === null ? null : `${userId} ${email}`;
}

/** The address in the body, or null where there is none to count: the schema refuses such a body later. */
async function emailInBody(c: Context<AppEnv>): Promise<string | null> {
  try {
    const { email } = (await c.req.json()) as { email?: unknown };
    return typeof email === "string" ? emailKey(email) : null;
  } catch {
    return null;
  }
}
