/**
 * The script of an open form's page "Too many tries". It solves the page's challenge (src/http/proof-of-work.ts), or
 * shows the widget of Turnstile. It then shows the link back to the form, which sends the proof. Without the script the
 * page shows the time to wait.
 */
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { element } from "./element.ts";

declare global {
  interface Window {
    /** https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
    turnstile: {
      render(
        container: HTMLElement,
        options: { sitekey: string; callback(token: string): void; "error-callback"(): void },
      ): void;
    };
  }
}

const note = element("proof", HTMLElement);
const link = note.querySelector("a");
note.hidden = false;
const { turnstile: siteKey, challenge } = note.dataset;
const proof = await (siteKey === undefined ? solve(JSON.parse(challenge ?? "") as Challenge) : tokenOf(siteKey));
if (link !== null && proof !== null) {
  link.search = new URLSearchParams({ proof }).toString();
  // The wait is over.
  note.previousElementSibling?.remove();
  note.querySelector("[role=status]")?.remove();
  link.parentElement?.removeAttribute("hidden");
} else note.hidden = true;

async function solve(given: Challenge): Promise<string | null> {
  const solution = await solveChallenge({ challenge: given, deriveKey });
  if (solution === null) return null;
  const bytes = new TextEncoder().encode(JSON.stringify({ challenge: given, solution }));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Returns a token of the widget; null if it cannot be loaded or detects a bot. */
function tokenOf(sitekey: string): Promise<string | null> {
  return new Promise((resolve) => {
    const box = note.appendChild(document.createElement("div"));
    const script = document.createElement("script");
    script.src = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";
    script.onerror = () => resolve(null);
    script.onload = () =>
      window.turnstile.render(box, {
        sitekey,
        callback: resolve,
        "error-callback": () => resolve(null),
      });
    document.head.append(script);
  });
}
