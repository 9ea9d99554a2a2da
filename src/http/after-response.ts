/** Holds work back until the response was sent, so that it does not delay the response. */
export class AfterResponse {
  readonly #context: Pick<ExecutionContext, "waitUntil">;
  /** Null once the work has started. */
  #pending: (() => Promise<void>)[] | null = [];

  constructor(context: Pick<ExecutionContext, "waitUntil">) {
    this.#context = context;
  }

  /** Runs the work after the response; at once when that has been sent. */
  add(work: () => Promise<void>): void {
    if (this.#pending === null) this.#context.waitUntil(work());
    else this.#pending.push(work);
  }

  /** The response is ready: starts the work in the next macrotask, when it has been sent. */
  start(): void {
    const pending = this.#pending ?? [];
    this.#pending = null;
    if (pending.length === 0) return;
    const sent = new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#context.waitUntil(sent.then(() => Promise.all(pending.map((work) => work()))));
  }
}
