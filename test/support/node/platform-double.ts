import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { listen } from "../../../testkit/local-server.ts";

export const ACCOUNT_ID = "0123456789abcdef0123456789abcdef";
export const TOKEN = "a-token-of-the-platform-double";

/** A received request, without the account's prefix. Bodies are recorded for requests that create something. */
export interface PlatformCall {
  method: string;
  path: string;
  body: unknown;
}

interface Answer {
  status?: number;
  result?: unknown;
  errors?: { code: number; message: string }[];
  info?: object;
}

interface UploadedWorker {
  metadata: { bindings: Binding[]; migrations?: { new_tag: string }; main_module?: string };
  tag: string;
}
interface Binding {
  type: string;
  name: string;
  text?: string;
  [field: string]: unknown;
}

interface PlatformRequest {
  /** Matches of the pattern's groups. */
  id: string;
  rest: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  request: IncomingMessage;
  raw: Buffer;
}

type Route = [method: string, path: RegExp, answer: (given: PlatformRequest) => Answer | Promise<Answer>];

/**
 * Test double of the platform's API v4 over HTTP: one account, empty at first. It stores resources, and rejects unknown requests
 * and those that the published API rejects. A database is a real SQLite database.
 */
export async function startPlatformDouble() {
  const account = emptyAccount();
  const calls: PlatformCall[] = [];
  const unknown: string[] = [];
  /** `METHOD /path` → status of the error for the next such request. */
  const faults = new Map<string, number>();
  const routes = routesOf(account);
  const others = new Map<string, DoubledAccount>();
  const otherOf = (name: string): DoubledAccount => {
    const known = others.get(name) ?? { ...emptyAccount(), queues: account.queues, assets: account.assets };
    others.set(name, known);
    return known;
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", "http://double.invalid");
    const method = request.method ?? "";
    const send = ({ status = 200, result = null, errors = [], info }: Answer) => {
      const envelope = { success: status < 400, errors, messages: [], result, ...(info ? { result_info: info } : {}) };
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(envelope));
    };
    if (url.pathname === "/health") return send({ status: account.worker === null ? 503 : 200 });
    const path = url.pathname.replace(`/client/v4/accounts/${ACCOUNT_ID}`, "");
    const type = request.headers["content-type"] ?? "";
    const body = type.startsWith("application/json") && raw.length > 0 ? JSON.parse(raw.toString()) : {};
    calls.push({ method, path, body });

    const bearer = request.headers.authorization;
    if (bearer !== `Bearer ${TOKEN}` && bearer !== `Bearer ${account.assetsJwt}`) {
      return send(refusal(401, 10000, "Authentication error"));
    }
    const fault = faults.get(`${method} ${path}`);
    if (fault !== undefined) {
      faults.delete(`${method} ${path}`);
      return send(refusal(fault, fault === 403 ? 10000 : 10013, "refused by the test"));
    }
    const [, other] = /^\/workers\/(?:scripts|services|workers)\/(usher-[a-z0-9-]+)/.exec(path) ?? [];
    const own = other === undefined ? path : path.replace(other, "usher");
    for (const [routeMethod, pattern, answer] of other === undefined ? routes : routesOf(otherOf(other))) {
      const match = method === routeMethod ? own.match(pattern) : null;
      if (match === null) continue;
      const [, id = "", rest = ""] = match;
      return send(await answer({ id, rest, query: url.searchParams, body, request, raw }));
    }
    unknown.push(`${method} ${path}`);
    send(refusal(400, 7003, `no route for that URI: ${method} ${path}`));
  });
  const { url, stop } = await listen(server);
  return {
    /** Deployed state of other Workers of the account, by name. */
    others,
    url,
    apiBase: `${url}/client/v4`,
    account,
    calls,
    unknown,
    faults,
    stop,
  };
}

function emptyAccount() {
  return {
    subdomain: null as string | null,
    databases: new Map<string, { uuid: string; name: string; sqlite: DatabaseSync }>(),
    namespaces: new Map<string, string>(),
    buckets: new Set<string>(),
    queues: new Map<string, { queue_id: string; queue_name: string; consumers: Record<string, unknown>[] }>(),
    worker: null as UploadedWorker | null,
    /** Name → value; the API never returns the values. */
    secrets: new Map<string, string>(),
    deployments: [] as { id: string; strategy: unknown; versions: unknown }[],
    crons: [] as string[],
    domains: [] as { hostname: string; service: string }[],
    assets: new Set<string>(),
    assetsJwt: `e30.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString("base64url")}.`,
    isOnWorkersDev: false,
  };
}

