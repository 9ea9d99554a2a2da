import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";

/** No form of ours comes near: the largest holds a password and a link. */
const MAX_FORM_BYTES = 16 * 1024;

/** Refuses a form that is larger before it is read. */
export const limitForm = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: () => {
    throw new HTTPException(413);
  },
});
