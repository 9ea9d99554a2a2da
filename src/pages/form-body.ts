import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { AppEnv } from "../http/app-env.ts";
import { AppError } from "../kernel/errors.ts";

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

/**
 * Returns the fields of a form body.
 * @param all returns every value of a field that is sent twice; left out: the last one
 * @throws AppError 415 `unsupported_media_type` for another character set and a broken multipart body
 */
export async function parseForm(c: Context<AppEnv>, { all = false } = {}) {
  try {
    return await c.req.parseBody({ all });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError("unsupported_media_type", {}, "Send the form as application/x-www-form-urlencoded in UTF-8.");
  }
}
