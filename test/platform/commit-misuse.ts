import { eventCollaborators, events } from "../../src/db/schema/events.ts";
import type { EventCaller, Member } from "../../src/platform/authorization/authorize-member.ts";
import type { AuthorizedUser } from "../../src/platform/authorization/authorize-user.ts";
import { commit } from "../../src/platform/commit/commit.ts";
import { unchanged } from "../../src/platform/commit/unchanged.ts";

const audit = { action: "event.updated", before: null, after: null } as const;

/** Misuse that must not compile: an expected error that is missing is an error of type checking. Nothing calls it. */
export function misuse(
  ctx: Parameters<typeof commit>[0],
  { member, user, caller }: { member: Member; user: AuthorizedUser; caller: EventCaller },
) {
  const common = { changes: {}, at: 1, lost: "event_changed" } as const;
  const { lost: _, ...noCode } = common;
  const { at: __, ...noTime } = common;
  return [
    // @ts-expect-error a member's change says what is recorded, or null
    commit(ctx, { ...common, by: member }),
    // @ts-expect-error a change says how it is refused when it has lost
    commit(ctx, { ...noCode, by: member, audit: null }),
    // @ts-expect-error a change has its time
    commit(ctx, { ...noTime, by: member, audit: null }),
    // @ts-expect-error a caller who was not authorized changes nothing
    commit(ctx, { ...common, by: caller, audit: null }),
    // @ts-expect-error the event of a member is the member's
    commit(ctx, { ...common, by: member, eventId: "other", audit: null }),
    // @ts-expect-error an account without an event has no audit trail
    commit(ctx, { ...common, by: user, audit }),
    // @ts-expect-error nor activities
    commit(ctx, { ...common, by: user, activities: [] }),
    // @ts-expect-error activities are told by a statement that the change has
    commit(ctx, { ...common, by: member, audit: null, activities: ({ renamed }) => renamed }),
    // @ts-expect-error an account has no activities that the write tells, either
    commit(ctx, { ...common, by: user, activities: () => [] }),
    // @ts-expect-error a user's change of an event says what is recorded, or null
    commit(ctx, { ...common, by: user, eventId: "1" }),
    // @ts-expect-error nobody is named by a record of the service
    commit(ctx, { ...common, by: "service", audit }),
    // @ts-expect-error and nobody repeats its request
    commit(ctx, { ...common, by: "service", result: { value: 1 } }),
    // @ts-expect-error rows of a table without versions cannot be compared
    unchanged(eventCollaborators.role, { eventId: "1" }, undefined),
    // @ts-expect-error a row that was read without its version
    unchanged(events, { id: "1" }, { name: "Party" }),
  ];
}
