import { expect, it } from "vitest";
import { describeFields, unusedTexts } from "../../scripts/openapi/describe-fields.ts";
import { FIELD_TEXTS } from "../../scripts/openapi/field-texts.ts";
import type { DescribedDocument, JsonSchema } from "../../scripts/openapi/json-schema.ts";

const VENUE = FIELD_TEXTS["Event.venue"];

function documentWith(schemas: Record<string, JsonSchema>, body: JsonSchema = {}): DescribedDocument {
  const operation = {
    operationId: "onRsvpSubmitted",
    requestBody: { content: { "application/json": { schema: body } } },
    responses: {},
  };
  return { paths: {}, webhooks: { "rsvp.submitted": { post: operation } }, components: { schemas } };
}

it("describes a field by its path, and in other components by its name", () => {
  const document = documentWith({
    Event: { properties: { venue: {}, event_date: {}, fee: {} } },
    Trip: { properties: { venue: {}, stops: { items: { properties: { event_date: {} } } } } },
  });
  describeFields(document);
  expect(document.components.schemas).toEqual({
    Event: {
      properties: { venue: { description: VENUE }, event_date: { description: "Start of the event" }, fee: {} },
    },
    Trip: {
      properties: {
        venue: {},
        stops: { items: { properties: { event_date: { description: "Start of the event" } } } },
      },
    },
  });
});

it("keeps a description, and leaves a reference to the component's own", () => {
  const referred = { $ref: "#/components/schemas/Rsvp" };
  const document = documentWith({
    Event: { properties: { venue: { description: "Where" } } },
    Invitation: { properties: { response: referred } },
  });
  describeFields(document);
  expect(document.components.schemas).toEqual({
    Event: { properties: { venue: { description: "Where" } } },
    Invitation: { properties: { response: referred } },
  });
});

it("describes the data of a webhook like an activity", () => {
  const seat: JsonSchema = { type: ["string", "null"] };
  describeFields(documentWith({}, { properties: { data: { properties: { seat } } } }));
  expect(seat.description).toBe(FIELD_TEXTS["LiveEvent.seat"]);
});

it("returns the texts that no field has", () => {
  const document = documentWith({ Event: { properties: { venue: { description: "Where" }, event_date: {} } } });
  describeFields(document);
  expect(unusedTexts(document)).toContain("Event.venue");
  expect(unusedTexts(document)).not.toContain("event_date");
});
