import createFetchClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
  type ParseAs,
} from "openapi-fetch";
import { refusalOf } from "./errors.ts";
import { sendWithRetries } from "./retry.ts";
import { type Credentials, IDEMPOTENT_POSTS, type Problem, type paths } from "./schema.ts";
import { createSession, type Identity, type PostJson } from "./session.ts";

/** How long a request may take with all its repetitions. Milliseconds. */
const DEADLINE_MS = 30_000;
/** Within this time a lost answer of a refresh can be had again. Milliseconds. */
const REFRESH_WITHIN_MS = 10_000;
const IDEMPOTENCY_KEY = "Idempotency-Key";
/** With the value `cookie`, the service gives the session to a cookie, and takes it from there. */
const SESSION_HEADER = "Usher-Session";

export type ClientOptions = Identity & {
  /** Where the service is, such as `https://usher.example`. */
  baseUrl: string;
  /** Sends a request; `globalThis.fetch` unless you have another. */
  fetch?: (request: Request) => Promise<Response>;
  /** How long a request may take with all its repetitions, in milliseconds; 30 seconds if left out. */
  deadlineMs?: number;
};

type Api = Client<paths>;
type Method = "get" | "put" | "post" | "patch" | "delete";
type PathOf<M extends Method> = ClientPathsWithMethod<Api, M>;
type OperationOf<M extends Method, Path extends PathOf<M>> =
  paths[Path] extends Record<M, infer Operation> ? Operation & Record<string | number, unknown> : never;
type InitOf<M extends Method, Path extends PathOf<M>> = Exclude<
  MaybeOptionalInit<paths[Path], M & keyof paths[Path]>,
  undefined
>;
/** Optional unless the operation needs a parameter or a body. */
type Arguments<Init> = Record<string, never> extends Init ? [init?: Init] : [init: Init];

/** A successful response, and its body. */
export interface Success<Data> {
  data: Data;
  response: Response;
}

type DataOf<M extends Method, Path extends PathOf<M>, As extends ParseAs = "json"> = Exclude<
  Extract<FetchResponse<OperationOf<M, Path>, { parseAs: As }, `${string}/${string}`>, { error?: never }>["data"],
  undefined
>;

/**
 * Calls an operation. Its options are not a type parameter, because a field that does not exist would then compile.
 * @throws UsherError for a refusal
 */
type Call<M extends Method> = <Path extends PathOf<M>, As extends ParseAs = "json">(
  path: Path,
  ...init: Arguments<InitOf<M, Path> & { parseAs?: As }>
) => Promise<Success<DataOf<M, Path, As>>>;

/** The items of a list, if an operation returns one with a cursor. */
type ItemOf<Path extends PathOf<"get">> =
  DataOf<"get", Path> extends {
    items: (infer Item)[];
    next_cursor: string | null;
  }
    ? Item
    : never;

/** The paths of lists that come in pages. */
export type PaginatedPath = {
  [Path in PathOf<"get">]: [ItemOf<Path>] extends [never] ? never : Path;
}[PathOf<"get">];

export interface UsherClient {
  GET: Call<"get">;
  PUT: Call<"put">;
  POST: Call<"post">;
  PATCH: Call<"patch">;
  DELETE: Call<"delete">;
  /** Every item of a list: its pages are fetched one after another, when they are needed. */
  paginate<Path extends PaginatedPath>(
    path: Path,
    ...init: Arguments<InitOf<"get", Path>>
  ): AsyncGenerator<ItemOf<Path>, void, undefined>;
  /**
   * Goes on with the session of a sign-in that you did yourself: `POST /auth/login/factor`, a passkey.
   * @throws TypeError with `session: "cookie"`: the browser has it already
   */
  useSession(session: Credentials): Promise<void>;
  /** Ends the session at the service and here. */
  signOut(): Promise<void>;
}

