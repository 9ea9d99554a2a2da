import { describe, expect, it } from "vitest";
import { file_fraud_v1_fraud as file } from "../../proto/fraud/v1/fraud_pb.js";

/** Names, numbers and types of a message's fields. */
function fieldsOf(name: string): [string, number, string][] {
  const message = file.messages.find((one) => one.name === name);
  return (message?.fields ?? []).map((field) => [field.name, field.number, field.fieldKind]);
}

describe("the scoring wire", () => {
  /**
   * @promise Risk: `FraudService.Score` and the numbers of its fields are as published, in a package that ends in
   *   `fraud.v1`
   */
  it("is FraudService.Score of a package that ends in its version", () => {
    expect(file.proto.package).toMatch(/\.fraud\.v1$/);
    const service = file.services.find(({ name }) => name === "FraudService");
    const [method] = service?.methods ?? [];
    expect([method?.name, method?.input.name, method?.output.name]).toEqual(["Score", "ScoreRequest", "ScoreResponse"]);
    expect(method?.methodKind).toBe("unary");
  });

  /**
   * @promise Risk: `FraudService.Score` and the numbers of its fields are as published, in a package that ends in
   *   `fraud.v1`
   */
  it("has the numbers and types that every client was built with", () => {
    expect(fieldsOf("ScoreRequest")).toEqual([
      ["event_id", 1, "scalar"],
      ["guest_id", 2, "scalar"],
      ["token_id", 3, "scalar"],
      ["access_log_id", 4, "scalar"],
      ["fingerprint", 5, "map"],
      ["ip_address", 6, "scalar"],
      ["user_agent", 7, "scalar"],
      ["referrer", 8, "scalar"],
    ]);
    expect(fieldsOf("ScoreResponse")).toEqual([
      ["score", 1, "scalar"],
      ["risk", 2, "enum"],
      ["reasons", 3, "list"],
      ["scored_at", 4, "message"],
      ["geo_country", 5, "scalar"],
      ["geo_city", 6, "scalar"],
      ["geo_lat", 7, "scalar"],
      ["geo_lon", 8, "scalar"],
      ["evidence", 9, "map"],
      ["automated", 10, "scalar"],
      ["recorded", 11, "scalar"],
    ]);
    const risk = file.enums.find(({ name }) => name === "Risk");
    expect(risk?.values.map(({ name, number }) => [name, number])).toEqual([
      ["RISK_UNSPECIFIED", 0],
      ["RISK_LOW", 1],
      ["RISK_MEDIUM", 2],
      ["RISK_HIGH", 3],
      ["RISK_BLOCK", 4],
    ]);
  });
});
