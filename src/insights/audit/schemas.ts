import * as z from "zod";
import { integerText, uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
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
      kind: z.enum(["user", "guest"]).meta(forDocs({ description: "A `guest` acts with the personal link" })),
      id: uuid,
      name: z.string().meta(forDocs({ description: "Empty if the account was deleted or the guest was erased" })),
      api_key: z
        .object({ id: uuid, name: z.string().meta(forDocs({ description: "Empty if the account was deleted" })) })
        .nullable()
        .meta(forDocs({ description: "API key of the request, which may be deleted; null: none" })),
    }),
    action: z.enum(AUDIT_ACTIONS),
    target: z
      .string()
      .nullable()
      .meta(
        forDocs({
          description:
            "Changed item, if an event has several of the kind; null: the event, or an invited address whose account was deleted",
        }),
      ),
    before: State.meta(forDocs({ description: "State before the change; null: created by it" })),
    after: State.meta(forDocs({ description: "State after the change; null: deleted by it" })),
    sequence: z
      .int()
      .nullable()
      .meta(forDocs({ description: "Number in the chain: 1, 2, 3, …; never null" })),
    hash: chainHash.nullable().meta(
      forDocs({
        description: "SHA-256 of this record and the previous hash; null until the record is sealed into the chain",
      }),
    ),
  })
  .openapi("AuditRecord");

/** A head of the chain that was noted earlier: both fields or neither. */
export const ChainCheckpoint = z
  .object({
    sequence: integerText(1, Number.MAX_SAFE_INTEGER).optional(),
    head: chainHash.optional(),
  })
  .refine(({ sequence, head }) => (sequence === undefined) === (head === undefined), {
    message: "must be given with `sequence`, or both omitted",
    path: ["head"],
  });

/** Result of recomputing an event's audit chain, as the API returns it. */
export const AuditVerification = z
  .object({
    status: z.enum(["intact", "broken"]),
    records: z.int().meta(forDocs({ description: "Number of records of the event" })),
    sealed: z.int().meta(forDocs({ description: "Number of records that the head covers" })),
    erased: z.int().meta(forDocs({ description: "Number of records whose content was erased with a person's data" })),
    head: z
      .object({ sequence: z.int(), hash: chainHash })
      .nullable()
      .meta(
        forDocs({
          description:
            "Last sealed record of the chain; null: none. Store it elsewhere: someone with write access to the database could compute a new audit chain, but not one with this hash",
        }),
      ),
    first_broken: z
      .object({
        sequence: z.int(),
        id: uuid.nullable().meta(forDocs({ description: "ID of the record; null: it is missing" })),
        reason: z.enum(["missing", "changed", "inserted"]),
      })
      .nullable(),
    own_note: z
      .enum(["kept", "lost"])
      .nullable()
      .meta(
        forDocs({
          description:
            "Whether the head that Usher signs and stores outside the database within a minute after each change is still part of the chain; null: none yet",
        }),
      ),
    noted_head: z
      .enum(["kept", "lost"])
      .nullable()
      .meta(forDocs({ description: "Whether the `head` of the request is still part of the chain; null: none given" })),
  })
  .openapi("AuditVerification");
