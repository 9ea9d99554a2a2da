/** Headers from the route to the object: the verified ticket. Clients cannot reach the object. */
export const LIVE_HEADERS = {
  user: "x-usher-user",
  session: "x-usher-session",
  ticket: "x-usher-ticket",
  ticketExpires: "x-usher-ticket-expires",
};