type DoubledAccount = ReturnType<typeof emptyAccount>;

function refusal(status: number, code: number, message: string): Answer {
  return { status, errors: [{ code, message }] };
}

/** Rejects an undocumented body, as the API does. */
function wrongBody(body: Record<string, unknown>, required: string[], optional: string[] = []): Answer | null {
  const missing = required.filter((field) => typeof body[field] !== "string");
  const extra = Object.keys(body).filter((field) => !required.includes(field) && !optional.includes(field));
  if (missing.length === 0 && extra.length === 0) return null;
  return refusal(400, 10001, `missing: ${missing.join()}; not known: ${extra.join()}`);
}

function pageOf<T>(items: T[], query: URLSearchParams): Answer {
  const perPage = Number(query.get("per_page") ?? 20);
  const page = Number(query.get("page") ?? 1);
  const result = items.slice((page - 1) * perPage, page * perPage);
  return { result, info: { page, per_page: perPage, count: result.length, total_count: items.length } };
}

const NO_WORKER = refusal(404, 10007, "This Worker does not exist on your account.");

function routesOf(account: DoubledAccount): Route[] {
  return [...resourceRoutes(account), ...workerRoutes(account), ...uploadRoutes(account)];
}

function resourceRoutes(account: DoubledAccount): Route[] {
  const { databases, namespaces, buckets, queues } = account;
  const databaseOf = (id: string) => [...databases.values()].find(({ uuid, name }) => uuid === id || name === id);
  return [
    [
      "GET",
      /^\/d1\/database$/,
      ({ query }) =>
        pageOf(
          [...databases.values()].map(({ uuid, name }) => ({ uuid, name })),
          query,
        ),
    ],
    [
      "POST",
      /^\/d1\/database$/,
      ({ body }) => {
        const wrong = wrongBody(body, ["name"], ["primary_location_hint", "jurisdiction"]);
        if (wrong) return wrong;
        const name = String(body.name);
        if (databases.has(name)) return refusal(400, 7502, "A database with that name already exists");
        const database = { uuid: randomUUID(), name, sqlite: new DatabaseSync(":memory:") };
        databases.set(name, database);
        return { result: { uuid: database.uuid, name, version: "production", created_at: "2026-11-21T00:00:00Z" } };
      },
    ],
    [
      "GET",
      /^\/d1\/database\/([^/]+)$/,
      ({ id }) => {
        const found = databaseOf(id);
        return found
          ? { result: { uuid: found.uuid, name: found.name, version: "production" } }
          : refusal(404, 7404, "no such database");
      },
    ],
    [
      "POST",
      /^\/d1\/database\/([^/]+)\/query$/,
      ({ id, body }) => {
        const found = databaseOf(id);
        if (!found || typeof body.sql !== "string") return refusal(404, 7404, "no such database");
        try {
          return { result: [{ success: true, results: run(found.sqlite, body.sql), meta: { duration: 1 } }] };
        } catch (error) {
          return refusal(400, 7500, `${(error as Error).message}: SQLITE_ERROR`);
        }
      },
    ],
    [
      "GET",
      /^\/storage\/kv\/namespaces$/,
      ({ query }) =>
        pageOf(
          [...namespaces].map(([title, id]) => ({ id, title, supports_url_encoding: true })),
          query,
        ),
    ],
    [
      "POST",
      /^\/storage\/kv\/namespaces$/,
      ({ body }) => {
        const title = String(body.title);
        const wrong = wrongBody(body, ["title"]);
        if (wrong) return wrong;
        if (namespaces.has(title))
          return refusal(400, 10014, "a namespace with this account ID and title already exists");
        namespaces.set(title, randomUUID().replaceAll("-", ""));
        return { result: { id: namespaces.get(title), title, supports_url_encoding: true } };
      },
    ],
    [
      "GET",
      /^\/r2\/buckets\/([^/]+)$/,
      ({ id }) =>
        buckets.has(id) ? { result: { name: id } } : refusal(404, 10006, "The specified bucket does not exist."),
    ],
    [
      "POST",
      /^\/r2\/buckets$/,
      ({ body }) => {
        const wrong = wrongBody(body, ["name"], ["locationHint", "storageClass"]);
        if (wrong) return wrong;
        if (buckets.has(String(body.name)))
          return refusal(409, 10004, "The bucket you tried to create already exists.");
        buckets.add(String(body.name));
        return { result: { name: body.name } };
      },
    ],
    [
      "GET",
      /^\/queues$/,
      ({ query }) => {
        const names = query.getAll("name");
        const all = [...queues.values()].filter(({ queue_name: name }) => names.length === 0 || names.includes(name));
        return pageOf(all, query);
      },
    ],
    [
      "POST",
      /^\/queues$/,
      ({ body }) => {
        const wrong = wrongBody(body, ["queue_name"], ["settings"]);
        if (wrong) return wrong;
        const name = String(body.queue_name);
        if (queues.has(name)) return refusal(409, 11009, "Queue name is already taken.");
        queues.set(name, { queue_id: randomUUID().replaceAll("-", ""), queue_name: name, consumers: [] });
        return { result: queues.get(name) };
      },
    ],
    [
      "POST",
      /^\/queues\/([^/]+)\/consumers$/,
      ({ id, request, raw }) => {
        const queue = [...queues.values()].find(({ queue_id: known }) => known === id);
        if (queue === undefined) return refusal(404, 11000, `no such queue: ${request.url}`);
        const consumer = JSON.parse(raw.toString());
        const dead = consumer.dead_letter_queue;
        if (dead !== undefined && !queues.has(dead)) return refusal(400, 11000, "no such dead-letter queue");
        queue.consumers.push({
          ...consumer,
          script: consumer.script_name,
          consumer_id: randomUUID().replaceAll("-", ""),
        });
        return { result: queue.consumers.at(-1) };
      },
    ],
    ["PUT", /^\/queues\/([^/]+)\/consumers\/([^/]+)$/, ({ raw }) => ({ result: JSON.parse(raw.toString()) })],
  ];
}

