import { apiItems, apiPages, apiQuery } from "../../../api/api-query.ts";

export const passkeysQuery = apiItems(["me", "passkeys"], "/me/passkeys");

export const totpQuery = apiQuery(["me", "totp"], "/me/totp");

export const sessionsQuery = apiPages(["me", "sessions"], "/me/sessions");
