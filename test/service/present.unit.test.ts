import { describe, expect, it } from "vitest";
import * as z from "zod";
import { orNull, uuid, wireMoment } from "../../src/http/fields.ts";
import { presenterOf } from "../../src/http/present.ts";

const AT = Date.UTC(2027, 5, 12, 15);
const WIRE = "2027-06-12T15:00:00.000Z";

describe("presenterOf", () => {
  it("writes fields in snake_case and times in RFC 3339", () => {
    const present = presenterOf(z.object({ event_id: uuid, name: z.string(), created_at: wireMoment }));
    expect(present({ eventId: "e1", name: "Party", createdAt: AT })).toEqual({
      event_id: "e1",
      name: "Party",
      created_at: WIRE,
    });
  });

  it("leaves out fields that the schema does not have", () => {
    const row = { name: "Ada", keyHash: "secret" };
    expect(presenterOf(z.object({ name: z.string() }))(row)).toEqual({ name: "Ada" });
  });

  it("presents nested objects, lists, optional and nullable fields", () => {
    const place = z.object({ table_name: z.string(), seated_at: wireMoment.nullable() });
    const present = presenterOf(
      z.object({
        items: z.array(place),
        next_place: place.nullable(),
        own_place: orNull(place),
        last_seen: wireMoment.optional(),
        first_seen: wireMoment.optional(),
      }),
    );
    const row = { tableName: "3", seatedAt: AT };
    const source = { items: [row, { ...row, seatedAt: null }], nextPlace: null, ownPlace: row, firstSeen: AT };
    expect(present(source)).toEqual({
      items: [
        { table_name: "3", seated_at: WIRE },
        { table_name: "3", seated_at: null },
      ],
      next_place: null,
      own_place: { table_name: "3", seated_at: WIRE },
      first_seen: WIRE,
    });
    expect(present({ ...source, lastSeen: undefined })).not.toHaveProperty("last_seen");
  });

  it("keeps the keys of a record and presents its values", () => {
    const present = presenterOf(z.object({ by_day: z.record(z.string(), z.object({ last_at: wireMoment })) }));
    expect(present({ byDay: { some_day: { lastAt: AT } } })).toEqual({ by_day: { some_day: { last_at: WIRE } } });
    const answers = { q_1: "Vegan", q_2: ["a_b"] };
    expect(presenterOf(z.record(z.string(), z.unknown()))(answers)).toBe(answers);
  });

  it("chooses the member of a union by its discriminator", () => {
    const present = presenterOf(
      z.discriminatedUnion("item_kind", [
        z.object({ item_kind: z.literal("mail"), sent_at: wireMoment }),
        z.object({ item_kind: z.enum(["scan", "walk_in"]), by_name: z.string() }),
      ]),
    );
    expect(present({ itemKind: "mail", sentAt: AT })).toEqual({ item_kind: "mail", sent_at: WIRE });
    expect(present({ itemKind: "walk_in", byName: "Ada" })).toEqual({ item_kind: "walk_in", by_name: "Ada" });
  });

  it("presents both parts of an intersection", () => {
    const present = presenterOf(z.intersection(z.object({ sent_at: wireMoment }), z.object({ by_name: z.string() })));
    expect(present({ sentAt: AT, byName: "Ada" })).toEqual({ sent_at: WIRE, by_name: "Ada" });
  });

  it.each([
    ["a transformation", z.string().transform(Number)],
    ["an object with fields that it does not name", z.looseObject({ id: uuid })],
    ["a union of objects without a discriminator", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ["a date", z.object({ at: z.date() })],
  ])("throws for %s when the schema is compiled", (_, schema) => {
    expect(() => presenterOf(schema)).toThrow(/response/);
  });

  it("does not compile without a field of the schema, or with a time in text", () => {
    const present = presenterOf(z.object({ event_id: uuid, created_at: wireMoment }));
    // @ts-expect-error a field is missing
    present({ eventId: "e1" });
    // @ts-expect-error times are numbers
    expect(() => present({ eventId: "e1", createdAt: "soon" })).toThrow(RangeError);
  });
});
