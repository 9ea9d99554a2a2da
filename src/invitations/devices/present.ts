import type * as z from "zod";
import { toWire } from "../../kernel/clock.ts";
import type { ListedDevice } from "./listed-devices.ts";
import type { GuestDevice } from "./schemas.ts";

export function presentDevice({ ids: _, firstSeen, lastSeen, ...device }: ListedDevice): z.output<typeof GuestDevice> {
  return { ...device, first_seen: toWire(firstSeen), last_seen: toWire(lastSeen) };
}
