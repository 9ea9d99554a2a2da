import { element } from "../element.ts";
import { type Camera, startCamera } from "./camera.ts";
import type { Door } from "./door.ts";
import { t } from "./texts.ts";

/**
 * Reads codes with the camera, and from a barcode scanner or a keyboard.
 * @param door pending while the phone opens its store; a code that is read meanwhile waits
 */
export function openScanPanel(door: Promise<Door>): void {
  const askHeadcount = element("ask-headcount", HTMLInputElement);
  const start = element("start-camera", HTMLButtonElement);
  start.addEventListener("click", async () => {
    start.hidden = true;
    const error = element("camera-error", HTMLElement);
    try {
      const video = element("camera", HTMLVideoElement);
      const camera = await startCamera(video, async (text) => (await door).onCameraCode(text, askHeadcount.checked));
      element("viewfinder", HTMLElement).classList.add("live");
      error.hidden = true;
      offerTorch(camera);
    } catch {
      error.textContent = t("camera-error");
      error.hidden = false;
      start.hidden = false;
    }
  });
  const code = element("code", HTMLInputElement);
  element("code-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const text = code.value.trim();
    code.value = "";
    code.focus();
    if (text !== "") void door.then((opened) => opened.scan(text, askHeadcount.checked));
  });
}

function offerTorch({ setTorch }: Camera): void {
  const button = element("torch", HTMLButtonElement);
  if (setTorch === null) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    await setTorch(isOn).catch(() => undefined);
    button.setAttribute("aria-pressed", String(isOn));
  });
}
