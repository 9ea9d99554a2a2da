import { DAY_MS } from "../../src/kernel/clock.ts";
import { call } from "./account.ts";

/** A route as the OpenAPI document has it. */
interface Described {
  operationId: string;
  "x-access": string;
  security: Record<string, unknown>[];
  parameters?: { in: string; name: string }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> } | undefined>;
}

/** An operation of the API with its path and method. */
export interface Operation {
  path: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  operation: Described;
}

interface Document {
  paths: Record<string, object>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
/** A well-formed id that no row has. */
export const UNKNOWN_ID = "01890000-0000-7000-8000-000000000000";

/** The OpenAPI document that the service serves. */
export const document = await (await call("GET", "/openapi.json")).json<Document>();

/** Every operation of the document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = (item as Record<string, unknown>)[method] as Described | undefined;
    return operation ? [{ path, method, operation }] : [];
  }),
);

/** The operations that require credentials. */
export const secured = operations.filter(({ operation }) => operation.security.length > 0);

/** Those of them on an event. */
export const eventOperations = secured.filter(({ path }) => path.startsWith("/events/{eventId}"));

/**
 * A valid body for each operation with credentials that accepts one, because only an otherwise valid request proves that its
 * sender is rejected. `ids`: a guest of the event, and the event.
 */
export function bodyFor({ operation }: Operation, { guestId = UNKNOWN_ID, eventId = UNKNOWN_ID } = {}): unknown {
  const make = BODIES[operation.operationId];
  return typeof make === "function" ? make({ guestId, eventId }) : make;
}

/** Operations with credentials that accept a body but have none in this file. */
export const withoutBody = (): string[] =>
  secured
    .filter(({ operation }) => operation.requestBody && !(operation.operationId in BODIES))
    .map(({ operation }) => operation.operationId);

interface Ids {
  guestId: string;
  eventId: string;
}

const NO_ATTESTATION = { clientDataJSON: "AA", attestationObject: "AA" };

const BODIES: Record<string, unknown> = {
  acceptTerms: {},
  createEvent: () => ({ name: "Gala", event_date: new Date(Date.now() + DAY_MS).toISOString() }),
  previewNewEvent: () => ({ event: { name: "Gala", event_date: new Date(Date.now() + DAY_MS).toISOString() } }),
  previewInvitation: {},
  rotateApiKey: {},
  createApiKey: { name: "CRM sync", scopes: ["guests:read"] },
  acceptInvite: {},
  stepUp: { factor_token: "none", password: "a long enough phrase" },
  offerPasskeyRegistration: {},
  addPasskey: { credential: { id: "AA", rawId: "AA", type: "public-key", response: NO_ATTESTATION } },
  setUpTotp: {},
  confirmTotp: { code: "000000" },
  renewRecoveryCodes: {},
  renameUser: { name: "Grace" },
  changePassword: { current: "a long enough phrase", password: "another long phrase" },
  requestEmailChange: { email: "grace@example.com", password: "a long enough phrase" },
  startCheckout: { tier: "pro" },
  openPortal: {},
  offerSeat: {},
  mintLiveTicket: ({ eventId }: Ids) => ({ event_id: eventId }),
  uploadImage: () => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: "image/png" }), "a.png");
    return form;
  },
  changeEvent: { name: "Another name" },
  cancelEvent: { notify: false },
  reinstateEvent: { notify: false },
  changeAlerts: { answers: "each", risk: "block", waitlist: true },
  copyEvent: () => ({ name: "Gala", event_date: new Date(Date.now() + DAY_MS).toISOString() }),
  previewCheckIn: ({ guestId }: Ids) => ({ guest_id: guestId }),
  checkInGuest: ({ guestId }: Ids) => ({ guest_id: guestId }),
  writeToGuest: { subject: "Your table", body: "Hello", channel: "email" },
  addArrivals: { arrival_count: 1, nonce: "later-0000-0001" },
  addWalkIn: { name: "Grace" },
  createDoorDevice: { name: "Side entrance", rights: ["scan"] },
  changeBranding: { primary_color: "#123456" },
  createGuest: { name: "Grace" },
  replaceQuestions: { items: [] },
  recordRsvp: { response: "declined" },
  changeGuest: { name: "Grace" },
  changeGuests: ({ guestId }: Ids) => ({ guest_ids: [guestId], table: "7" }),
  deleteGuests: ({ guestId }: Ids) => ({ guest_ids: [guestId] }),
  previewImport: new Blob(["name\nGrace\n"], { type: "text/csv" }),
  importGuests: new Blob(["name\nGrace\n"], { type: "text/csv" }),
  issueToken: ({ guestId }: Ids) => ({ guest_id: guestId, notify: false }),
  changeThresholds: { medium: 20, high: 50, block: 80 },
  addToAllowlist: { ip_cidr: "203.0.113.0/24" },
  markAccess: { verdict: "legitimate" },
  undoReplies: ({ guestId }: Ids) => ({ guest_ids: [guestId] }),
  createMessage: { audience: "everyone", channel: "email", subject: "News", body: "Hello", mode: "draft" },
  changeTexts: { invitation: { subject: "Come!", body: null } },
  previewText: { kind: "invitation" },
  testText: { kind: "invitation" },
  previewMessage: { channel: "email", subject: "News", body: "Hello" },
  testMessage: { channel: "email", subject: "News", body: "Hello" },
  countChosen: ({ guestId }: Ids) => ({ guest_ids: [guestId] }),
  changeMessage: { subject: "Other news" },
  issueTokens: { notify: false },
  rotateToken: ({ guestId }: Ids) => ({ guest_id: guestId, notify: false }),
  inviteCollaborator: { email: "grace@example.com", role: "viewer" },
  createWebhookEndpoint: { url: "https://hooks.example.com/usher", types: ["*"] },
  changeWebhookEndpoint: { status: "disabled" },
  changeRole: { role: "viewer" },
};

/** A valid query for each operation of an event that needs one. */
const QUERIES: Record<string, string> = {
  findAtDoor: "?q=Grace",
  readDoorList: `?vault=${"v".repeat(22)}`,
  cancelCollaboratorInvite: "?email=grace@example.com",
  countRecipients: "?audience=everyone",
  previewThresholds: "?medium=20&high=50&block=80",
  removeFromAllowlist: "?ip_cidr=203.0.113.0/24",
};

/** Path parameters with a fixed list of values. */
const WORDS: Record<string, string> = { kind: "api_key" };

/**
 * The address of an operation.
 * @param ids values of the path's parameters; an ID that no row has for the others
 */
export function pathFor({ path, operation }: Operation, ids: Record<string, string>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? WORDS[name] ?? UNKNOWN_ID);
  return filled + (QUERIES[operation.operationId] ?? "");
}
