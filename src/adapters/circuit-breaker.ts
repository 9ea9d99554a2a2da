import type { Clock } from "../kernel/clock.ts";

/** Failures in a row after which a callee counts as dead. */
const FAILURES_TO_OPEN = 5;
/** How long a dead callee is left alone before one call tries it again. */
const REST_MS = 2_000;

/**
 * Stops asking a callee that keeps failing. Closed: every call goes through. Open: none does for a while; then one
 * call is let through to try, and its outcome closes the circuit or opens it again.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #openUntil = 0;
  #trying = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a call may be made now. Whoever is told yes reports `succeeded` or `failed`. */
  admits(): boolean {
    if (this.#failures < FAILURES_TO_OPEN) return true;
    if (this.#trying || this.#clock.now() < this.#openUntil) return false;
    this.#trying = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#trying = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#trying = false;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.#clock.now() + REST_MS;
  }
}
