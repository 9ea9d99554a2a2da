import type { DeliveryRow } from "./delivery-queries.ts";

/** What became of a delivery that a run had taken. */
export interface DeliveryResult
  extends Pick<DeliveryRow, "endpointId" | "id" | "status" | "attempts" | "responseStatus" | "nextAttemptAt" | "at"> {}
