/** What happened to a mail that the provider accepted. */
export interface MailReport {
  kind: "bounced" | "complained" | "delivered";
  /** The provider's id of the mail, if the report has it. */
  providerMessageId: string | null;
  addresses: string[];
  /** In the provider's words, such as `Permanent`. */
  bounceType: string | null;
  /** Whether the address has to be suppressed: not for a transient bounce, such as a full mailbox. */
  suppresses: boolean;
}
