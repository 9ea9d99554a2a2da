/** The path of a form with the token of its link in the query, as in the link itself. */
export function linkPath(path: string, parameters: Record<string, string>): string {
  return `${path}?${new URLSearchParams(parameters)}`;
}
