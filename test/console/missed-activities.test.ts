import type { WebSocketRoute } from "playwright-core";
import { expect, it } from "vitest";
import { hostAtConsole, openScreen, useConsole } from "./support.ts";

const TEST_TIMEOUT_MS = 120_000;
const WAIT = { timeout: 30_000 };
/** More than a socket repeats. */
const MANY = 520;

const setup = useConsole();

it("shows a check-in that is older than the 500 activities that the socket repeats", {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const { page, fixture } = await hostAtConsole(setup, { guests: 2 });
  const path = `/events/${fixture.eventId}`;
  const sockets: WebSocketRoute[] = [];
  let isDown = false;
  await page.routeWebSocket(/\/live\?/, (socket) => {
    if (isDown) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  const checkIn = (index: number) => fixture.api("POST", `${path}/check-in`, { guest_id: fixture.guests[index]?.id });

  await openScreen(page, `${path}/guests`, "Guests");
  await expect.poll(() => sockets.length, WAIT).toBe(1);
  await page.getByRole("searchbox", { name: /Search/ }).fill("@example.com");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await checkIn(0);
  await row("Ada Lindqvist").getByText("checked in").waitFor();

  isDown = true;
  await sockets[0]?.close();
  await checkIn(1);
  const rows = Array.from({ length: MANY }, (_, index) => `Later guest ${index}`);
  const file = new FormData();
  file.append("file", new File([["name", ...rows].join("\n")], "guests.csv", { type: "text/csv" }));
  const imported = await fetch(new URL(`${path}/guests/import`, setup.service.url), {
    method: "POST",
    headers: { Authorization: `Bearer ${fixture.host.token}` },
    body: file,
  });
  expect(imported.status).toBe(201);
  expect(await row("Benedikt Osei").getByText("checked in").count()).toBe(0);

  isDown = false;
  await row("Benedikt Osei").getByText("checked in").waitFor();
  expect(sockets.at(-1)?.url()).toContain("&after=");
});
