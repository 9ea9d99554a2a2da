import { roughWait } from "../../kernel/rough-wait.ts";

/** The result of a request. `status` is 0 without a response. */
export type ApiResult<Body> = { ok: true; body: Body } | ApiRefusal;

/** A request that was refused, or got no response. */
export interface ApiRefusal {
  ok: false;
  status: number;
  /** What to show. */
  detail: string;
  /** The code of the problem document. */
  error?: string | undefined;
  /** Of `second_factor_required` and `step_up_required`. */
  factorToken?: string | undefined;
  /** Of `step_up_required`: what the step-up takes. */
  methods?: string[] | undefined;
}

/** Sends a request to the API. */
export async function send<Body>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<ApiResult<Body>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const received = response.status === 204 ? null : await response.json();
    if (response.ok) return { ok: true, body: received };
    const { error, factor_token: factorToken, methods } = received;
    return { ok: false, status: response.status, detail: detailOf(received), error, factorToken, methods };
  } catch {
    return { ok: false, status: 0, detail: "You're offline, or we can't be reached." };
  }
}

/** A wait is said as people say it; any other refusal in the API's words. */
function detailOf({
  error,
  detail,
  retry_after: seconds,
}: {
  error: string;
  detail: string;
  retry_after?: number;
}): string {
  return error === "rate_limited" ? `Too many tries. Please try again ${roughWait(seconds ?? 60)}.` : detail;
}
