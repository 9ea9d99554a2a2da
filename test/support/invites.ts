import { env } from "cloudflare:workers";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { signId } from "../../src/kernel/signed-id.ts";
import { insertSecret } from "../../src/platform/secrets/queries.ts";
import { issueSecret } from "../../src/platform/secrets/secrets.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** Stores an invite as `POST …/collaborators` does, without its email. Returns its ID and the token of its link. */
export async function storeInvite(
  eventId: string,
  invite: { email: string; invitedBy: string; role?: "editor" | "viewer"; expiresIn?: number },
): Promise<{ id: string; token: string }> {
  const ctx = createRequestContext({ ...env }, () => undefined);
  const { id, row } = await issueSecret(ctx, "collaborator_invite", { owner: eventId });
  const expiresAt = Date.now() + (invite.expiresIn ?? 7 * DAY_MS);
  await env.DB.prepare(
    `insert into collaborator_invites (id, event_id, email, email_key, role, invited_by, created_at, expires_at)
     values (?1, ?2, ?3, ?3, ?4, ?5, 1, ?6)`,
  )
    .bind(id, eventId, invite.email, invite.role ?? "viewer", invite.invitedBy, expiresAt)
    .run();
  await insertSecret(ctx.db, { ...row, subject: id, expiresAt });
  return { id, token: await signId(await ctx.keyring.keysFor("collaborator_invite"), id) };
}
