import type { Collaborator } from "@usher/client";

/** The roles of an event, the least first. */
export const ROLES: Collaborator["role"][] = ["viewer", "editor", "owner"];
