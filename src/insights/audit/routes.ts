import * as z from "zod";
import { page } from "../../http/endpoint.ts";
import { pageQuery } from "../../http/fields.ts";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { readAudit, recordOf, verificationOf, verifyAudit } from "./read-audit.ts";
import { AuditRecord, AuditVerification, ChainCheckpoint } from "./schemas.ts";

const auditGroup = routes({ tag: "Audit", access: role("owner"), limits: [perUser("events")] });
export const auditRoutes = auditGroup.app;

auditGroup.get("/events/{eventId}/audit", {
  name: "readAudit",
  summary: forDocs("List audit records"),
  description: forDocs(
    "Returns the changes of the event, newest first, each with its actor and the state before and after it, without secrets.",
  ),
  query: z.object(pageQuery),
  response: [200, page(AuditRecord), forDocs("A page of audit records")],
  run: async (ctx, caller, { query }) => {
    const { rows, nextCursor } = await readAudit(ctx, caller, query);
    return { items: rows.map(recordOf), nextCursor };
  },
});

auditGroup.get("/events/{eventId}/audit/verify", {
  name: "verifyAudit",
  summary: forDocs("Verify the audit log"),
  description: forDocs(
    "Recomputes the hash chain of the audit log and returns whether it is intact. Each record's hash covers the previous hash, so that a record that was changed, removed, inserted or moved in the database is found. With `sequence` and `head` of an earlier response, also returns whether that head is still part of the chain.",
  ),
  query: ChainCheckpoint,
  response: [200, AuditVerification, forDocs("Whether the chain is intact, and its head")],
  run: async (ctx, caller, { query: { sequence, head } }) => {
    const noted = sequence === undefined || head === undefined ? null : { sequence, hash: head };
    return verificationOf(await verifyAudit(ctx, caller, noted));
  },
});
