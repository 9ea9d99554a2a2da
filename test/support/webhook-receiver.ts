import { inject } from "vitest";
import type { Behaviour, ReceivedCall } from "../../testkit/webhook-receiver.ts";

/** A received payload, with its call. */
export interface ReceivedWebhook {
  id: string;
  type: string;
  sequence: number;
  data: Record<string, unknown>;
  call: ReceivedCall;
}

/** A webhook receiver for one test. */
export function freshReceiver() {
  const { url, tlsUrl } = inject("webhookReceiver");
  const name = crypto.randomUUID();
  const all = async (): Promise<ReceivedWebhook[]> => {
    const calls = await (await fetch(`${url}/calls/${name}`)).json<ReceivedCall[]>();
    return calls.map((call) => {
      const { type, data } = JSON.parse(call.body) as { type: string; data: Record<string, unknown> };
      return { id: call.headers["webhook-id"] ?? "", type, sequence: Number(data.sequence), data, call };
    });
  };
  return {
    url: `${url}/${name}`,
    /** URL with a certificate of an untrusted authority. */
    tlsUrl: `${tlsUrl}/${name}`,
    /** Sets the later responses. */
    async behave(behaviour: Behaviour): Promise<void> {
      await fetch(`${url}/behaviour/${name}`, { method: "PUT", body: JSON.stringify(behaviour) });
    },
    /** Returns every call so far. */
    all,
    /** Returns the calls that it accepted. */
    taken: async () => (await all()).filter(({ call }) => call.status < 300),
  };
}
