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
    /**
     * The tests of a run:
     * - `default`: `npm test`. Every sentence of the specification and every row of `docs/security.md`, without the tests tagged
     *   `slow`, and with a third of the rounds of those tagged `rounds`.
     * - `slow`: `npm run test:slow`. Only what `default` leaves out: the tests tagged `slow`, and all rounds of those tagged `rounds`.
     * - `all`: `npm run test:all`. Both.
     */
    suite: "default" | "slow" | "all";
    mailCatcher: { smtpPort: number; httpPort: number };
  }
}
