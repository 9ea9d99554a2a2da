/** An edit that was not let in after this time, or whose object does not answer, goes on without its turn. */
export const ENTER_TIMEOUT_MS = 2_000;
