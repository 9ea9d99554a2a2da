import { createServer } from "node:http";
import { type LocalServer, listen } from "./local-server.ts";

interface Call {
  method: string;
  path: string;
  form: Record<string, string>;
  /** The headers by which the provider tells clients apart, and whether a repeated call counts once. */
  client: { headers: Record<string, unknown>; isKeyed: boolean };
}

const CLIENT_HEADERS = ["accept", "content-type", "stripe-version", "user-agent", "x-stripe-client-user-agent"];

/** A subscription that a test reports to the double. */
interface Subscription {
  id: string;
  customer: string;
  price: string;
  status: string;
}

const MISSING = { error: { type: "invalid_request_error", code: "resource_missing", message: "No such subscription" } };

function presentSubscription({ id, customer, price, status }: Subscription) {
  const item = { id: `si_${id}`, object: "subscription_item", price: { id: price }, quantity: 1 };
  return { id, object: "subscription", customer, status, items: { object: "list", data: [item] } };
}

/** Returns the provider's error for a portal session that confirms an update. */
function problemOfUpdate(
  form: Record<string, string>,
  subscriptions: ReadonlyMap<string, Subscription>,
): string | null {
  const field = (name: string) => form[`flow_data[subscription_update_confirm]${name}`];
  const found = subscriptions.get(field("[subscription]") ?? "");
  if (found === undefined || found.status === "canceled") return "No such subscription";
  if (found.customer !== form.customer) return "The subscription belongs to another customer";
  if (field("[items][0][id]") !== `si_${found.id}`) return "The item does not belong to the subscription";
  return field("[items][0][price]") === found.price ? "There are no changes to confirm" : null;
}

/** Required fields of each call, by method and path, from the provider's API reference. */
const REQUIRED: Record<string, string[]> = {
  "POST /v1/checkout/sessions": ["mode", "line_items[0][price]", "line_items[0][quantity]", "success_url"],
  "POST /v1/billing_portal/sessions": ["customer", "return_url"],
};

/**
 * Test double of the payment provider; rejects requests that the provider's published API would reject.
 * `GET /calls?about=` lists the calls that name that user, customer or subscription; `/subscriptions?id=&customer=&price=
 * &status=` stores a subscription.
 */
export async function startPaymentsDouble(): Promise<LocalServer> {
  const calls: Call[] = [];
  const subscriptions = new Map<string, Subscription>();
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
    if (url.pathname === "/subscriptions") {
      const field = (name: string) => url.searchParams.get(name) ?? "";
      const id = field("id");
      subscriptions.set(id, { id, customer: field("customer"), price: field("price"), status: field("status") });
      answer(200, {});
      return;
    }
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const form = Object.fromEntries([...url.searchParams, ...new URLSearchParams(text)]);
    const { headers } = request;
    const client = {
      headers: Object.fromEntries(CLIENT_HEADERS.map((name) => [name, headers[name]])),
      isKeyed: headers["idempotency-key"] !== undefined,
    };
    const call = { method: request.method ?? "", path: url.pathname, form, client };
    calls.push(call);
    if (request.headers.authorization !== "Bearer sk_test_usher") {
      answer(401, { error: { type: "invalid_request_error", message: "no such key" } });
      return;
    }
    const missing = (REQUIRED[`${call.method} ${call.path}`] ?? []).filter((field) => !form[field]);
    if (missing.length > 0) answer(400, { error: { type: "invalid_request_error", param: missing[0] } });
    else if (call.path.startsWith("/v1/subscriptions/")) {
      const found = subscriptions.get(call.path.split("/")[3] ?? "");
      if (call.method === "DELETE" && found?.status !== "canceled" && found !== undefined) found.status = "canceled";
      else if (call.method === "DELETE" || found === undefined) return answer(404, MISSING);
      answer(200, presentSubscription(found));
    } else if (form["flow_data[type]"] === "subscription_update_confirm") {
      const problem = problemOfUpdate(form, subscriptions);
      if (problem !== null) answer(400, { error: { type: "invalid_request_error", message: problem } });
      else answer(200, { id: "bps_test_1", url: `https://payments.test${call.path}/flow` });
    } else answer(200, { id: "cs_test_1", url: `https://payments.test${call.path}` });
  });
  return listen(server);
}
