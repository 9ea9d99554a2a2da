import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { writeCertificate } from "../scripts/mail-catcher/certificate.ts";

// The mail catcher's TLS certificate comes from an authority of this run's own. Miniflare reads this variable when it
// is loaded, so it is set before the plugin is.
process.env.NODE_EXTRA_CA_CERTS = join(await writeCertificate(), "authority.pem");
const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");

/** Long enough for every test's own waits on 2 shared cores; nothing sleeps for it. */
const TIMEOUT_MS = 60_000;

export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    // Vitest leaves one core free, and half of the smallest machine idle with it. Each worker brings programs of its own.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism() - 1)),
    projects: [
      {
        plugins: [
          cloudflareTest(async ({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              // A second database for events; hosts are on the first one unless a test places them here.
              d1Databases: { DB_1: "usher-1" },
              bindings: {
                OPEN_DATABASES: "0",
                PUBLIC_URL: "https://usher.test",
                PLATFORM_SECRET: "a platform secret that only the tests know",
                SCORING_ENGINE_URL: inject("engine").grpcWebUrl,
                SCORING_ENGINE_SECRET: inject("engine").secret,
                SMTP_URL: `smtp://usher:usher@127.0.0.1:${inject("mailCatcher").smtpPort}`,
                PASSWORD_HASH_COST: "test",
                STRIPE_SECRET_KEY: "sk_test_usher",
                STRIPE_WEBHOOK_SECRET: "whsec_test_usher",
                STRIPE_PRICE_PRO: "price_pro",
                STRIPE_PRICE_BUSINESS: "price_business",
                STRIPE_API_BASE: inject("payments").url,
                MIGRATIONS: await readD1Migrations("migrations"),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["test/{adapters,db,features,kernel,platform,service}/**/*.test.ts"],
          globalSetup: ["test/support/node/global-setup.ts"],
          // The Worker is loaded once for all files that a program runs: for each of them anew it took longer than the
          // tests. Each file begins with empty storage all the same.
          isolate: false,
          setupFiles: ["test/support/fresh-storage.ts"],
          restoreMocks: true,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: "node",
          include: ["test/{engine,scripts,pages}/**/*.test.ts", "test/architecture.test.ts", "test/promises.test.ts"],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
