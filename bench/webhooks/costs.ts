/** Cost of webhooks so far, anywhere in this process. */
export interface WebhookCosts {
  /** Calls of the database by the consumer of their queue. */
  d1Calls: number;
  /** Messages that were put on their queue: by monitors, by the consumer, by the Scheduler. */
  messages: number;
  /** Times that the queue has called its consumer. */
  invocations: number;
}
