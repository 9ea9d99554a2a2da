import * as z from "zod";
import { integerText, uuid, wireMoment } from "../../http/fields.ts";
import { AUDIT_ACTIONS } from "../../platform/audit/actions.ts";

const State = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable();

/** A hash of the chain: hex digits of SHA-256. */
const chainHash = z.string().regex(/^[0-9a-f]{64}$/);

/** One recorded change of an event. */
export const AuditRecord = z
  .object({
    id: uuid,
    at: wireMoment,
    actor: z.object({
      kind: z.enum(["user", "guest"]).meta({ description: "A guest acts by a link of their own." }),
      id: uuid,
      name: z.string().meta({ description: "Empty when the account was deleted, or the guest was erased." }),
      api_key: z
        .object({ id: uuid, name: z.string().meta({ description: "Empty when the account was deleted." }) })
        .nullable()
        .meta({ description: "The API key that the request came with, also one that was deleted since." }),
    }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable().meta({
      description:
        "What was changed, where an event has several. Also null for an invited address whose account was deleted.",
    }),
    before: State.meta({ description: "Null before a creation." }),
    after: State.meta({ description: "Null after a deletion." }),
    sequence: z.int().nullable().meta({ description: "1, 2, 3, … in the order of the chain. Never null." }),
    hash: chainHash.nullable().meta({
      description: "SHA-256 of this record and the hash before it. Null for the moment until the record is sealed.",
    }),
  })
  .openapi("AuditRecord");

/** A head of the chain that was noted earlier: both fields or neither. */
export const NotedHead = z
  .object({
    sequence: integerText(1, Number.MAX_SAFE_INTEGER).optional(),
    head: chainHash.optional(),
  })
  .refine(({ sequence, head }) => (sequence === undefined) === (head === undefined), {
    message: "comes together with `sequence`",
    path: ["head"],
  });

/** What the recomputed chain says. */
export const AuditVerification = z
  .object({
    status: z.enum(["intact", "broken"]),
    records: z.int().meta({ description: "Every record of the event." }),
    sealed: z.int().meta({ description: "Records that the head covers." }),
    erased: z.int().meta({ description: "Records whose content was erased with a person's data." }),
    head: z.object({ sequence: z.int(), hash: chainHash }).nullable().meta({
      description:
        "The last sealed record. Note it somewhere else: whoever can write to the database could compute a new chain, but not one with this hash in it. Null before the first record.",
    }),
    first_broken: z
      .object({
        sequence: z.int(),
        id: uuid.nullable().meta({ description: "Null for a record that is missing." }),
        reason: z.enum(["missing", "changed", "inserted"]),
      })
      .nullable(),
    own_note: z.enum(["kept", "lost"]).nullable().meta({
      description:
        "Whether the head that Usher signs and stores outside the database, within a minute after each change, is still part of the chain. Null before the first.",
    }),
    noted_head: z
      .enum(["kept", "lost"])
      .nullable()
      .meta({ description: "Whether the given `head` is still part of the chain. Null when none was given." }),
  })
  .openapi("AuditVerification");
