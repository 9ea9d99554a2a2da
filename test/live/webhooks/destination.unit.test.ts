import { describe, expect, it } from "vitest";
import { destinationProblem } from "../../../src/live/webhooks/destination.ts";

const RULES = { publicUrl: "https://usher.example.org", allowsLoopback: false };

describe("destinationProblem", () => {
  it.each([
    "https://hooks.example.com/usher?key=1",
    "https://hooks.example.com:8443/",
    "https://bücher.example/",
    "https://10.example.com/",
    "https://usher.example.org.example.com/",
  ])("accepts %s", (url) => {
    expect(destinationProblem(url, RULES)).toBeNull();
  });

  it.each([
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "//hooks.example.com/",
    "hooks.example.com",
    "",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://",
    `https://hooks.example.com/${"a".repeat(2_048)}`,
    // Loopback, private, link-local, shared, unspecified and public addresses, in every notation of the URL parser.
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",

    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://１２７.０.０.１/",
    "https://127.0.0.1./",
    "https://0/",

    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://172.16.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://8.8.8.8/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",

    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://a.localhost/",
    "https://ｌocalhost/",

    "https://intranet/",
    "https://printer.local/",
    "https://db.internal/",
    "https://nas.lan/",
    "https://x.home.arpa/",
    "https://127.0.0.1.nip.io/",
    "https://10-0-0-1.sslip.io/",
    "https://localtest.me/",
    "https://a.lvh.me/",
    "https://hooks.example.com./",
    "https://host.onion/",
    "https://1.1.168.192.in-addr.arpa/",

    "https://user@hooks.example.com/",
    "https://user:pass@hooks.example.com/",
    "https://hooks.example.com@127.0.0.1/",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:25/",
    "https://hooks.example.com:6379/",
    "https://hooks.example.com:80/",
    "https://hooks.example.com:0/",
    "https://hooks.example.com/#fragment",
    "https://usher.example.org/events",
    "https://USHER.example.org/",
    "https://api.usher.example.org/",
  ])("rejects %s", (url) => {
    expect(destinationProblem(url, RULES)).not.toBeNull();
  });

  it("accepts this machine only in local development, and never this service", () => {
    const local = { publicUrl: "http://127.0.0.1:8787", allowsLoopback: true };
    expect(destinationProblem("http://127.0.0.1:9000/hook", local)).toBeNull();
    expect(destinationProblem("http://localhost:9000/hook", local)).toBeNull();
    expect(destinationProblem("http://127.0.0.1:8787/hook", local)).not.toBeNull();
    expect(destinationProblem("http://192.168.1.1/", local)).not.toBeNull();
    expect(destinationProblem("http://hooks.example.com/", local)).not.toBeNull();
  });
});
