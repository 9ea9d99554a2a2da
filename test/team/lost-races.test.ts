import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createRequestContext } from "../../src/request-context.ts";
import { changeRole, removeCollaborator } from "../../src/team/change-role.ts";
import { inviteCollaborator } from "../../src/team/invite-collaborator.ts";
import { freshEmail, type Host, requestBy, signedInHost } from "../support/account.ts";
import { makeKey } from "../support/api-key.ts";
import { addMember } from "../support/event-fixture.ts";
import { makeEvent } from "../support/guest.ts";
import { storeInvite } from "../support/invites.ts";
import { loseEveryRace, raceBeforeWrite } from "../support/race.ts";
import { recordsOf } from "../support/records.ts";

type Role = "owner" | "editor" | "viewer";

/** A host with an event that has another owner and a viewer. */
async function teamed() {
  const host = await signedInHost({ tier: "pro" });
  const { id } = await makeEvent(host);
  const [owner, viewer] = [await signedInHost(), await signedInHost()];
  await addMember(id, owner.id, "owner");
  await addMember(id, viewer.id, "viewer");
  const team = `/events/${id}/collaborators`;
  const setRole = (member: Host, role: Role) =>
    env.DB.prepare("update event_collaborators set role = ? where event_id = ? and user_id = ?")
      .bind(role, id, member.id)
      .run();
  return {
    host,
    owner,
    viewer,
    id,
    team,
    setRole,
    /** Changes the viewer's role to another one, for each attempt of a request. */
    flip: (attempt: number) => setRole(viewer, attempt % 2 === 0 ? "editor" : "viewer"),
    roleOf: ({ id: userId }: Host) =>
      env.DB.prepare("select role from event_collaborators where event_id = ? and user_id = ?")
        .bind(id, userId)
        .first<Role>("role"),
    records: () => recordsOf(host, id),
    mails: async () => {
      const found = await env.DB.prepare(
        "select type from outbox where instr(body, ?) > 0 and type <> 'activity.publish'",
      )
        .bind(id)
        .all();
      return found.results;
    },
  };
}

async function outcomeOf(response: Response): Promise<[number, string | undefined]> {
  return [response.status, (await response.json<{ error?: string }>()).error];
}

describe("PATCH /events/{eventId}/collaborators/{userId}", () => {
  it("records the role that it replaced when another owner changes the role between read and write", async () => {
    const { host, owner, viewer, team, roleOf, records } = await teamed();
    const late = await raceBeforeWrite(requestBy(host, "PATCH", `${team}/${viewer.id}`, { role: "owner" }), () =>
      owner.api("PATCH", `${team}/${viewer.id}`, { role: "editor" }),
    );
    expect([late.status, await late.json()]).toMatchObject([200, { user_id: viewer.id, role: "owner" }]);
    expect(await roleOf(viewer)).toBe("owner");
    expect(await records()).toMatchObject([
      { actor: { id: owner.id }, before: { role: "viewer" }, after: { role: "editor" } },
      { actor: { id: host.id }, before: { role: "editor" }, after: { role: "owner" } },
    ]);
  });

  it("returns 409 team_changed and sends no email when the role changes before each write", async () => {
    const { host, viewer, team, flip, roleOf, records, mails } = await teamed();
    const request = requestBy(host, "PATCH", `${team}/${viewer.id}`, { role: "owner" });
    expect(await outcomeOf(await loseEveryRace(request, flip))).toEqual([409, "team_changed"]);
    expect(await roleOf(viewer)).toBe("editor");
    expect([await records(), await mails()]).toEqual([[], []]);
  });
});

describe("DELETE /events/{eventId}/collaborators/{userId}", () => {
  it("records the removed role when another owner changes the role between read and write", async () => {
    const { host, owner, viewer, team, roleOf, records } = await teamed();
    const late = await raceBeforeWrite(requestBy(host, "DELETE", `${team}/${viewer.id}`), () =>
      owner.api("PATCH", `${team}/${viewer.id}`, { role: "editor" }),
    );
    expect(late.status).toBe(204);
    expect(await roleOf(viewer)).toBeNull();
    expect(await records()).toMatchObject([
      { action: "collaborator.role_changed", before: { role: "viewer" }, after: { role: "editor" } },
      { action: "collaborator.removed", before: { role: "editor" }, after: null },
    ]);
  });

  it("returns 409 team_changed and removes no member when the role changes before each write", async () => {
    const { host, viewer, team, flip, roleOf, records, mails } = await teamed();
    const request = requestBy(host, "DELETE", `${team}/${viewer.id}`);
    expect(await outcomeOf(await loseEveryRace(request, flip))).toEqual([409, "team_changed"]);
    expect(await roleOf(viewer)).toBe("editor");
    expect([await records(), await mails()]).toEqual([[], []]);
  });
});

