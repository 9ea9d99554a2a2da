import { globSync, readFileSync } from "node:fs";
import type { HostTexts } from "../../src/i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../src/platform/mail/content.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** Imported by each view: a file of the service that renders an email. */
const LAYOUT = "platform/mail/layout.ts";

/** Every email with its samples, by name. */
export const SAMPLES: Readonly<Record<string, { render(texts: HostTexts): RenderedMail }>> = Object.fromEntries(
  (await Promise.all(viewPaths().map(samplesOf))).flat(),
);

function viewPaths(): string[] {
  const paths = globSync("src/**/*.ts", { cwd: ROOT }).sort();
  return paths.filter((path) => readFileSync(ROOT + path, "utf8").includes(`${LAYOUT}";`));
}

/** @throws Error if a view has no samples */
async function samplesOf(path: string) {
  const view: { samples?: MailSamples } = await import(ROOT + path);
  if (view.samples === undefined) throw new Error(`${path} renders an email: export its samples.`);
  return Object.entries(view.samples).map(([name, render]) => [name, { render }] as const);
}
