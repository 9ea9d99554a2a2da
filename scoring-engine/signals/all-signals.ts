import { automatedFetch } from "./automated-fetch.ts";
import { deviceMismatch } from "./device-mismatch.ts";
import { geoJump } from "./geo-jump.ts";
import { ipChange } from "./ip-change.ts";
import { missingSignals } from "./missing-signals.ts";
import { newDevice } from "./new-device.ts";
import { repeatedAccess } from "./repeated-access.ts";

/** All signals. Reasons of equal score are listed in this order. */
export const SIGNALS = [
  automatedFetch,
  newDevice,
  deviceMismatch,
  ipChange,
  geoJump,
  missingSignals,
  repeatedAccess,
] as const;

export type SignalName = (typeof SIGNALS)[number]["name"];
