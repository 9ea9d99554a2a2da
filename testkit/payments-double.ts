import { createServer } from "node:http";
import { type LocalServer, listen } from "./local-server.ts";

interface Call {
  method: string;
  path: string;
  form: Record<string, string>;
}

/** Required fields of each call, by method and path, from the provider's API reference. */
const REQUIRED: Record<string, string[]> = {
  "POST /v1/checkout/sessions": ["mode", "line_items[0][price]", "line_items[0][quantity]", "success_url"],
  "POST /v1/billing_portal/sessions": ["customer", "return_url"],
};

/**
 * Test double of the payment provider; rejects requests that the provider's published API would reject.
 * `GET /calls?user=` lists the calls that name that user, customer or subscription.
 */
export async function startPaymentsDouble(): Promise<LocalServer> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://double.invalid");
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname === "/calls") {
      const about = url.searchParams.get("about") ?? "";
      answer(
        200,
        calls.filter((call) => JSON.stringify(call).includes(about)),
      );
      return;
    }
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const form = Object.fromEntries(new URLSearchParams(text));
    const call = { method: request.method ?? "", path: url.pathname, form };
    calls.push(call);
    if (request.headers.authorization !== "Bearer sk_test_usher") {
      answer(401, { error: { type: "invalid_request_error", message: "no such key" } });
      return;
    }
    const missing = (REQUIRED[`${call.method} ${call.path}`] ?? []).filter((field) => !form[field]);
    if (missing.length > 0) answer(400, { error: { type: "invalid_request_error", param: missing[0] } });
    else if (call.path.startsWith("/v1/subscriptions/"))
      answer(200, { id: call.path.split("/")[3], status: "canceled" });
    else answer(200, { id: "cs_test_1", url: `https://payments.test${call.path}` });
  });
  return listen(server);
}
