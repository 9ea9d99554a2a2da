/** @module-tag slow */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CliError } from "../../scripts/cli-error.ts";
import { deploy as deployInProcess } from "../../scripts/deploy/deploy.ts";
import { sharedBundle } from "../../testkit/shared-bundle.ts";
import { ACCOUNT_ID, startPlatformDouble, TOKEN } from "../support/node/platform-double.ts";
import { copyProject } from "./usher-copy.ts";

/** wrangler bundles the Worker twice in a run, which is slow on a busy machine. */
const WHOLE_RUN_MS = 300_000;
const QUEUES = ["access", "scores", "notifier", "broadcasts", "webhooks"].map((name) => `usher-${name}`);
const DEAD_QUEUES = QUEUES.map((name) => `${name}-dead`);
/** Characters that a shell, a URL and a file of variables each parse differently. */
const SMTP_URL = "smtp://usher:p$HOME'%23@mail.usher.example:587";

interface Said {
  exitCode: number;
  text: string;
}

describe("npm run deploy", { timeout: WHOLE_RUN_MS }, () => {
  let project: ReturnType<typeof copyProject>;
  let varsPath: string;
  let configPath: string;
  let platform: Awaited<ReturnType<typeof startPlatformDouble>>;
  let credentials: Record<string, string>;
  /** The output of all runs. */
  let printed = "";

  beforeAll(async () => {
    await sharedBundle();
    project = copyProject({ built: true });
    varsPath = join(project.root, ".deploy.vars");
    configPath = join(project.root, "wrangler.deploy.json");
    platform = await startPlatformDouble();
    credentials = {
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT_ID,
      CLOUDFLARE_API_BASE_URL: platform.apiBase,
      PUBLIC_URL: platform.url,
    };
  }, WHOLE_RUN_MS);

  afterAll(async () => {
    await platform.stop();
    project.remove();
  });

  async function deploy(env: Record<string, string>, ...args: string[]): Promise<Said> {
    platform.calls.length = 0;
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const options = { cwd: project.root, env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } };
    const said = await promisify(execFile)(process.execPath, ["scripts/deploy.ts", ...args], options).then(
      ({ stdout, stderr }) => ({ exitCode: 0, text: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ exitCode: code as number, text: stdout + stderr }),
    );
    printed += said.text;
    return said;
  }

  /** The last run's requests that create or change something, each as `METHOD /path name`. */
  function changes(): string[] {
    return platform.calls.flatMap(({ method, path, body }) => {
      const { name, title, queue_name: queue, subdomain } = body as Record<string, string>;
      const isQuery = path.endsWith("/query") || path.includes("assets");
      return method === "GET" || isQuery
        ? []
        : [`${method} ${path} ${name ?? title ?? queue ?? subdomain ?? ""}`.trim()];
    });
  }

  test("prints a dry run without an account, and writes nothing", async () => {
    const { exitCode, text } = await deploy({}, "--dry-run");
    expect(text).toMatch(/bundle the Worker: \d+ KiB compressed/);
    for (const name of ["D1 database usher", "KV namespace usher-kv", "R2 bucket usher-images"]) {
      expect(text).toContain(name);
    }
    for (const queue of [...QUEUES, ...DEAD_QUEUES]) expect(text).toContain(`queue ${queue}\n`);
    expect(text).toContain("CLOUDFLARE_API_TOKEN is not set");
    expect(exitCode).toBe(0);
    expect(platform.calls).toEqual([]);
    expect([varsPath, configPath].filter((path) => existsSync(path))).toEqual([]);
  });

  test("names the missing variables before it sends a request", async () => {
    const environment = { CLOUDFLARE_ACCOUNT_ID: "my account" };
    const print = () => undefined;
    const refused = deployInProcess({ root: project.root, environment, print, location: null, replacement: null });
    await expect(refused).rejects.toThrow(CliError);
    await expect(refused).rejects.toThrow("CLOUDFLARE_API_TOKEN is not set");
    await expect(refused).rejects.toThrow("CLOUDFLARE_ACCOUNT_ID is not an account ID");
    expect(platform.calls).toEqual([]);
  });

  test("names every permission that the token lacks, and changes nothing", async () => {
    for (const path of ["/d1/database", "/queues"]) platform.faults.set(`GET ${path}`, 403);
    const { exitCode, text } = await deploy(credentials);
    expect(text).toMatch(/✗ read the account\n.*D1: Edit, Queues: Edit/);
    expect(text).toContain("To continue, run npm run deploy again");
    expect(text).not.toContain("    at ");
    expect(exitCode).toBe(1);
    expect(changes()).toEqual([]);
  });

  test("deploys to an empty account and waits until the service responds", async () => {
    const { exitCode, text } = await deploy(credentials, "--location", "weur");
    expect(text).toContain(`Usher runs at ${platform.url}.`);
    expect(exitCode).toBe(0);
    const creations = [
      `PUT /workers/subdomain ${platform.account.subdomain}`,
      "POST /d1/database usher",
      "POST /storage/kv/namespaces usher-kv",
      "POST /r2/buckets usher-images",
      ...[...DEAD_QUEUES, ...QUEUES].map((queue) => `POST /queues ${queue}`),
    ];
    expect(changes().slice(0, creations.length)).toEqual(creations);
    expect(platform.calls).toContainEqual(
      expect.objectContaining({ path: "/d1/database", body: { name: "usher", primary_location_hint: "weur" } }),
    );
    const [upload, ...triggers] = changes().slice(creations.length);
    expect(upload).toBe("PUT /workers/scripts/usher");
    expect(triggers).toContain("PUT /workers/scripts/usher/schedules");
    expect(platform.account.crons).toEqual(["*/5 * * * *"]);
  });

  test("migrates the database before it uploads the Worker", () => {
    const lastQuery = platform.calls.findLastIndex(({ path }) => path.endsWith("/query"));
    expect(lastQuery).toBeLessThan(platform.calls.findIndex(({ path }) => path === "/workers/scripts/usher"));
    const applied = platform.account.databases.get("usher")?.sqlite.prepare("select name from d1_migrations").all();
    expect(applied?.map((row) => row.name)).toEqual(readdirSync(join(project.root, "migrations")).sort());
  });

  test("binds the Worker to the created resources, and every queue to the Worker", () => {
    const { worker, databases, namespaces, queues } = platform.account;
    expect(worker?.metadata.bindings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "DB", id: databases.get("usher")?.uuid }),
        expect.objectContaining({ name: "KV", namespace_id: namespaces.get("usher-kv") }),
        expect.objectContaining({ name: "BUCKET", bucket_name: "usher-images" }),
        expect.objectContaining({ name: "IMAGES", type: "images" }),
        expect.objectContaining({ name: "PUBLIC_URL", text: platform.url }),
      ]),
    );
    for (const queue of QUEUES) {
      expect(queues.get(queue)?.consumers).toMatchObject([{ script: "usher", dead_letter_queue: `${queue}-dead` }]);
      expect(queues.get(`${queue}-dead`)?.consumers).toHaveLength(1);
    }
  });

  test("prints the next steps for the engine's host", async () => {
    expect(printed).toContain("docker build -f scoring-engine/Dockerfile");
    expect(printed).toContain("Then set SCORING_ENGINE_URL=https://");
  });

  test("stores the generated secrets in a file that only its owner can read", () => {
    const { PLATFORM_SECRET, SCORING_ENGINE_SECRET, ...others } = parseEnv(readFileSync(varsPath, "utf8"));
    expect(others).toEqual({});
    expect(PLATFORM_SECRET).toMatch(/^[\w-]{43}$/);
    expect(SCORING_ENGINE_SECRET).toMatch(/^[\w-]{43}$/);
    expect(Object.fromEntries(platform.account.secrets)).toEqual({ PLATFORM_SECRET, SCORING_ENGINE_SECRET });
    expect(statSync(varsPath).mode & 0o777).toBe(0o600);
  });

  test("creates nothing the second time, keeps every secret, and adds new variables", async () => {
    const before = new Map(platform.account.secrets);
    const sender = "Usher <parties@parties.example>";
    const added = [`SMTP_URL="${SMTP_URL}"`, `EMAIL_FROM="${sender}"`].join("\n");
    writeFileSync(varsPath, `${readFileSync(varsPath, "utf8")}${added}\n`);
    // The URL of the service is stored by now.
    const { PUBLIC_URL, ...others } = credentials;
    const { exitCode, text } = await deploy({ ...others, PLACEMENT: "aws:eu-central-1" });
    expect(text).toContain("apply the migrations to usher: no new ones");
    expect(text).toContain("✓ deploy the Worker usher-edge");
    expect(exitCode).toBe(0);
    expect(
      changes().filter((change) => /^(PUT|POST) \/(d1|storage|r2|queues|workers\/subdomain)\S* \S/.test(change)),
    ).toEqual([]);
    expect(platform.account.secrets).toEqual(new Map([...before, ["SMTP_URL", SMTP_URL]]));
    expect(platform.account.worker?.metadata.bindings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "PUBLIC_URL", text: PUBLIC_URL }),
        expect.objectContaining({ name: "EMAIL_FROM", text: sender }),
      ]),
    );
  });

  test("deploys an edge Worker if a placement is set, with only the secret of links", () => {
    const uploads = platform.calls.filter(({ method, path }) => method === "PUT" && /scripts\/[a-z-]+$/.test(path));
    const edge = platform.others.get("usher-edge");
    expect(uploads.map(({ path }) => path.split("/").at(-1)).at(-1)).toBe("usher-edge");
    expect([...(edge?.secrets.keys() ?? [])]).toEqual(["PLATFORM_SECRET"]);
    expect(edge?.secrets.get("PLATFORM_SECRET")).toBe(platform.account.secrets.get("PLATFORM_SECRET"));
    expect(edge?.worker?.metadata.bindings).toContainEqual(expect.objectContaining({ name: "DATA", service: "usher" }));
    expect(platform.account.worker?.metadata).toMatchObject({ placement: { region: "aws:eu-central-1" } });
    expect(edge?.worker?.metadata).not.toHaveProperty("placement");
  });

  test("stops at a database of another baseline, and leaves the account unchanged", async () => {
    const { databases, namespaces } = platform.account;
    const sqlite = databases.get("usher")?.sqlite;
    const digest = sqlite?.prepare("select digest from schema_baseline").get()?.digest ?? "";
    sqlite?.exec("update schema_baseline set digest = 'other'");
    const namespace = namespaces.get("usher-kv") ?? "";
    namespaces.delete("usher-kv");
    const { exitCode, text } = await deploy(credentials);
    expect(text).toContain("✗ check the existing databases\nusher was made from another version");
    expect(text).not.toContain("bundle the Worker");
    expect(exitCode).toBe(1);
    expect(changes()).toEqual([]);
    namespaces.set("usher-kv", namespace);
    sqlite?.prepare("update schema_baseline set digest = ?").run(digest);
  });

  test.each([403, 429, 500])(
    "reports a query that returns %i, and does not call the database outdated",
    async (status) => {
      platform.faults.set(`POST /d1/database/${platform.account.databases.get("usher")?.uuid}/query`, status);
      platform.calls.length = 0;
      const given = { root: project.root, environment: credentials, print: () => undefined, location: null };
      const refused = deployInProcess({ ...given, replacement: null });
      await expect(refused).rejects.toThrow(CliError);
      await expect(refused).rejects.toThrow(
        new RegExp(
          `^✗ check the existing databases\nThe database usher could not be queried: .* returned ${status}: .*\\.\n`,
        ),
      );
      await expect(refused).rejects.not.toThrow("another version");
      expect(changes()).toEqual([]);
    },
  );

  test("rejects a replacement under an email address, and changes nothing", async () => {
    const environment = { ...credentials, USHER_OPERATOR: "ada@usher.example" };
    const refused = await deploy(environment, "--revoke", "SCORING_ENGINE_SECRET");
    expect(refused.text).toContain("USHER_OPERATOR is a name of at most 64 characters, not an email address.");
    expect(changes()).toEqual([]);
  });

  test("logs the rotation of a secret before the new one is deployed", async () => {
    const before = platform.account.secrets.get("PLATFORM_SECRET");
    const environment = { ...credentials, USHER_OPERATOR: "Ada O'Hara" };
    const { text } = await deploy(environment, "--rotate", "PLATFORM_SECRET");
    expect(text).toContain("✓ log the replacement");
    expect(text).toContain(`Usher runs at ${platform.url}.`);
    expect(platform.account.secrets.get("PLATFORM_SECRET_PREVIOUS")).toBe(before);
    const rows = platform.account.databases.get("usher")?.sqlite.prepare("select * from operator_log").all();
    expect(rows).toEqual([
      expect.objectContaining({
        command: "deploy --rotate",
        target: "PLATFORM_SECRET",
        before: null,
        after: '{"previous":"kept"}',
        operator: "Ada O'Hara",
      }),
    ]);
    const logged = platform.calls.findIndex(({ body }) =>
      String((body as { sql?: string }).sql).includes("operator_log"),
    );
    expect(logged).toBeGreaterThan(-1);
    expect(logged).toBeLessThan(
      platform.calls.findIndex(({ method, path }) => method === "PUT" && path.startsWith("/workers/scripts/")),
    );
  });

  test("never prints a secret, and leaves none in a file", () => {
    const secrets = [TOKEN, ...platform.account.secrets.values()];
    expect(secrets).toHaveLength(5);
    expect(secrets.filter((secret) => printed.includes(secret))).toEqual([]);
    const files = [
      "wrangler.deploy.json",
      ...readdirSync(join(project.root, ".wrangler/logs")).map((name) => `.wrangler/logs/${name}`),
    ];
    expect(files.length).toBeGreaterThan(3);
    const texts = files.map((name) => readFileSync(join(project.root, name), "utf8")).join("\n");
    expect(secrets.filter((secret) => texts.includes(secret))).toEqual([]);
  });

  test("sends no request that the platform's API lacks", () => {
    expect(platform.unknown).toEqual([]);
  });
});
