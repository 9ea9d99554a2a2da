import type { RequestContext } from "../../request-context.ts";

/** A Worker may have six connections open at a time; two are left for everything else. */
const MAX_LANES = 4;

type MailSession = ReturnType<RequestContext["mail"]["session"]>;

interface Lane {
  session: MailSession;
  /** Tasks in this lane that have not ended. */
  load: number;
  last: Promise<unknown>;
}

/**
 * A few sessions with the mail server, shared by all messages of one batch: a mail does not pay for a connection of
 * its own, and fifty mails do not open fifty connections. Within a lane one task follows the other, so that a crash
 * leaves at most one mail a connection in doubt.
 */
export class MailLanes {
  readonly #services: Pick<RequestContext, "mail" | "defer">;
  readonly #lanes = new Set<Lane>();

  constructor(ctx: Pick<RequestContext, "mail" | "defer">) {
    this.#services = ctx;
  }

  /** Runs a task when its turn comes, with a session for it. The session of a lane without tasks is closed. */
  async run<T>(task: (session: MailSession) => Promise<T>): Promise<T> {
    const lane = this.#lane();
    lane.load += 1;
    const turn = lane.last.then(() => task(lane.session));
    lane.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      lane.load -= 1;
      if (lane.load === 0) this.#close(lane);
    }
  }

  #lane(): Lane {
    if (this.#lanes.size < MAX_LANES) {
      const lane = { session: this.#services.mail.session(), load: 0, last: Promise.resolve() };
      this.#lanes.add(lane);
      return lane;
    }
    return [...this.#lanes].reduce((best, lane) => (lane.load < best.load ? lane : best));
  }

  #close(lane: Lane): void {
    this.#lanes.delete(lane);
    this.#services.defer(() => lane.session.close());
  }
}

const LANES = new WeakMap<RequestContext, MailLanes>();

/** The lanes of one invocation: a socket may not outlive it. */
export function lanesOf(ctx: RequestContext): MailLanes {
  const known = LANES.get(ctx);
  if (known) return known;
  const lanes = new MailLanes(ctx);
  LANES.set(ctx, lanes);
  return lanes;
}
