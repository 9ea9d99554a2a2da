import { describe, expect, it } from "vitest";
import { typedParts } from "../../src/kernel/typed-links.ts";

const labelsIn = (text: string) => typedParts(text).flatMap((part) => (typeof part === "string" ? [] : [part.label]));

describe("typedParts", () => {
  const LONG = `${"a".repeat(60)}.evil.example`;

  it.each([
    [
      "https://www.paypal.com.signin.secure-session-8371.evil.example/x",
      "www.paypal.com.signin.secure-session-8371.evil.example/x",
    ],
    [`https://${LONG}/login/now?a=b`, `${LONG}/login/…`],
    [`https://${LONG}:8443/`, `${LONG}:8443`],
    ["https://evil.example?next=https://www.paypal.com", "evil.example?next=https://www.paypa…"],
    ["https://evil.example#@paypal.com", "evil.example#@paypal.com"],
    ["http://EXAMPLE.com:80/", "example.com"],
    ["https://münchen.example/führung", "xn--mnchen-3ya.example/führung"],
    ["https://p\u0430ypal.com", "xn--pypal-4ve.com"],
    ["https://evil．example/a", "evil.example/a"],
    ["https://paypal.com%2eevil.example", "paypal.com.evil.example"],
    ["https://paypal.com\u200b.evil.example", "paypal.com.evil.example"],
    ["https://medium.com/@ada/post", "medium.com/@ada/post"],
    ["https://[::1]:8080/x", "[::1]:8080/x"],
  ])("labels %s with its host", (typed, label) => {
    expect(labelsIn(`See ${typed} today`)).toEqual([label]);
  });

  it.each([
    "https://www.paypal.com-account-verification-center@evil.example/login",
    "https://user:password@evil.example",
    "https://paypal.com:443@evil.example",
    "https://evil.example\\@paypal.com/x",
    "https://evil.example\\.paypal.com",
    "https:///evil.example",
    "https://user%40evil.example",
    "https://1.2.3.4.5/x",
  ])("leaves %s as text", (typed) => {
    expect(typedParts(`See ${typed} today`).join("")).toBe(`See ${typed} today`);
  });

  it("splits a line with several addresses, without the punctuation after them", () => {
    expect(typedParts("(https://a.example), https://b.example.")).toEqual([
      "(",
      { href: "https://a.example", label: "a.example" },
      "), ",
      { href: "https://b.example", label: "b.example" },
      ".",
    ]);
  });
});
