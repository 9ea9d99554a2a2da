/**
 * A file that is deployed with the Worker, parsed on first use. `scripts/build-assets.ts` writes it next to the other
 * static files. In the Worker's bundle it would slow down every start.
 * @returns reads the file; throws when it cannot be read, and tries again on the next call
 */
export function staticFile<T>(assets: Fetcher, path: string, parse: (file: Response) => Promise<T>): () => Promise<T> {
  let parsed: { value: T } | undefined;
  return async () => {
    // Cache the value, not the promise: a promise belongs to the request that created it.
    parsed ??= { value: await parse(await read(assets, path)) };
    return parsed.value;
  };
}

/** Reads a text file in the way of `staticFile`. */
export function staticText<T>(assets: Fetcher, path: string, parse: (text: string) => T): () => Promise<T> {
  return staticFile(assets, path, async (file) => parse(await file.text()));
}

async function read(assets: Fetcher, path: string): Promise<Response> {
  const response = await assets.fetch(new URL(path, "https://assets.invalid"));
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
  return response;
}
