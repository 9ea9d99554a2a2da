/** Something that listens on a port of this machine. */
export interface Listener {
  /** The port really bound. */
  port: number;
  stop(): Promise<void>;
}
