import type { Services } from "../context.ts";
import { DeadlineExceeded, withDeadline } from "../kernel/deadline.ts";
import { log } from "../kernel/log.ts";

/** An edit that was not let in after this time, or whose object does not answer, goes on without its turn. */
export const ENTER_TIMEOUT_MS = 2_000;

/** The turn of one edit of a link. */
interface EditTurn {
  /** Whether other edits of the link may have been written since this one came. */
  hasWaited: boolean;
  /** Lets the next edit in. */
  leave(): void;
}

/** Hands out turns: edits of one link run one after the other. */
export interface EditTurns {
  /**
   * Waits until the previous edit of a link has left, at most 2 s. Never rejects: D1's write condition holds without turns, too.
   * One round trip for an edit that is alone.
   * @param tokenId of the link
   */
  enter(tokenId: string): Promise<EditTurn>;
}

/** Creates the client of the objects. */
export function editTurns({ bindings }: Pick<Services, "bindings">): EditTurns {
  const objects = bindings.EDIT_COUNTER;
  return {
    async enter(tokenId) {
      const entering = (async () => objects.get(objects.idFromName(tokenId)).enter())();
      try {
        const { seen, place } = await withDeadline(ENTER_TIMEOUT_MS, () => entering);
        return { hasWaited: seen > 0, leave: () => place[Symbol.dispose]() };
      } catch (error) {
        // A turn that comes too late is given back.
        entering.then(({ place }) => place[Symbol.dispose]()).catch(() => undefined);
        log("warn", "edit_lock_unavailable", {}, error);
        return { hasWaited: error instanceof DeadlineExceeded, leave: () => undefined };
      }
    },
  };
}
