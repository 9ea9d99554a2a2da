/**
 * Takes the pictures of docs/screenshots from a temporary service with invented guests.
 *
 *     npx node scripts/take-screenshots.ts              all pictures
 *     npx node scripts/take-screenshots.ts console      the pictures of docs/console.md
 *     npx node scripts/take-screenshots.ts pages        the invitation of README.md
 */
import { startBrowser } from "../testkit/browser.ts";
import { makeE2eFixture } from "../testkit/e2e-fixture.ts";
import { startService } from "../testkit/running-service.ts";
import { takeConsole } from "./take-screenshots/console.ts";
import { brand } from "./take-screenshots/guest-requests.ts";
import { takePages } from "./take-screenshots/pages.ts";

const [only] = process.argv.slice(2);
const service = await startService();
const browser = await startBrowser();
try {
  const scene = { service, browser, fixture: await makeE2eFixture(service, { guests: 6 }) };
  await brand(scene);
  if (only === undefined || only === "pages") await takePages(scene);
  if (only === undefined || only === "console") await takeConsole(scene);
} finally {
  await browser.close();
  await service.stop();
}
