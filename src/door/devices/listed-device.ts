import { deviceState, deviceWindow } from "./device-state.ts";
import { DOOR_RIGHTS, type DoorRight } from "./door-caller.ts";
import type { NamedDevice } from "./queries.ts";

/** A device in the list, at a time (epoch milliseconds). */
export function listedDevice(found: NamedDevice, now: number) {
  const { device, makerName, isMakerActive, ...event } = found;
  const facts = { ...event, ...device };
  const { opensAt, closesAt } = deviceWindow(facts);
  return {
    ...device,
    rights: rightsOf(found),
    kind: device.expiresAt === null ? ("named" as const) : ("scanner_ticket" as const),
    state: isMakerActive ? deviceState(facts, now) : ("ended" as const),
    madeBy: { id: device.madeBy, name: makerName },
    ...{ validFrom: opensAt, validUntil: closesAt },
  };
}

function rightsOf({ device: { canScan, canWalkIn, canOverride } }: NamedDevice): DoorRight[] {
  const held = { scan: canScan, walk_in: canWalkIn, override: canOverride };
  return DOOR_RIGHTS.filter((right) => held[right]);
}
