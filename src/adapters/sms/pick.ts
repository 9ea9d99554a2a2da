import { logBackend } from "./log.ts";
import { providerBackend, type SmsProviderConfig } from "./provider.ts";
import type { SmsBackend } from "./sms.ts";

/** Picks the provider when it is configured, else the log. */
export function pickSmsBackend(config: { twilio?: SmsProviderConfig | undefined }): SmsBackend {
  return config.twilio === undefined ? logBackend() : providerBackend(config.twilio);
}
