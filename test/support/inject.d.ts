export {};

/** What `inject` gives to tests on workerd: where the programs that the global setup starts can be reached. */
declare module "vitest" {
  interface ProvidedContext {
    engine: { grpcAddress: string; grpcWebUrl: string; secret: string };
    faultyEngine: { url: string };
    payments: { url: string };
    webhookReceiver: { url: string; tlsUrl: string };
    /** What signs passes for Apple Wallet; PEM. */
    passIssuer: { certificate: string; privateKey: string; intermediate: string };
    /** Whether the lines of tests that pass are printed as well: `--silent=false`. */
    showsLogs: boolean;
    mailCatcher: { smtpPort: number; httpPort: number };
  }
}
