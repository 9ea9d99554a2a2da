import { deletePass, findPass, passPaths, SCRIPT, storePass } from "./pass-cache.ts";

/** Elements that are useless without a network. The stored copy omits them. */
const ONLINE_ONLY = "form,details,script,meta[property],.cover,.logo,[role=alert]";

/**
 * Stores the pass that the page shows for use without a network, and replaces an earlier copy. Deletes the copy if the
 * page has no pass.
 * @param path path of the invitation
 */
export async function keepPass(path: string): Promise<void> {
  // Only over a secure connection.
  if (!("serviceWorker" in navigator && "caches" in window) || document.documentElement.dataset.kept !== undefined)
    return;
  const pass = document.querySelector<HTMLElement>(".pass");
  const { until, offline } = pass?.dataset ?? {};
  if (until === undefined || offline === undefined) {
    await forget(path);
  } else {
    const { html, policy } = copyOf(document, offline);
    await storePass(path, html, policy, until);
    await navigator.serviceWorker.register("/pass-offline.js", { scope: path, type: "module" });
  }
  for (const other of await passPaths()) {
    if ((await findPass(other)) === undefined) await forget(other);
  }
}

async function forget(path: string): Promise<void> {
  await deletePass(path);
  const registration = await navigator.serviceWorker.getRegistration(path);
  if (registration !== undefined && new URL(registration.scope).pathname === path) await registration.unregister();
}

/** Returns the page as it opens without a network: first the RSVP and the pass, then the event. */
function copyOf(page: Document, note: string): { html: string; policy: string } {
  const nonce = crypto.randomUUID();
  const root = page.documentElement.cloneNode(true) as HTMLElement;
  root.dataset.kept = "";
  for (const part of root.querySelectorAll(ONLINE_ONLY)) part.remove();
  // Their addresses have the link.
  root.querySelector(".calendar")?.closest("div")?.remove();
  // Browsers hide the page's own nonce.
  for (const style of root.querySelectorAll("style")) style.setAttribute("nonce", nonce);
  const script = page.createElement("script");
  script.type = "module";
  script.src = SCRIPT;
  script.setAttribute("nonce", nonce);
  root.querySelector("head")?.append(script);
  const notice = page.createElement("p");
  notice.className = "notice";
  notice.textContent = note;
  const answer = root.querySelector(".answer");
  answer?.prepend(notice);
  if (answer) root.querySelector("main")?.prepend(answer);
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`;
  return { html: `<!doctype html>${root.outerHTML}`, policy };
}
