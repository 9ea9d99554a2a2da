import { withAutoSubmitted } from "./auto-submitted.ts";
import { cloudBackend } from "./cloud.ts";
import { type HostedMailConfig, hostedBackend } from "./hosted.ts";
import { logBackend } from "./log.ts";
import type { MailBackend } from "./mail.ts";
import { smtpBackend } from "./smtp.ts";

/** The configured mail services. If there are several, the first in the order of `pickMailBackend` is used. */
export interface MailConfig {
  /** The sender of every email: `Name <address>` or a bare address. */
  from: string;
  resend?: HostedMailConfig | undefined;
  smtpUrl?: string | undefined;
  emailBinding?: SendEmail | undefined;
}

/**
 * Picks the backend, which marks generated emails: hosted API, then SMTP, then the platform's binding, then the log.
 * @throws Error naming the setting when the sender or the SMTP URL is malformed.
 */
export function pickMailBackend(config: MailConfig): MailBackend {
  return withAutoSubmitted(configuredBackend(config));
}

function configuredBackend(config: MailConfig): MailBackend {
  if (config.resend !== undefined) return hostedBackend(config.resend, config.from);
  if (config.smtpUrl !== undefined) return smtpBackend({ url: config.smtpUrl, from: config.from });
  if (config.emailBinding !== undefined) return cloudBackend(config.emailBinding, config.from);
  return logBackend();
}