/** A client of the service at `baseUrl`. Concurrent callers can share it. */
export function createClient({
  baseUrl,
  fetch: given,
  deadlineMs = DEADLINE_MS,
  ...identity
}: ClientOptions): UsherClient {
  const fetch = given ?? ((request: Request) => globalThis.fetch(request));
  const origin = baseUrl.replace(/\/+$/, "");
  const isByCookie = identity.session === "cookie";

  const postJson: PostJson = (path, body, idempotencyKey) => {
    const headers = new Headers({ "Content-Type": "application/json" });
    if (idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY, idempotencyKey);
    if (isByCookie) headers.set(SESSION_HEADER, "cookie");
    const request = new Request(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    const isRepeatable = idempotencyKey !== undefined;
    const withinMs = isRepeatable ? Math.min(deadlineMs, REFRESH_WITHIN_MS) : deadlineMs;
    return sendWithRetries(request, { fetch, isRepeatable, signal: request.signal, deadline: Date.now() + withinMs });
  };
  const session = createSession(identity, postJson);

  /** Sends a request as the session, with retries, and once more with a new token when the first was refused. */
  async function send(request: Request): Promise<Response> {
    const deadline = Date.now() + deadlineMs;
    const sending = { fetch, isRepeatable: isRepeatable(request), signal: request.signal, deadline };
    // Requests take cookies along to their own origin, unless told otherwise.
    if (isByCookie) return sendWithRetries(withHeader(request, SESSION_HEADER, "cookie"), sending);
    const token = request.headers.has("Authorization") ? null : await session.accessToken();
    if (token === null) return sendWithRetries(request, sending);
    const response = await sendWithRetries(withHeader(request.clone(), "Authorization", `Bearer ${token}`), sending);
    if (!(await isRefusedToken(response))) return response;
    const renewed = await session.renew(token);
    if (renewed === null) return response;
    await response.body?.cancel();
    return sendWithRetries(withHeader(request, "Authorization", `Bearer ${renewed}`), sending);
  }

  const api = createFetchClient<paths>({ baseUrl: origin, fetch: send });
  // The generic methods differ by their paths alone; one function serves them, and this interface has their types.
  const request = api.request as (
    method: Method,
    path: string,
    init: object,
  ) => Promise<FetchResponse<object, object, `${string}/${string}`>>;

  async function call(method: Method, path: string, init: object = {}): Promise<Success<unknown>> {
    const { data, error, response } = await request(method, path, withKey(method, path, init));
    if (!response.ok) throw refusalOf(error, response);
    return { data, response };
  }
  const callOf = <M extends Method>(method: M) =>
    ((path: string, init?: object) => call(method, path, init)) as Call<M>;

  async function* paginate(path: string, init: PageInit = {}): AsyncGenerator<unknown, void, undefined> {
    for (let cursor: string | null | undefined = init.params?.query?.cursor; cursor !== null; ) {
      const query = { ...init.params?.query, ...(cursor === undefined ? {} : { cursor }) };
      const { data } = await call("get", path, { ...init, params: { ...init.params, query } });
      const page = data as { items: unknown[]; next_cursor: string | null };
      yield* page.items;
      cursor = page.next_cursor;
    }
  }

  return {
    GET: callOf("get"),
    PUT: callOf("put"),
    POST: callOf("post"),
    PATCH: callOf("patch"),
    DELETE: callOf("delete"),
    paginate: paginate as UsherClient["paginate"],
    async useSession(credentials) {
      if (isByCookie) throw new TypeError("the session of this client is a cookie");
      await session.use(credentials);
    },
    async signOut() {
      if (isByCookie) {
        const response = await postJson("/auth/logout", {}, crypto.randomUUID());
        if (!response.ok) throw refusalOf(await response.json().catch(() => null), response);
        return;
      }
      const token = await session.refreshToken();
      if (token !== null) await postJson("/auth/logout", { refresh_token: token }, crypto.randomUUID());
      await session.use(null);
    },
  };
}

interface PageInit {
  params?: { query?: { cursor?: string } };
}

/** A POST that creates gets a key, which all its repetitions have. */
function withKey(method: Method, path: string, init: { headers?: ConstructorParameters<typeof Headers>[0] }): object {
  if (method !== "post" || !IDEMPOTENT_POSTS.has(path)) return init;
  const headers = new Headers(init.headers);
  if (!headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, crypto.randomUUID());
  return { ...init, headers };
}

/** A DELETE is not: its repetition would answer 404. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === "GET" || method === "PUT" || method === "PATCH" || headers.has(IDEMPOTENCY_KEY);
}

/** Whether the token was refused. Other responses with 401 are about a code, a link or a ticket in the request. */
async function isRefusedToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Partial<Problem> | null;
  return body?.error === "unauthenticated";
}

function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers);
  headers.set(name, value);
  return new Request(request, { headers });
}
