import type { Demo } from "./demo.ts";
import type { Settings } from "./settings.ts";

export interface Ready {
  settings: Settings;
  seconds: number;
  mailsUrl: string | null;
  inspectorPort: number;
  /** Opens the console signed in, once; null without a demo, or where no browser would keep the session. */
  signInUrl: string | null;
  /** Null when the accounts are not the demo's; an error when the demo could not be created or found. */
  demo: Demo | Error | null;
}

/** The text that a start ends with: addresses, the demo's account and its link. */
export function welcome({ settings, seconds, mailsUrl, inspectorPort, demo, signInUrl }: Ready): string {
  const { ports, worker } = settings;
  const lines = [
    ["Console", signInUrl === null ? `${worker.PUBLIC_URL}/app` : `${signInUrl} (signed in, once, within 10 minutes)`],
    ["API reference", `${worker.PUBLIC_URL}/docs`],
    ...demoLines(demo),
    ["Mails", mailsUrl ?? "sent through the configured backend"],
    [
      "Debugger",
      `127.0.0.1:${inspectorPort} (V8's inspector of the Worker: chrome://inspect, or "attach" in an editor)`,
    ],
    ["Engine", `gRPC 127.0.0.1:${ports.GRPC_PORT}, gRPC-Web http://127.0.0.1:${ports.GRPC_WEB_PORT}`],
  ];
  return [
    "",
    `Usher is ready after ${seconds.toFixed(1)} s.`,
    "",
    ...lines.map(([name = "", value]) => `  ${name.padEnd(WIDTH)}${value}`),
    "",
    "  Ctrl-C stops everything. To start over, delete .wrangler/state and .data.",
    "",
  ].join("\n");
}

const WIDTH = 16;

function demoLines(demo: Ready["demo"]): string[][] {
  if (demo === null) return [["Demo", "none: the database has accounts already"]];
  if (demo instanceof Error) return [["Demo", `not available: ${demo.message}`]];
  const { email, password, invitation } = demo;
  const host = [
    ["Host", email],
    ["Password", password],
  ];
  if (invitation === null) return host;
  const { guest, link } = invitation;
  return [...host, ["Invitation", `${link} (${guest})`]];
}
