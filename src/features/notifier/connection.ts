import type { RequestContext } from "../../request-context.ts";
import type { Email, EmailContent } from "./draft.ts";

/** The outcome of one attempt, by mail or as a text. */
export type Outcome = Awaited<ReturnType<RequestContext["mail"]["send"]>>;

/** A connection to the mail server, or to the provider of texts. */
export interface Connection {
  /** The backend's name, for the record. */
  provider: string;
  send(content: EmailContent, idempotencyKey: string): Promise<Outcome>;
}

/** Runs an attempt to send to the recipient on a connection of the channel. */
export async function connected(
  { mail, sms, mailConnections }: RequestContext,
  { kind, recipient, channel }: Email,
  attempt: (connection: Connection) => Promise<void>,
): Promise<void> {
  const to = recipient.address;
  if (channel === "sms") {
    const send: Connection["send"] = ({ text }, idempotencyKey) => sms.send({ to, body: text, idempotencyKey });
    return attempt({ provider: sms.name, send });
  }
  return mailConnections.run((session) =>
    attempt({
      provider: mail.name,
      send: (content, idempotencyKey) => session.send({ ...content, kind, to, idempotencyKey }),
    }),
  );
}
