import type { GuestDevice } from "@usher/client";

/** True if all devices were last seen in one city. A network in place of a city proves nothing. */
export function areNearby(devices: readonly Pick<GuestDevice, "place">[]): boolean {
  const [first, ...others] = devices.map(({ place }) => place);
  return first != null && /,/.test(first) && others.every((place) => place === first);
}
