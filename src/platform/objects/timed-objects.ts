import { withDeadline } from "../../kernel/deadline.ts";

/** The own methods of a Durable Object, as its callers see them. */
export type ObjectCalls<T> = {
  [M in Exclude<keyof T, keyof CloudflareWorkersModule.DurableObject>]: T[M] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/** The Durable Objects of a class, by their names. */
export interface NamedObjects<T> {
  of(name: string): ObjectCalls<T>;
}

/**
 * Clients of the objects of a class. A call that is not answered within `ms` milliseconds throws, and may have been executed.
 */
export function timedObjects<T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
  ms: number,
): NamedObjects<T> {
  // A stub that has thrown is broken, so that each call gets its own.
  const call = (name: string, method: string | symbol, args: unknown[]) =>
    withDeadline(ms, async (): Promise<unknown> => {
      const stub = objects.get(objects.idFromName(name));
      const called: unknown = Reflect.get(stub, method);
      if (typeof called !== "function") throw new TypeError(`A Durable Object has no method ${String(method)}.`);
      return Reflect.apply(called, stub, args);
    });
  return {
    of: (name) =>
      // The target has no methods, because the trap returns every one of them.
      new Proxy({} as ObjectCalls<T>, {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call(name, method, args),
      }),
  };
}