/** Returns D1's result for a text of statements: the rows of the last one. */
function run(sqlite: DatabaseSync, sql: string): unknown[] {
  const only = sql.trim().replace(/;\s*$/, "");
  if (/^(select|pragma)/i.test(only) && !only.includes(";")) return sqlite.prepare(only).all();
  sqlite.exec(sql);
  return [];
}

function workerRoutes(account: DoubledAccount): Route[] {
  const { secrets } = account;
  return [
    [
      "GET",
      /^\/workers\/subdomain$/,
      () =>
        account.subdomain === null
          ? refusal(404, 10007, "You do not have a workers.dev subdomain.")
          : { result: { subdomain: account.subdomain } },
    ],
    [
      "PUT",
      /^\/workers\/subdomain$/,
      ({ body }) => {
        const wrong = wrongBody(body, ["subdomain"]);
        if (wrong) return wrong;
        if (account.subdomain !== null) return refusal(409, 10036, "the account has a subdomain");
        account.subdomain = String(body.subdomain);
        return { result: { subdomain: account.subdomain } };
      },
    ],
    [
      "GET",
      /^\/workers\/scripts\/usher\/secrets$/,
      () =>
        account.worker ? { result: [...secrets.keys()].map((name) => ({ name, type: "secret_text" })) } : NO_WORKER,
    ],
    [
      "DELETE",
      /^\/workers\/scripts\/usher\/secrets\/(\w+)$/,
      ({ id }) => (secrets.delete(id) ? {} : refusal(404, 10056, "no such secret")),
    ],
    [
      "GET",
      /^\/workers\/scripts\/usher\/settings$/,
      () =>
        account.worker ? { result: { bindings: account.worker.metadata.bindings.map(withoutSecretText) } } : NO_WORKER,
    ],
    [
      "GET",
      /^\/workers\/services\/usher$/,
      () => {
        if (account.worker === null) return NO_WORKER;
        const script = { tag: account.worker.tag, migration_tag: "v1", last_deployed_from: "wrangler", tags: [] };
        return { result: { id: "usher", default_environment: { environment: "production", script } } };
      },
    ],
    [
      "GET",
      /^\/workers\/scripts\/usher\/deployments$/,
      () => (account.worker ? { result: { deployments: account.deployments } } : NO_WORKER),
    ],
    [
      "POST",
      /^\/workers\/scripts\/usher\/deployments$/,
      ({ body }) => {
        account.deployments.unshift({ id: randomUUID(), strategy: body.strategy, versions: body.versions });
        return { result: account.deployments[0] };
      },
    ],
    [
      "GET",
      /^\/workers\/workers\/usher$/,
      () => {
        if (account.worker === null) return NO_WORKER;
        const subdomain = { enabled: account.isOnWorkersDev, previews_enabled: false };
        return { result: { id: account.worker.tag, name: "usher", subdomain } };
      },
    ],
    [
      "POST",
      /^\/workers\/scripts\/usher\/subdomain$/,
      ({ body }) => {
        account.isOnWorkersDev = body.enabled === true;
        return { result: { enabled: body.enabled, previews_enabled: body.previews_enabled } };
      },
    ],
    ["PATCH", /^\/workers\/scripts\/usher\/script-settings$/, ({ body }) => ({ result: body })],
    [
      "PUT",
      /^\/workers\/scripts\/usher\/schedules$/,
      ({ raw }) => {
        account.crons = JSON.parse(raw.toString()).map(({ cron }: { cron: string }) => cron);
        return { result: { schedules: account.crons.map((cron) => ({ cron })) } };
      },
    ],
    [
      "GET",
      /^\/workers\/domains$/,
      ({ query }) => ({ result: account.domains.filter(({ hostname }) => hostname === query.get("hostname")) }),
    ],
    [
      "PUT",
      /^\/workers\/domains$/,
      ({ body }) => {
        const wrong = wrongBody(body, ["hostname", "service"], ["zone_id", "zone_name"]);
        if (wrong) return wrong;
        account.domains = account.domains.filter(({ hostname }) => hostname !== body.hostname);
        account.domains.push({ hostname: String(body.hostname), service: String(body.service) });
        return { result: body };
      },
    ],
  ];
}

