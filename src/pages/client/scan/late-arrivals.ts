import { MAX_PARTY } from "../../../kernel/max-party.ts";
import type { DoorApi, Match, Preview } from "./door-api.ts";
import type { GuestList } from "./guest-list.ts";
import type { CheckIn } from "./guest-shapes.ts";
import type { Choice, VerdictPanel } from "./result-panel.ts";
import { admittedResult, refusal, type ScanResult } from "./scan-result.ts";
import { t } from "./texts.ts";

interface LateParts {
  api: DoorApi;
  list: GuestList;
  panel: VerdictPanel;
  onChange: () => void;
}

/** Adds people of a party who arrive after its check-in. */
export class LateArrivals {
  readonly #parts: LateParts;

  constructor(parts: LateParts) {
    this.#parts = parts;
  }

  /** Asks for the number of late arrivals in the party of a guest who was found by name. */
  async addToParty({ guest }: Match): Promise<void> {
    const { api, panel } = this.#parts;
    const reply = await api.post<Preview>("check-in/preview", { guest_id: guest.id });
    if (reply.state === "refused") return panel.show(refusal(reply.status, reply.problem));
    const checkIn = reply.state === "done" ? reply.body.check_in : null;
    if (checkIn !== null) this.ask(checkIn);
    else panel.show({ tone: "amber", title: guest.name, detail: t("not-saved"), undecided: false });
  }

  /** Asks how many more have come of a party that is in. */
  ask(checkIn: CheckIn, note = ""): void {
    const nonce = crypto.randomUUID();
    const most = MAX_PARTY - checkIn.arrival_count;
    const asked = { name: checkIn.guest.name, note, expected: Math.max(1, checkIn.remaining), most };
    this.#parts.panel.askMore(asked, (count) => void this.#add(checkIn, count, nonce));
  }

  offer(checkIn: CheckIn): Choice {
    return { text: t("more-people"), plain: true, act: () => this.ask(checkIn) };
  }

  async #add(partly: CheckIn, count: number, nonce: string): Promise<void> {
    const { api, panel, list } = this.#parts;
    const reply = await api.post<CheckIn>(`check-ins/${partly.id}/arrivals`, { arrival_count: count, nonce });
    if (reply.state === "done") {
      panel.show(admittedResult(reply.body));
      await list.note(reply.body.guest.id, reply.body);
    } else if (reply.state === "refused") panel.show(refusal(reply.status, reply.problem));
    else {
      const again = { text: t("try-again"), act: () => void this.#add(partly, count, nonce) };
      const verdict: ScanResult = { tone: "amber", title: partly.guest.name, detail: t("not-saved"), undecided: true };
      panel.show(verdict, [again, { text: t("not-now"), plain: true, act: () => undefined }]);
    }
    this.#parts.onChange();
  }
}
