import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";

/** The largest form has a password and a token. */
const MAX_FORM_BYTES = 16 * 1024;

/** Refuses a larger form with 413 before it is read. */
export const limitForm = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: () => {
    throw new HTTPException(413);
  },
});
