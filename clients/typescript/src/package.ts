export { type ClientOptions, createClient, type PaginatedPath, type Success, type UsherClient } from "./client.ts";
export { isUsherError, type ProblemOf, refusalOf, UsherError } from "./errors.ts";
export type * from "./schema.ts";
export { SCOPES } from "./schema.ts";
export type { Identity, TokenStore, Tokens } from "./session.ts";
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "./verify-webhook.ts";
