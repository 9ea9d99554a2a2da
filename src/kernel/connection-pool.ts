/** A Worker can have six open outgoing connections. Two remain for other calls. */
const MAX_CONNECTIONS = 4;

interface Closable {
  close(): Promise<void>;
}

/**
 * At most four connections for any number of tasks. A connection runs one task after the other, so that a crash leaves
 * at most one task per connection in doubt. A connection without a waiting task is closed.
 */
export class ConnectionPool<Connection extends Closable> {
  readonly #open: () => Connection;
  readonly #defer: (work: () => Promise<unknown>) => void;
  readonly #waiting: ((connection: Connection) => Promise<void>)[] = [];
  #connections = 0;
  #busy = 0;

  /**
   * @param open opens a connection
   * @param defer closes a connection without making the last task wait for it
   */
  constructor(open: () => Connection, defer: (work: () => Promise<unknown>) => void) {
    this.#open = open;
    this.#defer = defer;
  }

  /** Runs a task, in order of arrival, as soon as a connection is free. @throws what the task throws */
  run<T>(task: (connection: Connection) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push(async (connection) => {
      this.#busy += 1;
      const [outcome] = await Promise.allSettled([task(connection)]);
      this.#busy -= 1;
      if (outcome.status === "fulfilled") resolve(outcome.value);
      else reject(outcome.reason);
    });
    const idle = this.#connections - this.#busy;
    if (this.#waiting.length > idle && this.#connections < MAX_CONNECTIONS) void this.#serve();
    return promise;
  }

  async #serve(): Promise<void> {
    this.#connections += 1;
    const connection = this.#open();
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) await task(connection);
    this.#connections -= 1;
    this.#defer(() => connection.close());
  }
}
