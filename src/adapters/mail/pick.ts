import { cloudBackend } from "./cloud.ts";
import { type HostedMailConfig, hostedBackend } from "./hosted.ts";
import { logBackend } from "./log.ts";
import type { MailBackend } from "./mail.ts";
import { smtpBackend } from "./smtp.ts";

/** What is configured for sending mail; several may be, the first in the order below is used. */
export interface MailConfig {
  /** `Name <address>` or a bare address, the sender of every mail. */
  from: string;
  resend?: HostedMailConfig | undefined;
  smtpUrl?: string | undefined;
  emailBinding?: SendEmail | undefined;
}

/**
 * Picks the backend: hosted API, then SMTP, then the platform's binding, then the log.
 * @throws Error naming the setting when the sender or the SMTP URL is malformed.
 */
export function pickMailBackend(config: MailConfig): MailBackend {
  if (config.resend !== undefined) return hostedBackend(config.resend, config.from);
  if (config.smtpUrl !== undefined) return smtpBackend({ url: config.smtpUrl, from: config.from });
  if (config.emailBinding !== undefined) return cloudBackend(config.emailBinding, config.from);
  return logBackend();
}
