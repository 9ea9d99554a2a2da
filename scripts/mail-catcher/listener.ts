/** A server that listens on a local port. */
export interface Listener {
  /** The bound port. */
  port: number;
  stop(): Promise<void>;
}
