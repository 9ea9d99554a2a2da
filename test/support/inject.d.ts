export {};

/** Values of `inject` in tests on workerd: URLs of the programs that the global setup starts. */
declare module "vitest" {
  interface ProvidedContext {
    engine: { grpcAddress: string; grpcWebUrl: string; secret: string };
    faultyEngine: { url: string };
    payments: { url: string };
    webhookReceiver: { url: string; tlsUrl: string };
    /** Key and certificate that sign passes for Apple Wallet; PEM. */
    passIssuer: { certificate: string; privateKey: string; intermediate: string };
    /** True if the lines of passing tests are printed as well: `--silent=false`. */
    showsLogs: boolean;
    /** True if the lives are played at their full sizes: `LIVES=full`. */
    playsFullLives: boolean;
    mailCatcher: { smtpPort: number; httpPort: number };
  }
}
