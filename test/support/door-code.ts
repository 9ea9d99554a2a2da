import { decodeJwt } from "jose";

/** Returns the short code of a door code, which pages, emails and wallet passes show. @param jwt `check_in.qr_token` */
export function shortCodeIn(jwt: string): string {
  const { jti } = decodeJwt(jwt);
  if (jti === undefined) throw new Error("the door code has no jti");
  return jti;
}
