/** Keeps work until its request has been answered, so that nothing that nobody waits for stands in a guest's way. */
export class AfterResponse {
  readonly #context: Pick<ExecutionContext, "waitUntil">;
  #waiting: (() => Promise<void>)[] | null = [];

  constructor(context: Pick<ExecutionContext, "waitUntil">) {
    this.#context = context;
  }

  /** Runs the work after the answer; at once when the answer is on its way already. */
  run(work: () => Promise<void>): void {
    if (this.#waiting === null) this.#context.waitUntil(work());
    else this.#waiting.push(work);
  }

  /** The answer is ready: the work begins when it has left. */
  begin(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    if (waiting.length === 0) return;
    const answered = new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#context.waitUntil(answered.then(() => Promise.all(waiting.map((work) => work()))));
  }
}
