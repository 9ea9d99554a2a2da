import { type Scene, take } from "./camera.ts";
import { linkOf } from "./guest-requests.ts";

/** The guest's invitation. */
export async function takePages(scene: Scene): Promise<void> {
  await take(scene, "invitation", "phone", "light", (page) => page.goto(linkOf(scene.fixture, 0)));
}
