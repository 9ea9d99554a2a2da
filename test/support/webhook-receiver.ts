import { inject } from "vitest";
import type { Behaviour, ReceivedCall } from "../../testkit/webhook-receiver.ts";

/** A payload that was received, with the call. */
export interface ReceivedWebhook {
  id: string;
  type: string;
  sequence: number;
  data: Record<string, unknown>;
  call: ReceivedCall;
}

/** A receiver of one test's own. */
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
    /** With a certificate by an authority that nobody trusts. */
    tlsUrl: `${tlsUrl}/${name}`,
    /** How it answers from now on. */
    async behave(behaviour: Behaviour): Promise<void> {
      await fetch(`${url}/behaviour/${name}`, { method: "PUT", body: JSON.stringify(behaviour) });
    },
    /** Every call so far. */
    all,
    /** The calls that it took. */
    taken: async () => (await all()).filter(({ call }) => call.status < 300),
  };
}
