import { ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { file_fraud_v1_fraud as file } from "../../proto/fraud/v1/fraud_pb.js";

/** Returns the names, numbers and types of a message's fields. */
function fieldsOf(name: string): [string, number, string][] {
  const message = file.messages.find((one) => one.name === name);
  return (message?.fields ?? []).map((field) => {
    const { fieldKind, scalar } = field;
    if (fieldKind === "map")
      return [field.name, field.number, `map<${ScalarType[field.mapKey]}, ${scalarName(scalar)}>`];
    if (fieldKind === "list") return [field.name, field.number, `repeated ${scalarName(scalar)}`];
    return [field.name, field.number, field.enum?.name ?? field.message?.name ?? scalarName(scalar)];
  });
}

function scalarName(scalar: ScalarType | undefined): string {
  return scalar === undefined ? "" : ScalarType[scalar];
}

describe("fraud.proto", () => {
  /**
   * @spec 4.122 "Service FraudService, method Score(ScoreRequest) returns ScoreResponse, package ending in fraud.v1."
   * @spec 9.2 "The scoring RPC package ends in v1 and its enum reserves 0 as unspecified."
   */
  it("declares FraudService.Score in a package that ends in its version", () => {
    expect(file.proto.package).toMatch(/\.fraud\.v1$/);
    const service = file.services.find(({ name }) => name === "FraudService");
    const [method] = service?.methods ?? [];
    expect([method?.name, method?.input.name, method?.output.name]).toEqual(["Score", "ScoreRequest", "ScoreResponse"]);
    expect(method?.methodKind).toBe("unary");
  });

  /**
   * @spec 4.123 "ScoreRequest: | event_id | 1 | string"
   * @spec 4.124 "ScoreRequest: | guest_id | 2 | string"
   * @spec 4.125 "ScoreRequest: | token_id | 3 | string"
   * @spec 4.126 "ScoreRequest: | access_log_id | 4 | string"
   * @spec 4.127 "ScoreRequest: | fingerprint | 5 | map of string to string"
   * @spec 4.128 "ScoreRequest: | ip_address | 6 | string"
   * @spec 4.129 "ScoreRequest: | user_agent | 7 | string"
   * @spec 4.130 "ScoreRequest: | referrer | 8 | string"
   * @spec 4.131 "ScoreResponse: | score | 1 | int32"
   * @spec 4.132 "ScoreResponse: | risk | 2 | enum Risk"
   * @spec 4.133 "ScoreResponse: | reasons | 3 | repeated string"
   * @spec 4.134 "Enum Risk: RISK_UNSPECIFIED 0, RISK_LOW 1, RISK_MEDIUM 2, RISK_HIGH 3, RISK_BLOCK 4."
   * @spec 9.2 "The scoring RPC package ends in v1 and its enum reserves 0 as unspecified."
   */
  it("keeps the field numbers and types that every client was built with", () => {
    expect(fieldsOf("ScoreRequest")).toEqual([
      ["event_id", 1, "STRING"],
      ["guest_id", 2, "STRING"],
      ["token_id", 3, "STRING"],
      ["access_log_id", 4, "STRING"],
      ["fingerprint", 5, "map<STRING, STRING>"],
      ["ip_address", 6, "STRING"],
      ["user_agent", 7, "STRING"],
      ["referrer", 8, "STRING"],
    ]);
    expect(fieldsOf("ScoreResponse")).toEqual([
      ["score", 1, "INT32"],
      ["risk", 2, "Risk"],
      ["reasons", 3, "repeated STRING"],
      ["scored_at", 4, "Timestamp"],
      ["geo_country", 5, "STRING"],
      ["geo_city", 6, "STRING"],
      ["geo_lat", 7, "DOUBLE"],
      ["geo_lon", 8, "DOUBLE"],
      ["evidence", 9, "map<STRING, STRING>"],
      ["automated", 10, "BOOL"],
      ["recorded", 11, "BOOL"],
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
