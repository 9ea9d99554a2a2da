import { beforeAll, describe, expect, test } from "vitest";
import { stopScheduler } from "../../support/broadcast.ts";
import { mailTo } from "../../support/mailbox.ts";
import { cause, KINDS, type Kind } from "./kinds.ts";
import { deliver } from "./lab.ts";
import { run, type Scene, sceneOf } from "./scene.ts";
import { TABLE } from "./table.ts";

beforeAll(stopScheduler);

const OWN = "your skates";

/** Gives an event texts of the host wherever it can have any. */
async function writeTexts({ eventId }: Scene): Promise<void> {
  await run(
    `insert into event_texts (event_id, invitation_subject, invitation_body, confirmation_body, reminder_footer, updated_at)
     values (?1, ?2, ?2, ?2, ?2, 1)`,
    eventId,
    `Bring ${OWN}.`,
  );
  await run("update events set description = ? where id = ?", `We mend ${OWN}.`, eventId);
}

/** Whether an email of the kind may have the host's text. The guest of a scene was never reached. */
function mayHaveOwnWords({ kind, purpose, carriesOwnWords }: Kind): boolean {
  // A member emails a draft to oneself.
  if (kind === "test") return true;
  return carriesOwnWords === true && TABLE[purpose].ownWords === "by tier";
}

describe("host's text", () => {
  test.each(Object.entries(KINDS))("appears in an email that may have it, and in no other: %s", async (_, kind) => {
    const scene = await sceneOf(kind.whom, kind.isPaid ? "pro" : "free");
    await writeTexts(scene);
    await kind.prepare?.(scene);
    await cause(kind, scene);
    await deliver();
    const { subject, text, html } = await mailTo(scene.email);
    const has = [subject, text, html].some((part) => part.includes(OWN));
    expect(has).toBe(mayHaveOwnWords(kind));
  });
});
