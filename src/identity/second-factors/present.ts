import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import type { PasskeyRow } from "./passkey-queries.ts";
import type * as wire from "./schemas.ts";
import type { TotpState } from "./totp-settings.ts";

/** A passkey, without its key and without the id that its authenticator knows it by. */
export function presentPasskey(passkey: PasskeyRow): z.output<typeof wire.Passkey> {
  return {
    id: passkey.id,
    name: passkey.name,
    synced: passkey.backedUp,
    created_at: toWire(passkey.createdAt),
    last_used_at: toWireOrNull(passkey.lastUsedAt),
  };
}

/** The state of the authenticator app. */
export function presentTotp({ confirmedAt, recoveryCodesLeft }: TotpState): z.output<typeof wire.Totp> {
  return {
    enabled: confirmedAt !== null,
    confirmed_at: toWireOrNull(confirmedAt),
    recovery_codes_left: recoveryCodesLeft,
  };
}
