/** A Turnstile widget, by which Cloudflare tells people from bots. */
export interface TurnstileConfig {
  siteKey: string;
  secretKey: string;
  /** Without trailing slash. */
  apiBase: string;
}

export interface Turnstile {
  siteKey: string;
  /** True if a token of the widget is valid and new, or if Cloudflare cannot say so: an outage keeps no person out. */
  passes(token: string, ipAddress: string): Promise<boolean>;
}

const TIMEOUT_MS = 3_000;
/** Errors of the token. All others are of the service's own settings, or of Cloudflare. */
const REJECTED = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

/**
 * Verifies tokens by `POST /turnstile/v0/siteverify`, which accepts each once:
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * @param onFailure is called when a token was accepted unverified
 */
export function createTurnstile(
  { siteKey, secretKey, apiBase }: TurnstileConfig,
  onFailure: (error: unknown) => void,
  timeoutMs = TIMEOUT_MS,
): Turnstile {
  return {
    siteKey,
    async passes(response, remoteip) {
      try {
        const answer = await fetch(`${apiBase}/turnstile/v0/siteverify`, {
          method: "POST",
          body: new URLSearchParams({ secret: secretKey, response, remoteip }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const verdict = await answer.json<{ success?: boolean; "error-codes"?: string[] }>();
        if (verdict.success === true) return true;
        const codes = verdict["error-codes"] ?? [];
        if (codes.some((code) => REJECTED.includes(code))) return false;
        throw new Error(`siteverify returned ${answer.status}: ${codes.join(", ")}`);
      } catch (error) {
        onFailure(error);
        return true;
      }
    },
  };
}
