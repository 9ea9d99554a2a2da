import { encode } from "fast-png";
import type { E2eFixture } from "../../testkit/e2e-fixture.ts";
import type { Scene } from "./camera.ts";

/** A public address of Berlin's technical university, so that the monitor can show a city. */
const GUEST_ADDRESS = "130.149.7.201";
/** Request headers of a phone. */
export const GUEST = {
  "CF-Connecting-IP": GUEST_ADDRESS,
  "Content-Type": "application/json",
  "Accept-Language": "de-DE,de;q=0.9",
  "Sec-Fetch-Mode": "cors",
  "User-Agent":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
};
const COVER = { width: 1200, height: 420 };

/** A generated cover image (hills and a sunset), free of third-party rights. */
function drawCover(): Uint8Array {
  const { width, height } = COVER;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const hill = height * (0.72 + 0.1 * Math.sin(x / 190) + 0.05 * Math.sin(x / 67));
      const near = height * (0.84 + 0.08 * Math.sin(x / 240 + 2));
      const sun = Math.hypot(x - width * 0.68, y - height * 0.6) < 74;
      const depth = y / height;
      const sky = [238 - 40 * depth, 176 - 70 * depth + 40 * depth * depth, 128 + 10 * depth];
      const color = y > near ? [74, 40, 38] : y > hill ? [132, 66, 52] : sun ? [252, 232, 196] : sky;
      data.set(color, (y * width + x) * 3);
    }
  }
  return encode({ width, height, data, channels: 3, depth: 8 });
}

export const linkOf = ({ guests }: E2eFixture, index: number): string => guests[index]?.link ?? "";
export const tokenOf = (fixture: E2eFixture, index: number): string => linkOf(fixture, index).split("/i/")[1] ?? "";

export async function answer(
  { service, fixture }: Scene,
  index: number,
  response: string,
  plusOnes: number,
): Promise<string> {
  const body = JSON.stringify({
    token: tokenOf(fixture, index),
    response,
    plus_ones: plusOnes,
    fingerprint: {
      timezone: "Europe/Berlin",
      language: "de-DE",
      languages: "de-DE,de",
      platform: "iPhone",
      touch: "5",
    },
  });
  const answered = await fetch(`${service.url}/rsvp`, { method: "POST", headers: GUEST, body });
  return ((await answered.json()) as { check_in?: { qr_token: string } }).check_in?.qr_token ?? "";
}

/** Gives the event a colour, a font and a cover. */
export async function brand({ service, fixture }: Scene): Promise<void> {
  const form = new FormData();
  form.set("file", new File([drawCover()], "cover.png", { type: "image/png" }));
  const headers = { authorization: `Bearer ${fixture.host.token}` };
  const uploaded = await fetch(`${service.url}/uploads/image`, { method: "POST", headers, body: form });
  const { url } = (await uploaded.json()) as { url: string };
  const branding = { primary_color: "#8a3b22", font: "Georgia", cover_url: url };
  await fixture.api("PUT", `/events/${fixture.eventId}/branding`, branding);
}
