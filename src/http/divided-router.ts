import type { Result, Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Hono's routers over parts of the routes: one for each pair of names at the first and third place of a path, such as
 * `/events/…/check-in`, with the routes that may match there. Its fast router, a regular expression, takes no routes where a name
 * stands beside a parameter (`/events/attention`, `/events/:eventId`); over all routes at once Hono therefore falls back to its slow one,
 * a twentieth of a guest's request. A part where the two meet falls back alone.
 */
export class DividedRouter<T> implements Router<T> {
  readonly name = "DividedRouter";
  readonly #added: [method: string, path: string, handler: T][] = [];
  /** The pairs of names that routes have, `""` for a place without one. */
  readonly #parts = new Set(["/"]);
  /** By pair; each is built with its first request. */
  readonly #routers = new Map<string, Router<T>>();

  add(method: string, path: string, handler: T): void {
    this.#added.push([method, path, handler]);
    const [first, third] = placesOf(path);
    if (!isName(first)) return;
    this.#parts.add(`${first}/`);
    if (isName(third)) this.#parts.add(`${first}/${third}`);
  }

  match(method: string, path: string): Result<T> {
    const [first, third] = placesOf(path);
    // A pair that no route has is no part of its own, so that requests can't add any.
    const part = [`${first}/${third}`, `${first}/`].find((pair) => this.#parts.has(pair)) ?? "/";
    const router = this.#routers.get(part) ?? this.#routerOf(part);
    return router.match(method, path);
  }

  #routerOf(part: string): Router<T> {
    const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    const [first, third] = part.split("/");
    for (const added of this.#added) {
      const [ownFirst, ownThird] = placesOf(added[1]);
      const mayMatch = ownFirst === first && (ownThird === third || ownThird.startsWith(":"));
      if (mayMatch || !isName(ownFirst) || added[1].includes("*")) router.add(...added);
    }
    this.#routers.set(part, router);
    return router;
  }
}

/** The first and the third segment of a path; empty where it has none. */
function placesOf(path: string): [first: string, third: string] {
  const [, first = "", , third = ""] = path.split("/", 4);
  return [first, third];
}

/** Not absent, a parameter or a wildcard. */
function isName(segment: string): boolean {
  return segment !== "" && !/[:*]/.test(segment);
}
