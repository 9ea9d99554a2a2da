import { beforeAll, describe, expect, test } from "vitest";
import { stopScheduler } from "../../support/broadcast.ts";
import { attachmentBytes, mailTo } from "../../support/mailbox.ts";
import { cause, KINDS, type Kind } from "./kinds.ts";
import { deliver } from "./lab.ts";
import { run, type Scene, sceneOf } from "./scene.ts";
import { TABLE } from "./table.ts";

beforeAll(stopScheduler);

const OWN = "your skates";
const IMAGES = ["/uploads/logo-of-the-rink", "/uploads/cover-of-the-rink"];

/** Gives an event texts of the host wherever it can have any. */
async function writeTexts({ eventId }: Scene): Promise<void> {
  await run(
    `insert into event_texts (event_id, invitation_subject, invitation_body, confirmation_body, reminder_footer, updated_at)
     values (?1, ?2, ?2, ?2, ?2, 1)`,
    eventId,
    `Bring ${OWN}.`,
  );
  await run(
    "insert into event_branding (event_id, logo_url, cover_url, updated_at) values (?, ?, ?, 1)",
    eventId,
    ...IMAGES,
  );
  await run("update events set description = ? where id = ?", `We mend ${OWN}.`, eventId);
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Whether an email of the kind may have images of the host. The guest of a scene was never reached. */
function mayHaveImages({ kind, purpose }: Kind): boolean {
  // A member emails a draft to oneself.
  return kind === "test" || TABLE[purpose].ownWords === "by tier";
}

/** Whether an email of the kind may have the host's text. */
function mayHaveOwnWords(kind: Kind): boolean {
  return kind.kind === "test" || (kind.carriesOwnWords === true && mayHaveImages(kind));
}

describe("host's text", () => {
  test.each(Object.entries(KINDS))("appears in an email that may have it, and in no other: %s", async (_, kind) => {
    const scene = await sceneOf(kind.whom, kind.isPaid ? "pro" : "free");
    await writeTexts(scene);
    await kind.prepare?.(scene);
    await cause(kind, scene);
    await deliver();
    const { subject, text, html, attachments } = await mailTo(scene.email);
    const files = await Promise.all(attachments.map(async (file) => decode(await attachmentBytes(file))));
    const has = [subject, text, html, ...files].some((part) => part.includes(OWN));
    expect(has).toBe(mayHaveOwnWords(kind));
    const hasImages = IMAGES.some((path) => html.includes(path));
    expect(hasImages && !mayHaveImages(kind)).toBe(false);
  });
});
