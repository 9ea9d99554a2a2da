/** A response of the catcher. */
export interface Answer {
  status?: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, type: "application/json", body: JSON.stringify(value), headers };
}