describe("last owner of an event (two owners at a time)", () => {
  it.each([
    ["leave", (_: Host) => ["DELETE", "/me", undefined] as const],
    ["demote themselves", ({ id }: Host) => ["PATCH", `/${id}`, { role: "editor" }] as const],
  ])("returns 400 last_owner for the later of two owners who %s", async (_, step) => {
    const { host, owner, team, roleOf } = await teamed();
    const [method, path, body] = step(host);
    const [other, otherPath, otherBody] = step(owner);
    const late = await raceBeforeWrite(requestBy(host, method, team + path, body), async () =>
      expect((await owner.api(other, team + otherPath, otherBody)).ok).toBe(true),
    );
    expect(await outcomeOf(late)).toEqual([400, "last_owner"]);
    expect(await roleOf(host)).toBe("owner");
    expect(await roleOf(owner)).not.toBe("owner");
  });
});

describe("POST /events/{eventId}/collaborators", () => {
  it("records no replaced invite when another owner cancels it between read and write", async () => {
    const { host, owner, id, team, records } = await teamed();
    const email = freshEmail();
    await storeInvite(id, { email, invitedBy: owner.id, role: "viewer" });
    const late = await raceBeforeWrite(requestBy(host, "POST", team, { email, role: "editor" }), () =>
      owner.api("DELETE", `${team}/pending?email=${email}`),
    );
    expect([late.status, await late.json()]).toMatchObject([201, { email, role: "editor" }]);
    expect(await records()).toMatchObject([
      { action: "collaborator.invited", target: email, before: null, after: { role: "editor" } },
    ]);
  });

  it("returns 429 recipient_limit when another owner invites the address again between read and write", async () => {
    const { host, owner, id, team, records } = await teamed();
    const invite = { email: freshEmail(), role: "editor" };
    await storeInvite(id, { ...invite, role: "editor", invitedBy: owner.id });
    const late = await raceBeforeWrite(requestBy(host, "POST", team, invite), () => owner.api("POST", team, invite));
    expect(await outcomeOf(late)).toEqual([429, "recipient_limit"]);
    expect(await records()).toHaveLength(1);
  });

  it("returns 409 team_changed and invites no one when the caller's role is missing at each write", async () => {
    const { owner, id, team, setRole, records, mails } = await teamed();
    const [lose, regain] = [() => setRole(owner, "viewer"), () => setRole(owner, "owner")];
    const request = requestBy(owner, "POST", team, { email: freshEmail(), role: "viewer" });
    const response = await loseEveryRace(request, lose, { thenBeforeNextBatch: regain });
    expect(await outcomeOf(response)).toEqual([409, "team_changed"]);
    const invites = env.DB.prepare("select count(*) as n from collaborator_invites where event_id = ?").bind(id);
    expect(await invites.first("n")).toBe(0);
    expect([await records(), await mails()]).toEqual([[], []]);
  });
});

