/**
 * The script of the page "Too many tries" of an open form: it solves the page's challenge (src/http/proof-of-work.ts) and shows the
 * link back to the form, which then sends the proof. Without the script the page says how long to wait.
 */
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { element } from "./element.ts";

const note = element("proof", HTMLElement);
const link = note.querySelector("a");
note.hidden = false;
const challenge = JSON.parse(note.dataset.challenge ?? "") as Challenge;
const solution = await solveChallenge({ challenge, deriveKey });
if (link !== null && solution !== null) {
  const proof = new TextEncoder().encode(JSON.stringify({ challenge, solution }));
  const text = btoa(String.fromCharCode(...proof))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  link.search = new URLSearchParams({ proof: text }).toString();
  // The wait is over.
  note.previousElementSibling?.remove();
  note.querySelector("[role=status]")?.remove();
  link.parentElement?.removeAttribute("hidden");
} else note.hidden = true;
