import type { Stripe } from "stripe";
import { ApiVersion } from "../../node_modules/stripe/esm/apiVersion.js";
import { WebPlatformFunctions } from "../../node_modules/stripe/esm/platform/WebPlatformFunctions.js";
import { RequestSender } from "../../node_modules/stripe/esm/RequestSender.js";
import { SessionResource as PortalSessions } from "../../node_modules/stripe/esm/resources/BillingPortal/Sessions.js";
import { SessionResource as CheckoutSessions } from "../../node_modules/stripe/esm/resources/Checkout/Sessions.js";
import { SubscriptionResource } from "../../node_modules/stripe/esm/resources/Subscriptions.js";
import { createApiKeyAuthenticator } from "../../node_modules/stripe/esm/utils.js";
import { createWebhooks } from "../../node_modules/stripe/esm/Webhooks.js";

export { StripeError, StripeInvalidRequestError } from "../../node_modules/stripe/esm/Error.js";

/** The version of `stripe`, which each request names. A test compares the requests with the library's. */
const LIBRARY_VERSION = "23.1.0";
/** The library's default delays before it repeats a request, in seconds. */
const FIRST_RETRY_SECONDS = 0.5;
const MAX_RETRY_SECONDS = 5;

const platform = new WebPlatformFunctions();

/** Verifies the signatures of Stripe's webhooks. */
export const stripeWebhooks = createWebhooks(platform);
export const stripeCrypto = platform.createSubtleCryptoProvider();

/** The members of the library's `Stripe` that its requests and resources read. */
type Internals = Pick<
  Stripe,
  | "_appInfo"
  | "_authenticator"
  | "_emitter"
  | "_platformFunctions"
  | "_prevRequestMetrics"
  | "_requestSender"
  | "getApiField"
  | "getClientUserAgent"
  | "getConstant"
  | "getEmitEventBodiesEnabled"
  | "getInitialNetworkRetryDelay"
  | "getMaxNetworkRetries"
  | "getMaxNetworkRetryDelay"
  | "getTelemetryEnabled"
>;

interface StripeOptions {
  secretKey: string;
  /** Milliseconds per attempt. */
  timeout: number;
  maxNetworkRetries: number;
  host: string;
  port: number;
  protocol: "http" | "https";
}

/**
 * Stripe's client with three resources. The library's class holds an object of each of its 160, which no bundler can leave
 * out: 18 KiB of the Worker, gzipped. Requests, retries, errors, resources and signatures are the library's.
 */
export class StripeClient implements Internals {
  readonly _appInfo = undefined;
  readonly _authenticator: Internals["_authenticator"];
  readonly _emitter = platform.createEmitter();
  readonly _platformFunctions = platform;
  readonly _prevRequestMetrics = [];
  readonly _requestSender: RequestSender;
  readonly #api: Readonly<Record<PropertyKey, unknown>>;
  readonly checkoutSessions: CheckoutSessions;
  readonly portalSessions: PortalSessions;
  readonly subscriptions: SubscriptionResource;

  constructor({ secretKey, ...options }: StripeOptions) {
    const httpClient = platform.createFetchHttpClient();
    this.#api = {
      basePath: "/v1/",
      version: ApiVersion,
      stripeAccount: null,
      stripeContext: null,
      httpClient,
      ...options,
    };
    this._authenticator = createApiKeyAuthenticator(secretKey);
    // The library's parts read only `Internals` of its class.
    const stripe = this as unknown as Stripe;
    this._requestSender = new RequestSender(stripe, 0);
    this.checkoutSessions = new CheckoutSessions(stripe);
    this.portalSessions = new PortalSessions(stripe);
    this.subscriptions = new SubscriptionResource(stripe);
  }

  getApiField(name: PropertyKey) {
    return this.#api[name];
  }

  getClientUserAgent(use: (userAgent: string) => void) {
    use(JSON.stringify({ bindings_version: LIBRARY_VERSION, lang: "node", typescript: "false", httplib: "fetch" }));
  }

  getConstant(name: string) {
    return name === "PACKAGE_VERSION" ? LIBRARY_VERSION : "";
  }

  getEmitEventBodiesEnabled() {
    return false;
  }

  getInitialNetworkRetryDelay() {
    return FIRST_RETRY_SECONDS;
  }

  getMaxNetworkRetries() {
    return Number(this.#api.maxNetworkRetries);
  }

  getMaxNetworkRetryDelay() {
    return MAX_RETRY_SECONDS;
  }

  getTelemetryEnabled() {
    return false;
  }
}
