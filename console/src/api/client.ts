import { createClient } from "@usher/client";

/**
 * The API of the console's own origin. The session is a cookie that scripts cannot read; the client holds no token
 * (see docs/security.md).
 */
export const api = createClient({ baseUrl: location.origin, session: "cookie" });
