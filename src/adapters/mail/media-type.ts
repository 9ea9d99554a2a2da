import type { MailAttachment } from "./mail.ts";

/** The media type of an attachment with its iTIP method, which calendar clients read from the header (RFC 6047). */
export function mediaTypeOf(file: MailAttachment): string {
  return file.method === undefined ? file.contentType : `${file.contentType}; method=${file.method}`;
}
