import * as z from "zod";
import { accessLogs } from "../db/schema/access.ts";
import { BANDS } from "../db/schema/events.ts";
import { expectedVersion, integerText, line, moment, pageQuery, paragraph, uuid, wireMoment } from "../http/fields.ts";
import { guestName } from "../http/guest-data.ts";
import { camelKeys } from "../kernel/case.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { VERDICTS } from "./mark-access.ts";

/** The longest IPv6 network with an IPv4 tail has 49 characters. White space around it is trimmed. */
const MAX_CIDR_LENGTH = 64;

export const AccessLogQuery = z.object({
  risk: z.enum(BANDS).optional(),
  guest_id: uuid.optional(),
  automated: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  asked: z
    .enum(["true"])
    .optional()
    .meta(forDocs({ description: "Only accesses whose device waits for you to verify it" })),
  ...pageQuery,
});

export const AccessLog = z
  .object({
    id: uuid,
    guest_id: uuid,
    guest: z.object({ id: uuid, name: guestName }),
    token_id: uuid,
    at: wireMoment,
    count: z.int().meta(
      forDocs({
        description:
          "Number of accesses. Above 60 an hour with one link, accesses of one device within 10 minutes and in one band share an entry, which has their highest score",
      }),
    ),
    last_at: wireMoment.meta(forDocs({ description: "Time of the last access; `at` is that of the first" })),
    kind: z.enum(accessLogs.kind.enumValues),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    device_id: z
      .string()
      .nullable()
      .meta(
        forDocs({
          description: "ID of the device; see `GET /events/{eventId}/guests/{guestId}/devices`. Null: not known",
        }),
      ),
    referrer: z.string().nullable(),
    fingerprint: z.record(z.string(), z.string()),
    score: z.int().nullable(),
    risk: z.enum(BANDS).nullable(),
    reasons: z.array(z.string()),
    evidence: z.record(z.string(), z.unknown()).nullable(),
    automated: z.boolean(),
    geo_country: z.string().nullable(),
    geo_city: z.string().nullable(),
    geo_lat: z.number().nullable(),
    geo_lon: z.number().nullable(),
    verdict: z.enum(VERDICTS).nullable(),
    challenge: z
      .enum(["sent", "passed", "failed"])
      .nullable()
      .meta(forDocs({ description: "Outcome of the code that this device asked for next; null: none" })),
    asked_at: wireMoment.nullable().meta(
      forDocs({
        description:
          "Time at which this device asked you to verify it, which the verdict `legitimate` does; null: not asked",
      }),
    ),
  })
  .openapi("AccessLog");

const [LOWEST, HIGHEST] = [1, 100];
const threshold = z.int().min(LOWEST).max(HIGHEST);
const thresholds = { medium: threshold, high: threshold, block: threshold };
const asked = integerText(LOWEST, HIGHEST);

/** The scores at which the bands above `low` begin. */
export const EventThresholds = z
  .object({
    ...thresholds,
    defaults: z.object(thresholds),
    updated_at: wireMoment.meta(
      forDocs({ description: "Time of the last change of the event, to which the thresholds belong" }),
    ),
  })
  .openapi(
    "Thresholds",
    forDocs({ description: "An access is in the highest band whose threshold its score reaches" }),
  );

export const ChangeThresholds = z
  .strictObject({
    ...thresholds,
    expected_updated_at: expectedVersion(moment.optional(), forDocs("thresholds_changed")),
  })
  .openapi("ChangeThresholds")
  .transform(camelKeys);

export const PreviewQuery = z.object({ medium: asked, high: asked, block: asked });

const BandCounts = z
  .object({ low: z.int(), medium: z.int(), high: z.int(), block: z.int(), unscored: z.int() })
  .openapi("BandCounts");

export const Preview = z
  .object({
    counts: BandCounts,
    current: BandCounts,
    total: z.int().meta(forDocs({ description: "Number of accesses: the sum of `counts`, and of `current`" })),
  })
  .openapi("ThresholdsPreview");

const by = z.object({ id: uuid, name: z.string().meta(forDocs({ description: "Empty if the account was deleted" })) });
/** An empty note is stored as null. */
const note = (max: number) => z.union([z.literal("").transform(() => null), paragraph(max)]).nullable();
const cidr = line(MAX_CIDR_LENGTH);

export const AllowlistEntry = z
  .object({
    event_id: uuid,
    ip_cidr: z
      .string()
      .meta(forDocs({ description: "Network in CIDR notation, always with a prefix; IPv4-mapped IPv6 as IPv4" })),
    note: z.string().nullable(),
    by,
    at: wireMoment,
    warning: z
      .string()
      .optional()
      .meta(forDocs({ description: "Effect of trusting a very large network; show it to the host" })),
  })
  .openapi("AllowlistEntry");

export const AddToAllowlist = z
  .strictObject({
    ip_cidr: cidr.meta(forDocs({ description: "Network in CIDR notation, or one address", example: "203.0.113.0/24" })),
    note: note(500).default(null),
  })
  .openapi("AddToAllowlist")
  .transform(camelKeys);

export const AllowlistQuery = z.object({
  ip_cidr: cidr.meta(forDocs({ description: "Network to remove, in any notation", example: "203.0.113.0/24" })),
});

export const Feedback = z
  .object({
    access_log_id: uuid,
    verdict: z.enum(VERDICTS),
    note: z.string().nullable(),
    by: by.nullable(),
    at: wireMoment,
  })
  .openapi("Feedback");

export const MarkAccess = z
  .strictObject({
    // Checked by the verb, which has its own error code for another word.
    verdict: z
      .string()
      .refine(({ length }) => length <= 64, "must have at most 64 characters")
      .meta({ enum: [...VERDICTS] }),
    note: note(2_000).default(null),
  })
  .openapi("MarkAccess");
