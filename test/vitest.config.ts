import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { WAIT_LIMIT_MS } from "../testkit/wait-limit.ts";
import { keepFilesInMemory } from "./support/node/memory-folder.ts";
import { migratedSchema } from "./support/node/migrated-schema.ts";
import { filesLeftOut, type Suite, TAGS } from "./support/node/select-tests.ts";
import { workerPackages } from "./support/node/worker-packages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Long enough for every test's own waits on 2 shared cores; nothing sleeps for it. */
const TIMEOUT_MS = 120_000;

/**
 * The files that take longest are begun first, longest first: one that is begun last is what a run waits for at its end. Vitest
 * keeps durations itself, but a fresh clone has none, and Vitest then goes by the size of the files.
 */
const LONGEST = [
  "scripts/dev",
  "console/screens-guests",
  "pages/pages",
  "console/messages",
  "console/screens-event",
  "console/screens-account",
  "console/guests",
  "pages/scanner-page",
  "scripts/deploy",
  "console/import",
  "console/settings",
  "console/send",
  "pages/challenges",
  "console/every-screen",
  "console/account",
  "console/event-home",
  "pages/door-offline",
  "engine/operations",
  "clients/programs",
].map((name) => join(ROOT, "test", `${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      LONGEST.includes(moduleId) ? LONGEST.indexOf(moduleId) : LONGEST.length;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

keepFilesInMemory();

/** `scripts/test.ts` sets the variable, and selects the tests by their tags. */
const suite = (process.env.SUITE ?? "default") as Suite;
const LEFT_OUT = filesLeftOut(suite, ROOT);

/** Kernel and pure rules, on plain Node. V8 has `toHex` and `toBase64` behind a flag until Node 25. */
const unit: TestProjectInlineConfiguration = {
  test: {
    name: "unit",
    include: ["test/**/*.unit.test.ts"],
    exclude: LEFT_OUT,
    provide: { suite },
    execArgv: ["--js-base-64"],
    isolate: false,
    testTimeout: TIMEOUT_MS,
  },
};

const ON_NODE = "test/{clients,console,edge,engine,scripts,pages}/**/*.test.ts";

/** The engine, the scripts, and the pages in a browser. */
const node: TestProjectInlineConfiguration = {
  test: {
    name: "node",
    include: [ON_NODE],
    exclude: ["test/**/*.unit.test.ts", ...LEFT_OUT],
    provide: { suite },
    globalSetup: ["test/support/node/build-assets.ts", "test/support/node/shared-services.ts"],
    // Playwright, axe and the support files are loaded once for all files of a process, not once for each.
    isolate: false,
    // By itself, `expect.poll` gives up after a second.
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
  },
};

/**
 * Lets an access wait 25 s for its score. Within the 250 ms of the specification, a busy machine would admit guests whom a test
 * expects to be blocked. `test/adapters/score-deadline.unit.test.ts` tests the 250 ms.
 */
const patientScores: Plugin = {
  name: "patient-scores",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/adapters/scoring-engine.ts")) return;
    const patient = code.replace("SCORE_DEADLINE_MS = 250;", "SCORE_DEADLINE_MS = 25_000;");
    if (patient === code) throw new Error(`${id}: the deadline of a score was not found`);
    return patient;
  },
};

/** Leaves out the source maps of `stripe`, because they name files that it does not publish: Vite warns about each. */
const withoutStripeMaps: Plugin = {
  name: "without-stripe-maps",
  enforce: "pre",
  async load(id) {
    const [file = id] = id.split("?");
    if (!file.includes("/node_modules/stripe/")) return;
    return (await readFile(file, "utf8")).replace(/^\/\/# sourceMappingURL=.*$/mu, "");
  },
};

/** The Worker on workerd, with a real engine and a real mail server. */
async function worker(): Promise<TestProjectInlineConfiguration> {
  // wrangler's configuration names this folder, which a fresh clone does not have. It is filled before the tests.
  mkdirSync(join(ROOT, ".wrangler/assets"), { recursive: true });
  const { writeCertificate } = await import("../scripts/mail-catcher/certificate.ts");
  // The mail catcher's TLS certificate comes from an authority of this run's own. Miniflare reads this variable when it
  // is loaded, so it is set before the plugin is.
  process.env.NODE_EXTRA_CA_CERTS = join(await writeCertificate(), "authority.pem");
  const { cloudflareTest } = await import("@cloudflare/vitest-plugin");
  return {
    // In place of the value in wrangler.toml: `one()` throws on a second row.
    define: { IS_TEST: "true" },
    plugins: [
      patientScores,
      withoutStripeMaps,
      cloudflareTest(async ({ inject }) => ({
        // Otherwise workerd logs every connection that a test breaks on purpose to standard error.
        verbose: false,
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          // A second database for events; hosts are on the first one unless a test places them here.
          d1Databases: { DB_1: "usher-1" },
          // The notifier's as in wrangler.toml but for its batch timeout, as hundreds of tests wait for one email each. Not by
          // promptMails of the testkit: wrangler's options, once read, keep workerd from trusting the certificate above.
          queueConsumers: {
            "usher-notifier": {
              maxBatchSize: 50,
              maxBatchTimeout: 0.05,
              maxRetries: 4,
              deadLetterQueue: "usher-notifier-dead",
            },
          },
          bindings: {
            OPEN_DATABASES: "0",
            PUBLIC_URL: "https://usher.test",
            PLATFORM_SECRET: "a platform secret that only the tests know",
            SCORING_ENGINE_URL: inject("engine").grpcWebUrl,
            SCORING_ENGINE_SECRET: inject("engine").secret,
            SMTP_URL: `smtp://usher:usher@127.0.0.1:${inject("mailCatcher").smtpPort}`,
            PASSWORD_HASH_COST: "test",
            WEBHOOKS_TO_LOOPBACK: "true",
            STRIPE_SECRET_KEY: "sk_test_usher",
            STRIPE_WEBHOOK_SECRET: "whsec_test_usher",
            STRIPE_PRICE_PRO: "price_pro",
            STRIPE_PRICE_BUSINESS: "price_business",
            STRIPE_API_BASE: inject("payments").url,
            SCHEMA: { ...migratedSchema(join(ROOT, "migrations")) },
          },
        },
      })),
    ],
    test: {
      name: "worker",
      include: ["test/**/*.test.ts"],
      exclude: ["test/**/*.unit.test.ts", "test/architecture/**", ON_NODE, ...LEFT_OUT],
      globalSetup: ["test/support/node/build-assets.ts", "test/support/node/global-setup.ts"],
      provide: { showsLogs: silent === "false", suite },
      deps: {
        optimizer: {
          ssr: {
            enabled: true,
            include: workerPackages(ROOT),
            // Reduces the code that is sent to workerd to a third.
            rolldownOptions: { output: { minify: true, keepNames: true } },
          },
        },
      },
      // The Worker is loaded once for all files of a process: loading it for each file took longer than the tests. Each
      // file begins with empty storage.
      isolate: false,
      setupFiles: ["test/support/fresh-storage.ts"],
      restoreMocks: true,
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
    },
  };
}

/** Vitest resolves every project before it applies `--project`; the Worker's takes a second and is left out of others. */
const { project: named, silent } = parseArgs({
  strict: false,
  options: { project: { type: "string", multiple: true }, silent: { type: "string" } },
}).values;
const needsWorker = named === undefined || named.some((name) => name !== "unit" && name !== "node");

export default defineConfig({
  test: {
    root: ROOT,
    // One worker more than CPU cores, because tests wait for browsers, emails and other processes. Vitest's default is
    // one less than the cores. On two cores, two workers left a third of the CPU idle and took a tenth longer than
    // three.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    // A green run prints one line for each file; logs of the Worker and the tests are printed with a failed test.
    reporters: [
      ["default", { summary: false }],
      { onTestCaseAnnotate: (_, { message }) => console.log(`   ${message}`) },
    ],
    silent: "passed-only",
    slowTestThreshold: TIMEOUT_MS,
    tags: TAGS,
    sequence: { sequencer: LongestFirst },
    projects: [unit, node, ...(needsWorker ? [worker] : [])],
  },
});
