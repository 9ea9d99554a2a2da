/** Keeps the screen on while the page is shown. Browsers end the lock when it is hidden, so each return asks for a new one. */
export function keepAwake(): void {
  document.addEventListener("visibilitychange", () => void request());
  void request();
}

async function request(): Promise<void> {
  if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  // Refused on a low battery: the phone's owner decides.
  await navigator.wakeLock.request("screen").catch(() => undefined);
}
