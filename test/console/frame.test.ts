import { describe, expect, it } from "vitest";
import { openTab } from "../../testkit/browser.ts";
import { useConsole } from "./support.ts";

const DOCUMENT = `<!doctype html><html lang="de"><head><style>p{color:rgb(1,2,3)}</style></head><body><main>
  <p style="height:900px">Liebe Anna</p><img src="https://tracker.invalid/pixel.png" alt="">
  <script>document.querySelector("p").textContent = "a script ran"</script><a href="https://elsewhere.invalid/">away</a>
  <img src="data:," alt="" onerror="document.querySelector('p').textContent = 'a handler ran'">
</main></body></html>`;

const console = useConsole();

describe("GET /app/frame", () => {
  it("renders a document's styles and reports its height, but blocks its scripts and trackers", async () => {
    const { page } = await openTab(console.browser, { baseURL: console.service.url });
    const elsewhere: string[] = [];
    // A request that the policy forbids reaches no route.
    await page.route(/\.invalid/, (route) => {
      elsewhere.push(route.request().url());
      return route.fulfill({ body: "" });
    });
    await page.goto("/app/sign-in");
    const height = await page.evaluate(
      (html) =>
        new Promise<number>((resolve) => {
          const frame = document.body.appendChild(document.createElement("iframe"));
          frame.title = "preview";
          addEventListener("message", ({ source, data }) => {
            if (source !== frame.contentWindow) return;
            if (data.ready) frame.contentWindow?.postMessage({ html }, "*");
            else resolve(data.height);
          });
          frame.src = "/app/frame";
        }),
      DOCUMENT,
    );
    expect(height).toBeGreaterThan(900);
    const shown = page.frameLocator("iframe[title=preview]");
    const paragraph = shown.getByText("Liebe Anna");
    expect(await paragraph.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(1, 2, 3)");
    expect(await shown.locator("html").getAttribute("lang")).toBe("de");
    await shown.getByText("away").click();
    await paragraph.waitFor();
    // The document has an opaque origin, so it cannot use the session.
    expect(await paragraph.evaluate(() => self.origin)).toBe("null");
    expect(elsewhere).toEqual([]);
  });
});
