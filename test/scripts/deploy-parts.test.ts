import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatformApi, PlatformError } from "../../scripts/deploy/platform-api.ts";
import {
  attachDomain,
  type Creation,
  createMissing,
  desiredResources,
  discoverResources,
  namespaceTitle,
  readConfigFile,
} from "../../scripts/deploy/resources.ts";
import {
  checkReplacement,
  deployedNames,
  isSecret,
  missingSecrets,
  readDeployVars,
  readSettings,
  replacementOf,
  setVariables,
} from "../../scripts/deploy/settings.ts";
import {
  checkWorkerConfig,
  deployedVariables,
  deploymentConfig,
  ownDomain,
  workersOf,
} from "../../scripts/deploy/worker-config.ts";
import { namedVariables } from "../../scripts/dev/settings.ts";
import { ACCOUNT_ID, startPlatformDouble, TOKEN } from "../support/node/platform-double.ts";

const CONFIG = readConfigFile("wrangler.toml");
const DESIRED = desiredResources(CONFIG);
const NAMES = deployedNames(namedVariables(".dev.vars.example"));
const LONG = "a secret of 32 bytes and some more";
const folder = mkdtempSync(join(tmpdir(), "usher-deploy-parts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let file = 0;
/** Writes a `.deploy.vars` for one test. */
function varsFile(text: string, mode = 0o600): string {
  const path = join(folder, String(file++));
  writeFileSync(path, text, { mode });
  return path;
}

describe("resources in the account", () => {
  let platform: Awaited<ReturnType<typeof startPlatformDouble>>;
  let api: ReturnType<typeof createPlatformApi>;
  beforeAll(async () => {
    platform = await startPlatformDouble();
    api = createPlatformApi({ accountId: ACCOUNT_ID, token: TOKEN, apiBase: platform.apiBase });
  });
  afterAll(() => platform.stop());

  const creation: Creation = { location: null, needsSubdomain: true, account: ACCOUNT_ID, onCreated: () => undefined };
  const deployResources = async () =>
    createMissing(api, "usher", DESIRED, await discoverResources(api, "usher", DESIRED), creation);
  const created = () =>
    platform.calls.flatMap(({ method, path, body }) => {
      const named = body as Record<string, string>;
      const name = named.name ?? named.title ?? named.queue_name ?? named.subdomain;
      return method === "GET" ? [] : [`${path} ${name}`];
    });

  test("creates each resource once, even if deployments are interrupted", async () => {
    const everything = [
      expect.stringMatching(/^\/workers\/subdomain usher-[0-9a-f]{10}$/),
      "/d1/database usher",
      "/storage/kv/namespaces usher-kv",
      "/r2/buckets usher-images",
      ...DESIRED.queues.map((queue) => `/queues ${queue}`),
    ];
    const cuts = ["/d1/database", "/storage/kv/namespaces", "/r2/buckets", "/queues"];
    for (const path of cuts) {
      platform.faults.set(`POST ${path}`, 503);
      await expect(deployResources()).rejects.toThrow(PlatformError);
    }
    const complete = await deployResources();
    // A failed request was sent, and sent again.
    const refused = cuts.map((path) => created().find((call) => call.startsWith(`${path} `)));
    const all = created();
    for (const call of refused) all.splice(all.indexOf(String(call)), 1);
    expect(all).toEqual(everything);
    expect(complete.databases.get("usher")).toBe(platform.account.databases.get("usher")?.uuid);

    platform.calls.length = 0;
    expect(await deployResources()).toEqual({ ...complete, subdomain: platform.account.subdomain });
    expect(created()).toEqual([]);
  });

  test("retries a read, but never a creation", async () => {
    platform.faults.set("GET /queues", 502);
    expect((await discoverResources(api, "usher", DESIRED)).queues).toEqual(new Set(DESIRED.queues));
    platform.faults.set("POST /queues", 502);
    await expect(api.post("/queues", { queue_name: "other" })).rejects.toThrow("POST /queues returned 502");
    expect(platform.account.queues.has("other")).toBe(false);
  });

  test("reports a request without a response", async () => {
    const unreachable = createPlatformApi({ accountId: ACCOUNT_ID, token: TOKEN, apiBase: "http://127.0.0.1:9" });
    await expect(unreachable.post("/queues", {})).rejects.toThrow("POST /queues got no response from the platform");
  });

  test("attaches a domain once, and takes none from another Worker", async () => {
    platform.account.domains.push({ hostname: "taken.example", service: "shop" });
    await attachDomain(api, "usher", "rsvp.example");
    await attachDomain(api, "usher", "rsvp.example");
    await expect(attachDomain(api, "usher", "taken.example")).rejects.toThrow("already leads to the Worker shop");
    expect(platform.account.domains.map(({ service }) => service)).toEqual(["shop", "usher"]);
  });

  test("rejects in the double every request that the platform's API rejects", async () => {
    await expect(api.post("/queues", { name: "queue" })).rejects.toThrow("400");
    await expect(api.post("/d1/database", { name: "usher" })).rejects.toThrow("7502");
    await expect(api.get("/nowhere")).rejects.toThrow("7003");
    const unprivileged = createPlatformApi({ accountId: ACCOUNT_ID, token: "other", apiBase: platform.apiBase });
    await expect(discoverResources(unprivileged, "usher", DESIRED)).rejects.toThrow(
      "lacks permissions in this account: D1: Edit, Workers KV Storage: Edit",
    );
  });
});

describe("deploymentConfig and deployedVariables", () => {
  const ids = {
    databases: new Map(DESIRED.databases.map((name) => [name, `id of ${name}`])),
    namespaces: new Map(DESIRED.namespaces.map((title) => [title, `id of ${title}`])),
  };
  const PUBLIC_URL = "https://rsvp.example";

  test("fills this account's IDs into wrangler.toml, and leaves unknown settings unchanged", () => {
    const written = deploymentConfig(CONFIG, ids, { accountId: ACCOUNT_ID, variables: { PUBLIC_URL } });
    const { account_id, workers_dev, preview_urls, minify, vars, d1_databases, kv_namespaces, ...rest } = written;
    const { vars: _vars, d1_databases: _databases, kv_namespaces: _namespaces, ...unchanged } = CONFIG;
    expect(rest).toEqual(unchanged);
    expect({ account_id, workers_dev, preview_urls, minify, vars }).toEqual({
      account_id: ACCOUNT_ID,
      workers_dev: false,
      preview_urls: false,
      minify: true,
      vars: { PUBLIC_URL },
    });
    for (const { database_name: name, database_id: id } of d1_databases) expect(id).toBe(`id of ${name}`);
    for (const { binding, id } of kv_namespaces) expect(id).toBe(`id of ${namespaceTitle(CONFIG, binding)}`);
  });

  test("prefers a variable of the operator, then the deployed one, then wrangler.toml", () => {
    const given = {
      set: { CORS_ORIGINS: "https://a.example" },
      deployed: { PUBLIC_URL, CORS_ORIGINS: "" },
      emptied: [],
    };
    const variables = deployedVariables(CONFIG, given, "mine");
    expect(variables).toEqual({
      ...CONFIG.vars,
      CORS_ORIGINS: "https://a.example",
      PUBLIC_URL,
      SCORING_ENGINE_URL: "https://engine.invalid",
    });
    const anew = deployedVariables(CONFIG, { ...given, emptied: ["PUBLIC_URL"] }, "mine");
    expect(anew.PUBLIC_URL).toBe("https://usher.mine.workers.dev");
  });

  test.each([
    ["https://usher.mine.workers.dev", null],
    ["http://127.0.0.1:8787", null],
    ["https://rsvp.example", "rsvp.example"],
  ])("returns the domain that must lead to the Worker: %s", (url, domain) => {
    expect(ownDomain(url)).toBe(domain);
  });

  test.each(["http://rsvp.example", "https://rsvp.example/usher", "rsvp.example"])("rejects links at %s", (url) => {
    expect(() => ownDomain(url)).toThrow("PUBLIC_URL");
  });
});

describe("checkWorkerConfig", () => {
  const variables = {
    ...CONFIG.vars,
    PUBLIC_URL: "https://rsvp.example",
    SCORING_ENGINE_URL: "https://engine.invalid",
  };
  const stored = new Set(["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"]);

  test("accepts a valid configuration", async () => {
    await checkWorkerConfig({ variables, secrets: {}, stored });
    await checkWorkerConfig({ variables, secrets: {}, stored: new Set([...stored, "RESEND_WEBHOOK_SECRET"]) });
    const pem = "-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----";
    const wallets = {
      GOOGLE_WALLET_ISSUER_ID: "338",
      GOOGLE_WALLET_SERVICE_ACCOUNT: "wallet@usher.example",
      APPLE_WALLET_PASS_TYPE_ID: "pass.example.usher",
      APPLE_WALLET_TEAM_ID: "ABCDE12345",
      APPLE_WALLET_CERTIFICATE: pem,
      APPLE_WALLET_WWDR: pem,
    };
    const keys = new Set([...stored, "GOOGLE_WALLET_PRIVATE_KEY", "APPLE_WALLET_KEY"]);
    await checkWorkerConfig({ variables: { ...variables, ...wallets }, secrets: {}, stored: keys });
  });

  test.each([
    ["PLATFORM_SECRET", {}, { PLATFORM_SECRET: "short" }],
    ["SMTP_URL", { EMAIL_FROM: "a@a.example" }, { SMTP_URL: "mail.example" }],
    ["EMAIL_FROM", {}, { SMTP_URL: "smtp://mail.example" }],
    ["SCORING_ENGINE_URL", { SCORING_ENGINE_URL: "http://engine.example" }, {}],
    ["SCORING_ENGINE_URL", { SCORING_ENGINE_URL: "HTTP://engine.example" }, {}],
    ["SCORING_ENGINE_URL", { SCORING_ENGINE_URL: "http://127.0.0.1:50052" }, {}],
    ["REGIONS", { REGIONS: '{"eu":{"shards":[0],"engine":"HTTP://engine.example"}}' }, {}],
    ["REGIONS", { REGIONS: '{"eu":{"shards":[0],"\\u0065ngine":"http://engine.example"}}' }, {}],
    ["REGIONS", { REGIONS: '{"eu":{"shards":[0],"engine":"http://localhost:50052"}}' }, {}],
    ["APPLE_WALLET_TEAM_ID, APPLE_WALLET_CERTIFICATE", {}, { APPLE_WALLET_KEY: "-----BEGIN PRIVATE KEY-----" }],
    ["STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO, STRIPE_PRICE_BUSINESS", {}, { STRIPE_SECRET_KEY: "sk_live_1" }],
  ])("rejects an invalid %s without printing its value", async (name, changed, secrets) => {
    const wrong = checkWorkerConfig({ variables: { ...variables, ...changed }, secrets, stored });
    await expect(wrong).rejects.toThrow(name);
    const value = Object.values(secrets)[0] ?? "http://engine.example";
    await expect(wrong).rejects.not.toThrow(value);
  });
});

describe(".deploy.vars", () => {
  test("yields to the environment, and removes a variable with an empty line", () => {
    const settings = readSettings(
      { SMTP_URL: "smtp://environment", HOME: "/root" },
      { SMTP_URL: "smtp://file", EMAIL_FROM: "a@a.example", TWILIO_AUTH_TOKEN: "", CLOUDFLARE_API_TOKEN: "t" },
      NAMES,
    );
    expect(settings).toEqual({
      secrets: { SMTP_URL: "smtp://environment" },
      variables: { EMAIL_FROM: "a@a.example" },
      emptied: ["TWILIO_AUTH_TOKEN"],
    });
  });

  test("rejects a file that others can read, and unknown names", () => {
    expect(() => readDeployVars(varsFile("", 0o644), NAMES)).toThrow("chmod 600");
    expect(() => readDeployVars(varsFile("SMPT_URL=x\nPORT=1\n"), NAMES)).toThrow("PORT, SMPT_URL");
    expect(readDeployVars(join(folder, "none"), NAMES)).toEqual({});
  });

  test("keeps other lines if a variable is set, and stays readable only for its owner", () => {
    const path = varsFile('# mine\nEMAIL_FROM="A <a@a.example>"\nPLATFORM_SECRET=old\n');
    setVariables(path, { PLATFORM_SECRET: "new", PLATFORM_SECRET_PREVIOUS: "a b'c" });
    expect(readFileSync(path, "utf8")).toBe(
      '# mine\nEMAIL_FROM="A <a@a.example>"\nPLATFORM_SECRET=new\nPLATFORM_SECRET_PREVIOUS="a b\'c"\n',
    );
    expect(parseEnv(readFileSync(path, "utf8")).PLATFORM_SECRET_PREVIOUS).toBe("a b'c");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => setVariables(path, { PLATFORM_SECRET: "two\nlines" })).toThrow("PLATFORM_SECRET has characters");
  });

  test("distinguishes secrets from other variables", () => {
    expect(NAMES.filter(isSecret).sort()).toEqual(
      [
        "PLATFORM_SECRET",
        "PLATFORM_SECRET_PREVIOUS",
        "SCORING_ENGINE_SECRET",
        "RESEND_API_KEY",
        "SMTP_URL",
        "RESEND_WEBHOOK_SECRET",
        "TWILIO_AUTH_TOKEN",
        "STRIPE_SECRET_KEY",
        "STRIPE_WEBHOOK_SECRET",
        "GOOGLE_WALLET_PRIVATE_KEY",
        "APPLE_WALLET_KEY",
        "TURNSTILE_SECRET_KEY",
        "OPERATOR_TOKEN",
      ].sort(),
    );
    expect(NAMES).not.toContain("PASSWORD_HASH_COST");
    expect(NAMES).not.toContain("WEBHOOKS_TO_LOOPBACK");
  });
});

describe("secret of a deployment", () => {
  const places = { environment: {}, file: { PLATFORM_SECRET: LONG }, stored: new Set<string>() };
  const rotation = { name: "PLATFORM_SECRET", keepsPrevious: true } as const;

  test("gets a random value if it is missing", () => {
    expect(missingSecrets(() => true)).toEqual({});
    const made = [missingSecrets(() => false), missingSecrets((name) => name !== "PLATFORM_SECRET")];
    expect(made.map((secrets) => Object.keys(secrets))).toEqual([
      ["PLATFORM_SECRET", "SCORING_ENGINE_SECRET"],
      ["PLATFORM_SECRET"],
    ]);
    const values = made.flatMap((secrets) => Object.values(secrets));
    expect(new Set(values).size).toBe(3);
    for (const value of values) expect(value).toMatch(/^[\w-]{43}$/);
  });

  test("keeps its previous value on rotation, but not on revocation", () => {
    checkReplacement(rotation, places);
    expect(replacementOf(rotation, LONG)).toEqual({
      PLATFORM_SECRET: expect.stringMatching(/^[\w-]{43}$/),
      PLATFORM_SECRET_PREVIOUS: LONG,
    });
    expect(replacementOf({ ...rotation, keepsPrevious: false }, LONG).PLATFORM_SECRET_PREVIOUS).toBe("");
    expect(Object.keys(replacementOf({ ...rotation, name: "SCORING_ENGINE_SECRET" }))).toEqual([
      "SCORING_ENGINE_SECRET",
    ]);
  });

  test.each([
    ["the environment sets it", { environment: { PLATFORM_SECRET: LONG } }, "set in the environment"],
    ["its current value is unknown here", { file: {} }, "--revoke"],
    [
      "a previous value still verifies",
      { file: { ...places.file, PLATFORM_SECRET_PREVIOUS: LONG } },
      "without --rotate",
    ],
    ["the account stores a previous value", { stored: new Set(["PLATFORM_SECRET_PREVIOUS"]) }, "without --rotate"],
  ])("rejects a rotation if %s", (_, changed, complaint) => {
    expect(() => checkReplacement(rotation, { ...places, ...changed })).toThrow(complaint);
  });

  test("rotates after the previous value was dropped", () => {
    const file = { ...places.file, PLATFORM_SECRET_PREVIOUS: "" };
    checkReplacement(rotation, { ...places, file, stored: new Set(["PLATFORM_SECRET_PREVIOUS"]) });
  });
});

describe("workersOf", () => {
  const edge = readConfigFile("wrangler.edge.toml");

  test("sends the calls of both Workers through the front of the operator's own zone", () => {
    for (const worker of workersWith({ PLACEMENT: "aws:eu-central-1" })) {
      expect(worker.config.compatibility_flags).toEqual(["global_fetch_strictly_public"]);
    }
  });

  const found = {
    databases: new Map([["usher", "id-of-usher"]]),
    namespaces: new Map([["usher-kv", "id-of-kv"]]),
  };
  const workersWith = (more: Record<string, string>) => {
    const variables = { ...deployedVariables(CONFIG, { set: more, deployed: {}, emptied: [] }, "me") };
    return workersOf(deploymentConfig(CONFIG, found, { accountId: ACCOUNT_ID, variables }), edge, variables);
  };

  test("returns one Worker without a placement, with the previous configuration", () => {
    const [only, ...others] = workersWith({});
    expect(others).toEqual([]);
    expect(only.config).not.toHaveProperty("placement");
    expect(only).toMatchObject({ name: "usher", file: "wrangler.deploy.json", secrets: "all" });
  });

  test("returns an edge Worker with a placement, with only the secret of links", () => {
    const [data, front, ...others] = workersWith({
      PLACEMENT: "aws:eu-central-1",
      RESEND_API_BASE: "https://r.example",
    });
    expect(others).toEqual([]);
    expect(data.config).toMatchObject({ name: "usher", placement: { region: "aws:eu-central-1" } });
    expect(front).toMatchObject({
      name: "usher-edge",
      secrets: ["PLATFORM_SECRET", "PLATFORM_SECRET_PREVIOUS"],
      config: { services: [{ binding: "DATA", service: "usher" }], account_id: ACCOUNT_ID },
    });
    expect(front?.config.vars).toEqual({ PUBLIC_URL: "https://usher-edge.me.workers.dev", CORS_ORIGINS: "" });
    expect(JSON.stringify(front?.config)).not.toContain("d1_databases");
  });

  test("creates the class of each Durable Object, later classes with later tags", () => {
    const [data] = workersWith({});
    const { durable_objects: objects, migrations } = data.config as {
      durable_objects: { bindings: { class_name: string }[] };
      migrations: { tag: string; new_sqlite_classes: string[] }[];
    };
    const created = migrations.flatMap(({ new_sqlite_classes: classes }) => classes);
    expect(created.toSorted()).toEqual(objects.bindings.map(({ class_name: name }) => name).toSorted());
    // A deployed tag is never applied again.
    expect(migrations.map(({ tag, new_sqlite_classes: [first] }) => [tag, first])).toEqual([
      ["v1", "RateWindow"],
      ["v2", "EditCounter"],
    ]);
  });

  test("adds a Worker per further region, with the first one's objects and queues", () => {
    const regions = {
      "us-east": { shards: [1], placement: "aws:us-east-1" },
      eu: { shards: [0], placement: "aws:eu-central-1" },
    };
    const [data, us, front] = workersWith({ REGIONS: JSON.stringify(regions) });
    expect(data.config).toMatchObject({ name: "usher", placement: { region: "aws:eu-central-1" } });
    expect(us).toMatchObject({
      name: "usher-us-east",
      file: "wrangler.us-east.deploy.json",
      config: { name: "usher-us-east", placement: { region: "aws:us-east-1" }, workers_dev: false },
    });
    const { durable_objects: objects, queues } = (us ?? data).config as {
      durable_objects: { bindings: { script_name: string }[] };
      queues: object;
    };
    expect(new Set(objects.bindings.map(({ script_name: script }) => script))).toEqual(new Set(["usher"]));
    expect(queues).not.toHaveProperty("consumers");
    expect(us?.config).not.toHaveProperty("triggers");
    expect(us?.config).not.toHaveProperty("migrations");
    expect(front?.config.services).toEqual([
      { binding: "DATA", service: "usher" },
      { binding: "DATA_US_EAST", service: "usher-us-east" },
    ]);
  });

  test("rejects a region without a placement", () => {
    const regions = JSON.stringify({ eu: { shards: [0], placement: "aws:eu-central-1" }, us: { shards: [1] } });
    expect(() => workersWith({ REGIONS: regions })).toThrow("REGIONS: us has no `placement`");
  });
});
