/**
 * Fetches, and retries if the connection was reset. A service closes connections after some idle seconds, and on a busy machine
 * `fetch` uses one of them before it notices. The service has not read such a request.
 */
export async function fetchAgain(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    if (!isReset(error)) throw error;
    return fetch(...request);
  }
}

function isReset(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && (cause.code === "ECONNRESET" || cause.code === "UND_ERR_SOCKET");
}
