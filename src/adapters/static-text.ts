/**
 * A text file that the Worker is deployed with (`scripts/build-assets.ts` puts it beside the other static files), parsed
 * when it is first asked for. In the Worker's bundle it would take a part of every start.
 * @returns reads the file; throws when it cannot be read, and tries again the next time
 */
export function staticText<T>(assets: Fetcher, path: string, parse: (text: string) => T): () => Promise<T> {
  let parsed: { value: T } | undefined;
  return async () => {
    // The value is kept, and not the promise of it: that belongs to the request that made it.
    parsed ??= { value: parse(await read(assets, path)) };
    return parsed.value;
  };
}

async function read(assets: Fetcher, path: string): Promise<string> {
  const response = await assets.fetch(new URL(path, "https://assets.invalid"));
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`);
  return response.text();
}
