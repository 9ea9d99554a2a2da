/** Returns eight browser properties for the risk score of an RSVP. Draws no canvas fingerprint and stores nothing. */
export function deviceFingerprint(): Record<string, string> {
  return {
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    languages: navigator.languages.join(","),
    platform: navigator.platform,
    screen: `${screen.width}x${screen.height}@${devicePixelRatio}`,
    color_scheme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    touch: String(navigator.maxTouchPoints),
    hardware_concurrency: String(navigator.hardwareConcurrency),
  };
}
