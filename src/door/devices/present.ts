import type * as z from "zod";
import { toWire, toWireOrNull } from "../../kernel/clock.ts";
import { deviceState, deviceWindow } from "./device-state.ts";
import type { NamedDevice } from "./queries.ts";
import type { DoorRight } from "./rights.ts";
import type { DoorDevice } from "./schemas.ts";

/** A device in the list, at a moment (epoch milliseconds). */
export function presentDevice(found: NamedDevice, now: number): z.output<typeof DoorDevice> {
  const { device, makerName, isMakerActive, ...event } = found;
  const facts = { ...event, ...device };
  const { opensAt, closesAt } = deviceWindow(facts);
  return {
    id: device.id,
    name: device.name,
    rights: rightsOf(found),
    kind: device.expiresAt === null ? "named" : "scanner_ticket",
    state: isMakerActive ? deviceState(facts, now) : "ended",
    made_by: { id: device.madeBy, name: makerName },
    created_at: toWire(device.createdAt),
    valid_from: toWire(opensAt),
    valid_until: toWire(closesAt),
    revoked_at: toWireOrNull(device.revokedAt),
    last_used_at: toWireOrNull(device.lastUsedAt),
    last_network: device.lastNetwork,
  };
}

function rightsOf({ device: { canScan, canWalkIn, canOverride } }: NamedDevice): DoorRight[] {
  const held = { scan: canScan, walk_in: canWalkIn, override: canOverride };
  return (["scan", "walk_in", "override"] as const).filter((right) => held[right]);
}