describe("DELETE /events/{eventId}/collaborators/pending", () => {
  /** An open invite that an owner cancels. */
  async function cancelling() {
    const made = await teamed();
    const email = freshEmail();
    await storeInvite(made.id, { email, invitedBy: made.host.id, role: "viewer" });
    const path = `${made.team}/pending?email=${email}`;
    const invites = () =>
      env.DB.prepare("select count(*) as n from collaborator_invites where event_id = ?").bind(made.id);
    return { ...made, path, request: requestBy(made.owner, "DELETE", path), open: () => invites().first<number>("n") };
  }

  it("returns 404 when another owner cancels the invite between read and write", async () => {
    const { host, path, request } = await cancelling();
    const late = await raceBeforeWrite(request, () => host.api("DELETE", path));
    expect(await outcomeOf(late)).toEqual([404, "not_found"]);
  });

  it("cancels the invite when the caller's role is missing at one write", async () => {
    const { owner, setRole, request, open } = await cancelling();
    const [lose, regain] = [() => setRole(owner, "viewer"), () => setRole(owner, "owner")];
    expect((await raceBeforeWrite(request, lose, { thenBeforeNextBatch: regain })).status).toBe(204);
    expect(await open()).toBe(0);
  });

  it("returns 409 team_changed and keeps the invite when the caller's role is missing at each write", async () => {
    const { owner, setRole, request, open } = await cancelling();
    const [lose, regain] = [() => setRole(owner, "viewer"), () => setRole(owner, "owner")];
    const response = await loseEveryRace(request, lose, { thenBeforeNextBatch: regain });
    expect(await outcomeOf(response)).toEqual([409, "team_changed"]);
    expect(await open()).toBe(1);
  });
});

describe("POST /invites/{token}/accept", () => {
  /** A viewer of an event with an open invite. */
  async function invited(role: "editor" | "viewer") {
    const made = await teamed();
    const { id, host, viewer } = made;
    const { token } = await storeInvite(id, { email: viewer.email, invitedBy: host.id, role });
    return { ...made, request: requestBy(viewer, "POST", `/invites/${token}/accept`), token };
  }

  it("returns and records the higher role that an owner grants between read and write", async () => {
    const { owner, viewer, id, team, request, roleOf, records } = await invited("viewer");
    await env.DB.prepare("delete from event_collaborators where event_id = ? and user_id = ?")
      .bind(id, viewer.id)
      .run();
    const late = await raceBeforeWrite(request, () => addMember(id, viewer.id, "editor"));
    expect([late.status, await late.json()]).toMatchObject([200, { role: "editor" }]);
    expect(await roleOf(viewer)).toBe("editor");
    expect(await records()).toMatchObject([
      { action: "collaborator.joined", before: { role: "editor" }, after: { role: "editor" } },
    ]);
    // The invite is used.
    expect(await (await owner.api("GET", team)).json()).toMatchObject({ pending: [] });
  });

  it("records the lower role that an owner has set between read and write", async () => {
    const { viewer, request, setRole, roleOf, records } = await invited("viewer");
    await setRole(viewer, "editor");
    const late = await raceBeforeWrite(request, () => setRole(viewer, "viewer"));
    expect([late.status, await late.json()]).toMatchObject([200, { role: "viewer" }]);
    expect(await roleOf(viewer)).toBe("viewer");
    expect(await records()).toMatchObject([{ before: { role: "viewer" }, after: { role: "viewer" } }]);
  });

  it("returns 409 team_changed and leaves the invite open when the role changes before each write", async () => {
    const { viewer, request, token, flip, roleOf, records, mails } = await invited("editor");
    expect(await outcomeOf(await loseEveryRace(request, flip))).toEqual([409, "team_changed"]);
    expect(await roleOf(viewer)).toBe("editor");
    expect([await records(), await mails()]).toEqual([[], []]);
    expect((await viewer.api("POST", `/invites/${token}/accept`)).status).toBe(200);
  });
});

describe("audit records of an API key", () => {
  it("names the ID and name of the API key", async () => {
    const { host, viewer, id, records } = await teamed();
    const { id: keyId, name } = await makeKey(host);
    // No route about the team accepts a key today, so the verbs are called.
    const ctx = createRequestContext(env, () => undefined);
    const key = { id: keyId, name, scopes: [], eventIds: null, expiresAt: Date.now() + 60_000 };
    const session = { userId: host.id, issuedAt: Date.now(), sessionId: keyId, apiKey: key };
    const caller = { session, eventId: id, minimumRole: "owner" } as unknown as Parameters<typeof changeRole>[1];
    await inviteCollaborator(ctx, caller, { email: freshEmail(), role: "viewer" });
    await changeRole(ctx, caller, { userId: viewer.id, role: "editor" });
    await removeCollaborator(ctx, caller, viewer.id);
    const actor = { id: host.id, api_key: { id: keyId, name } };
    expect(await records()).toMatchObject([
      { action: "collaborator.invited", actor },
      { action: "collaborator.role_changed", actor },
      { action: "collaborator.removed", actor },
    ]);
  });
});
