/**
 * Takes the pictures of docs/screenshots, of every page and every screen of the console, from a temporary service with
 * invented guests.
 *
 *     node scripts/take-screenshots.ts              all of them
 *     node scripts/take-screenshots.ts console      those of the console; `weddings` those in Japanese and Arabic; `pages` the
 *                                                   others
 */
import { startBrowser } from "../testkit/browser.ts";
import { makeE2eFixture } from "../testkit/e2e-fixture.ts";
import { startService } from "../testkit/running-service.ts";
import { takeConsole } from "./take-screenshots/console.ts";
import { brand } from "./take-screenshots/guest-requests.ts";
import { takePages } from "./take-screenshots/pages.ts";
import { takeWeddings } from "./take-screenshots/weddings.ts";

const [only] = process.argv.slice(2);
const service = await startService({ WEBHOOKS_TO_LOOPBACK: "true" });
const browser = await startBrowser();
try {
  const scene = { service, browser, fixture: await makeE2eFixture(service, { guests: 6 }) };
  await brand(scene);
  if (only === undefined || only === "pages") await takePages(scene);
  if (only === undefined || only === "weddings") await takeWeddings(scene);
  if (only === undefined || only === "console") await takeConsole(scene);
} finally {
  await browser.close();
  await service.stop();
}
