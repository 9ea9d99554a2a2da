import { decodeJwt } from "jose";

/** The short code of a guest's door code: what pages, emails and wallet passes show. @param jwt `check_in.qr_token` */
export function shortCodeIn(jwt: string): string {
  const { jti } = decodeJwt(jwt);
  if (jti === undefined) throw new Error("the door code has no jti");
  return jti;
}
