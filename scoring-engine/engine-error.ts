/** gRPC status codes of the engine's errors, the same in gRPC and gRPC-Web. */
export const STATUS = {
  invalidArgument: 3,
  resourceExhausted: 8,
  failedPrecondition: 9,
  internal: 13,
  unauthenticated: 16,
} as const;

export type EngineStatus = (typeof STATUS)[keyof typeof STATUS];

/** An error whose status and message the caller receives. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly status: EngineStatus;

  constructor(status: EngineStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** Status and message for the caller; an unexpected error becomes INTERNAL without its cause. */
export function refusalOf(error: unknown): { readonly status: EngineStatus; readonly message: string } {
  if (error instanceof EngineError) return { status: error.status, message: error.message };
  return { status: STATUS.internal, message: "internal error" };
}
