declare global {
  /**
   * True while the build makes the OpenAPI document. The Worker has no responses, examples and longest descriptions in its
   * routes, which makes it smaller and faster to start.
   */
  const DESCRIBES_API: boolean;
}

/**
 * Returns a value that only the OpenAPI document needs. In the Worker `DESCRIBES_API` is false, so a minifier removes the
 * empty function, its calls and their arguments from the bundle.
 */
export function forDocs<T>(value: T): T;
export function forDocs(value: unknown): unknown {
  // Code that no bundler has processed, such as a unit test, keeps the value.
  if (typeof DESCRIBES_API === "undefined" || DESCRIBES_API) return value;
}
