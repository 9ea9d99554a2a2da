import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";

/** The largest form has a password and a token. */
const MAX_FORM_BYTES = 16 * 1024;
/** The limit for the body of an API request. */
const MAX_ANSWER_FORM_BYTES = 256 * 1024;

/** Rejects a larger form with 413 before it is read. */
export const limitForm = limitOf(MAX_FORM_BYTES);

/** Rejects a larger RSVP form with 413. Such a form has the answers of a whole party. */
export const limitAnswerForm = limitOf(MAX_ANSWER_FORM_BYTES);

function limitOf(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new HTTPException(413);
    },
  });
}
