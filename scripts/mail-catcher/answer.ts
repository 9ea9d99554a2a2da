import type { IncomingMessage, ServerResponse } from "node:http";

/** An HTTP response, or `"drop"` to close the connection without one. */
export interface Answer {
  status?: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

export function page(body: string): Answer {
  return { type: "text/html; charset=utf-8", body };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, type: "application/json", body: JSON.stringify(value), headers };
}

export function send(response: ServerResponse, answer: Answer | "drop"): void {
  if (answer === "drop") {
    response.destroy();
    return;
  }
  response.writeHead(answer.status ?? 200, {
    "content-type": answer.type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...answer.headers,
  });
  response.end(answer.body);
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
