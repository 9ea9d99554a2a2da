import { call } from "../../testkit/e2e-fixture.ts";
import type { RunningService } from "../../testkit/running-service.ts";

interface Frame {
  type: string;
  sequence: number;
  guest: { id: string };
}

/** Called with each frame of a check-in. */
type OnArrival = (guestId: string) => void;

/** Opens sockets on an event for one user. */
export interface Viewer {
  service: RunningService;
  eventId: string;
  /** The user's access token. */
  token: string;
}

/** A live monitor that checks the numbers of its frames, and can be cut. */
export class Monitor {
  readonly #viewer: Viewer;
  readonly #onArrival: OnArrival;
  #socket: WebSocket | null = null;
  /** The newest number seen. */
  last: number;
  /** Frames whose number is not the next one: later ones leave a gap, earlier ones are repeated. */
  gaps = 0;
  repeated = 0;

  /** @param last the number after which it wants frames */
  constructor(viewer: Viewer, last: number, onArrival: OnArrival) {
    this.#viewer = viewer;
    this.#onArrival = onArrival;
    this.last = last;
  }

  /** Opens its socket, and resolves once it is open. */
  async open(): Promise<void> {
    const { service, eventId, token } = this.#viewer;
    const body = { event_id: eventId };
    const { url } = await call<{ url: string }>(service, "10.2.1.1", "POST", "/auth/ws-ticket", body, token);
    const socket = new WebSocket(`${url}&after=${this.last}`);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket === socket) this.#take(JSON.parse(String(data)) as Frame);
    });
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new Error("a monitor could not connect")), { once: true });
    });
  }

  /** Closes its socket immediately. Messages on their way are lost. */
  cut(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #take({ type, sequence, guest }: Frame): void {
    if (sequence > this.last + 1) this.gaps += 1;
    if (sequence <= this.last) this.repeated += 1;
    this.last = Math.max(this.last, sequence);
    if (type === "check_in.recorded") this.#onArrival(guest.id);
  }
}
