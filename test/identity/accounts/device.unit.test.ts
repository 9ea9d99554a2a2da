import { describe, expect, it } from "vitest";
import { deviceOf, placeOf } from "../../../src/identity/accounts/device.ts";

describe("deviceOf", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Windows"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
      "Chrome on Linux",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
      "Safari on Mac",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
      "Samsung Internet on Android",
    ],
    ["curl/8.5.0", "curl"],
    ["python-requests/2.32.3", "python-requests"],
    ["", null],
    ["<script>alert(1)</script>", null],
    ["Your account is at risk: call +1 900 123 4567 at once, and have your password ready", null],
  ])("names the browser and the system of %s", (userAgent, name) => {
    expect(deviceOf(userAgent)).toBe(name);
  });
});

describe("placeOf", () => {
  it("returns city and country, else the network, else null", () => {
    expect(placeOf({ edge: { edge_city: "Lisbon", edge_country: "PT" }, ipAddress: "203.0.113.9" })).toBe("Lisbon, PT");
    expect(placeOf({ edge: { edge_country: "PT" }, ipAddress: "203.0.113.9" })).toBe("PT");
    expect(placeOf({ edge: {}, ipAddress: "2001:db8:1:2:3::4" })).toBe("2001:db8:1:2::/64");
    expect(placeOf({ edge: {}, ipAddress: "" })).toBeNull();
  });
});
