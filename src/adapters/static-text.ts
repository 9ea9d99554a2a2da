/**
 * A file that the Worker is deployed with (`scripts/build-assets.ts` puts it beside the other static files), parsed when it is
 * first asked for. In the Worker's bundle it would take a part of every start.
 * @returns reads the file; throws when it cannot be read, and tries again the next time
 */
export function staticFile<T>(assets: Fetcher, path: string, parse: (file: Response) => Promise<T>): () => Promise<T> {
  let parsed: { value: T } | undefined;
  return async () => {
    // The value is kept, and not the promise of it: that belongs to the request that made it.
    parsed ??= { value: await parse(await read(assets, path)) };
    return parsed.value;
  };
}

/** The same for a text. */
export function staticText<T>(assets: Fetcher, path: string, parse: (text: string) => T): () => Promise<T> {
  return staticFile(assets, path, async (file) => parse(await file.text()));
}

async function read(assets: Fetcher, path: string): Promise<Response> {
  const response = await assets.fetch(new URL(path, "https://assets.invalid"));
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
  return response;
}
