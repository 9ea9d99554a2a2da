/** gRPC status codes that the engine answers with; the numbers are the wire's, in gRPC and in gRPC-Web. */
export const STATUS = { invalidArgument: 3, resourceExhausted: 8, internal: 13, unauthenticated: 16 } as const;

export type EngineStatus = (typeof STATUS)[keyof typeof STATUS];

/** A refusal that the caller should see, with its gRPC status. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly status: EngineStatus;

  constructor(status: EngineStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a caller may learn about an error; anything unexpected says nothing about its cause. */
export function refusalOf(error: unknown): { readonly status: EngineStatus; readonly message: string } {
  if (error instanceof EngineError) return { status: error.status, message: error.message };
  return { status: STATUS.internal, message: "internal error" };
}
