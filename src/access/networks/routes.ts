import * as z from "zod";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { acceptReplies, removeCodeNetwork, trustNetwork } from "./decide.ts";
import { readNetwork, readNetworks } from "./read-networks.ts";
import { presentNetwork, ReplyNetwork, ReplyNetworkDetail, UndoReplies, UndoStarted } from "./schemas.ts";
import { undoReplies } from "./undo-replies.ts";

/** Networks from which many guests replied within minutes. */
const networkGroup = routes({ tag: "Risk", access: role("viewer", "guests:read"), limits: [perUser("events")] });
export const replyNetworkRoutes = networkGroup.app;

networkGroup.get("/events/{eventId}/reply-networks", {
  name: "listReplyNetworks",
  summary: forDocs("List networks with many replies"),
  description: forDocs(
    "Returns each network from which ten or more guests sent their first RSVP within ten minutes, latest first. It may be an office, a mobile provider or a script. The members who get alerts of blocked accesses are emailed. The count uses stored scores: without risk scoring there is no item, and with a late score it comes late.",
  ),
  response: [200, z.object({ items: z.array(ReplyNetwork) }).openapi("ReplyNetworkList"), forDocs("The networks")],
  run: async (ctx, caller) => ({ items: (await readNetworks(ctx, caller)).map(presentNetwork) }),
});

networkGroup.get("/events/{eventId}/reply-networks/{networkId}", {
  name: "readReplyNetwork",
  summary: forDocs("Get the replies of a network"),
  description: forDocs("Returns a network with its replies by name, and the outcome of those that were undone."),
  response: [200, ReplyNetworkDetail, forDocs("The network with its replies")],
  run: async (ctx, caller, { params }) => {
    const { listed, ...network } = await readNetwork(ctx, caller, params.networkId);
    return { ...presentNetwork(network), listed };
  },
});

networkGroup.post("/events/{eventId}/reply-networks/{networkId}/accept", {
  name: "acceptReplies",
  summary: forDocs("Accept the replies of a network"),
  description: forDocs("Closes the item. It opens again once ten more guests have replied from the network."),
  access: role("editor", "guests:write"),
  response: [204, null, forDocs("The item is closed")],
  errors: ["replies_undo_running"],
  run: (ctx, caller, { params }) => acceptReplies(ctx, caller, params.networkId),
});

networkGroup.post("/events/{eventId}/reply-networks/{networkId}/trust", {
  name: "trustReplyNetwork",
  summary: forDocs("Trust a network with many replies"),
  description: forDocs(
    "Adds the one address or /64 to the event's allowlist and closes the item. Accesses from there are then not scored. Returns 409 `network_shared` where phones, a mobile provider or many kinds of devices use the network.",
  ),
  access: role("editor", "events:write"),
  response: [204, null, forDocs("The network is trusted")],
  errors: ["network_shared", "replies_undo_running", "allowlist_full"],
  run: (ctx, caller, { params }) => trustNetwork(ctx, caller, params.networkId),
});

networkGroup.post("/events/{eventId}/reply-networks/{networkId}/undo", {
  name: "undoReplies",
  summary: forDocs("Undo replies of a network"),
  description: forDocs(
    "Undoes the replies of the chosen guests, for seven days after the network's last reply. An earlier RSVP is restored, a first RSVP is deleted, and one that another device or the host has changed since is kept. A restored party without a free seat is waitlisted. Runs in the background; `GET /events/{eventId}/reply-networks/{networkId}` shows the outcomes. Freed seats are offered at the end. Each guest with an email address gets one email in fixed words, unless an API key without a scope of sending asks (`notified`: `false`), and the members who get alerts of blocked accesses are notified. From now on guests need a code from this network, until you remove that rule. The audit log has a record.",
  ),
  access: role("editor", "guests:write"),
  body: UndoReplies,
  response: [202, UndoStarted, forDocs("The replies will be undone")],
  errors: ["replies_undo_expired", "replies_undo_running"],
  run: (ctx, caller, { params, body }) => undoReplies(ctx, caller, params.networkId, body.guest_ids),
});

networkGroup.delete("/events/{eventId}/reply-networks/{networkId}/code-rule", {
  name: "removeCodeNetwork",
  summary: forDocs("Stop asking a network for codes"),
  description: forDocs("Removes the rule of an undo: the network's accesses are decided by their scores again."),
  access: role("editor", "events:write"),
  response: [204, null, forDocs("The rule is removed")],
  run: (ctx, caller, { params }) => removeCodeNetwork(ctx, caller, params.networkId),
});