/** A secret's binding as the API shows it. */
function withoutSecretText({ text, ...binding }: Binding): Binding {
  return binding.type === "secret_text" ? binding : { ...binding, ...(text === undefined ? {} : { text }) };
}

function uploadRoutes(account: DoubledAccount): Route[] {
  const accept = async ({ request, raw }: PlatformRequest): Promise<UploadedWorker> => {
    const form = await new Response(raw, {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const metadata: UploadedWorker["metadata"] = JSON.parse(await textOf(form.get("metadata")));
    for (const { type, name, text = "" } of metadata.bindings) {
      if (type === "secret_text") account.secrets.set(name, text);
    }
    account.worker = { metadata, tag: createHash("sha256").update(raw).digest("hex").slice(0, 32) };
    return account.worker;
  };
  return [
    [
      "POST",
      /^\/workers\/scripts\/usher\/assets-upload-session$/,
      ({ body }) => {
        const hashes = Object.values(body.manifest as Record<string, { hash: string }>).map(({ hash }) => hash);
        const missing = [...new Set(hashes.filter((hash) => !account.assets.has(hash)))];
        return { result: { jwt: account.assetsJwt, buckets: missing.length > 0 ? [missing] : [] } };
      },
    ],
    [
      "POST",
      /^\/workers\/assets\/upload$/,
      async ({ request, raw }) => {
        const form = await new Response(raw, {
          headers: { "content-type": request.headers["content-type"] ?? "" },
        }).formData();
        for (const hash of form.keys()) account.assets.add(hash);
        return { status: 201, result: { jwt: account.assetsJwt } };
      },
    ],
    [
      "PUT",
      /^\/workers\/scripts\/usher$/,
      async (given) => {
        const { tag } = await accept(given);
        return {
          result: { id: "usher", etag: tag, deployment_id: randomUUID().replaceAll("-", ""), startup_time_ms: 20 },
        };
      },
    ],
    [
      "POST",
      /^\/workers\/scripts\/usher\/versions$/,
      async (given) => {
        const { tag } = await accept(given);
        return { result: { id: randomUUID(), startup_time_ms: 20, resources: { script: { etag: tag } } } };
      },
    ],
  ];
}

async function textOf(part: ReturnType<FormData["get"]>): Promise<string> {
  if (part === null) throw new Error("an upload without metadata");
  return typeof part === "string" ? part : part.text();
}
