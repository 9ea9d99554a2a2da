/** Longest wait for a mail. */
const MAIL_WITHIN_MS = 15_000;
/** Longer than any route takes on a busy machine. */
const ANSWERS_WITHIN_MS = 20_000;

/** Calls a route as one user. */
export type Api = <Answer>(method: "GET" | "POST" | "PUT", path: string, body?: object | string) => Promise<Answer>;

/**
 * Calls a route of the Worker. A body that is text is a CSV file.
 * @throws Error with the Worker's error response
 */
export async function callApi<Answer>(
  baseUrl: string,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object | string,
  accessToken?: string,
): Promise<Answer> {
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers: {
      ...(body ? { "content-type": typeof body === "string" ? "text/csv" : "application/json" } : {}),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    body: typeof body === "object" ? JSON.stringify(body) : (body ?? null),
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** The `token` of the link in a mail to an address. @throws Error when no such mail arrives */
export async function tokenFromMail(mailsUrl: string, address: string, path: string): Promise<string> {
  const list = `/api/mails?to=${encodeURIComponent(address)}&wait_ms=${MAIL_WITHIN_MS}`;
  const [mail] = (await callApi<{ items: { id: string }[] }>(mailsUrl, "GET", list)).items;
  const text = mail ? (await callApi<{ text: string }>(mailsUrl, "GET", `/api/mails/${mail.id}`)).text : "";
  const link = (text.match(/https?:\/\/\S+/g) ?? []).map((url) => new URL(url)).find((url) => url.pathname === path);
  const token = link?.searchParams.get("token");
  if (!token) throw new Error(`no mail with a link to ${path} arrived`);
  return token;
}
