import type { Clock } from "../kernel/clock.ts";

/** Consecutive failures that open the circuit. */
const FAILURES_TO_OPEN = 5;
/** Time for which an open circuit allows no call. */
const OPEN_MS = 2_000;

/**
 * A circuit breaker. Closed: every call is allowed. Open: none is for a while. Half-open: one call is allowed, and its
 * result closes the circuit or opens it again.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #openUntil = 0;
  #isHalfOpen = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a call may be made now. An allowed call must be followed by `recordSuccess` or `recordFailure`. */
  allowsRequest(): boolean {
    if (this.#failures < FAILURES_TO_OPEN) return true;
    if (this.#isHalfOpen || this.#clock.now() < this.#openUntil) return false;
    this.#isHalfOpen = true;
    return true;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#isHalfOpen = false;
  }

  recordFailure(): void {
    this.#failures += 1;
    this.#isHalfOpen = false;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.#clock.now() + OPEN_MS;
  }
}
