import type * as z from "zod";
import type { RequestContext } from "../../context.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { KeyPurpose } from "../../kernel/keyring.ts";
import { tidyToken } from "../../kernel/link-token.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";

type Signing = Pick<RequestContext, "keyring" | "clock">;

/**
 * The result of verifying a signed text. `expiresAt` is in epoch milliseconds; null for a kind that does not expire.
 */
type Verified<T> = { status: "valid"; content: T; expiresAt: number | null } | { status: "expired" | "invalid" };

/**
 * A kind of signed ticket or link, which is not stored: a JWT whose key and audience are the kind's own.
 * @param schema of the content
 * @param lifetimeMs null: does not expire, as the links of old emails
 */
export function signed<T extends Record<string, unknown>>(
  kind: KeyPurpose,
  schema: z.ZodType<T>,
  lifetimeMs: number | null,
) {
  return {
    /**
     * Signs a content. Equal content and expiry give an equal text.
     * @param expiresAt epoch milliseconds, if it is not the kind's
     */
    async sign({ keyring, clock }: Signing, content: T, expiresAt?: number): Promise<string> {
      const end = expiresAt ?? (lifetimeMs === null ? null : clock.now() + lifetimeMs);
      return signJwt(await keyring.keysFor(kind), {
        audience: kind,
        ...(end === null ? {} : { expiresAt: end / SECOND_MS }),
        claims: content,
      });
    },
    /** `verify` for the token of a link, with the characters that came along when the link was copied. */
    verifyLink(signing: Signing, copied: string): Promise<Verified<T>> {
      return this.verify(signing, tidyToken(copied));
    },
    /**
     * `invalid` for a text that is forged, malformed or of another kind. No I/O. Exact: a ticket or challenge that works
     * once must not have a second spelling.
     */
    async verify({ keyring, clock }: Signing, text: string): Promise<Verified<T>> {
      const requiredClaims = lifetimeMs === null ? [] : ["exp"];
      const expected = { audience: kind, requiredClaims, now: clock.now() };
      const verified = await verifyJwt(await keyring.keysFor(kind), text, expected);
      if (verified.status !== "valid") return verified;
      const { exp } = verified.claims;
      const { data } = schema.safeParse(verified.claims);
      if (data === undefined) return { status: "invalid" };
      return { status: "valid", content: data, expiresAt: exp === undefined ? null : Math.round(exp * SECOND_MS) };
    },
  };
}
