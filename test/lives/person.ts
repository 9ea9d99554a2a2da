import { guestBrowser } from "../support/devices.ts";
import { type CaughtMail, mailsTo } from "../support/mailbox.ts";

/** A reply on the invitation's page. */
export interface Said {
  response: "attending" | "maybe" | "declined";
  /** People in all, the guest included. */
  people?: number;
  /** Further fields of the form, such as answers to questions. */
  fields?: Record<string, string>;
}

/** A guest as a person: a link, a browser, a mailbox, and a way to reply. */
export class Person {
  readonly browser: ReturnType<typeof guestBrowser>;
  /** Emails that were already checked, by ID. */
  readonly #read = new Set<string>();
  token: string | null = null;

  constructor(
    readonly name: string,
    readonly id: string,
    readonly email: string | null,
    at: { address?: string | undefined; userAgent?: string | undefined } = {},
  ) {
    this.browser = guestBrowser(at.userAgent, at.address);
  }

  /** Opens the invitation. */
  async opens(): Promise<string> {
    return (await this.#visit()).text();
  }

  /** Sends the invitation's form. @throws Error unless the reply was stored */
  async says({ response, people, fields = {} }: Said): Promise<void> {
    const page = await this.opens();
    const intent = page.includes('name="intent" value="edit"') ? "edit" : "submit";
    const party: Record<string, string> = people === undefined ? {} : { plus_ones: String(people - 1) };
    await this.#send({ intent, response, ...party, ...fields }, `${this.name}: ${response}`);
  }

  /** Accepts or declines an offered seat. */
  async answersOffer(accept: boolean): Promise<void> {
    await this.opens();
    await this.#send({ intent: "offer", accept: accept ? "yes" : "no" }, `${this.name} answers the offer`);
  }

  /** Returns the emails that arrived since the last call, oldest first. */
  async reads(): Promise<CaughtMail[]> {
    if (this.email === null) return [];
    const fresh = await mailsTo(this.email, this.#read);
    for (const { id } of fresh) this.#read.add(id);
    return fresh.reverse();
  }

  async #send(form: Record<string, string>, what: string): Promise<void> {
    const response = await this.#visit(form);
    if (response.status >= 400) throw new Error(`${what}: ${response.status} ${sentencesIn(await response.text())}`);
  }

  #visit(form?: Record<string, string>): Promise<Response> {
    if (this.token === null) throw new Error(`${this.name} has no link`);
    return this.browser.visit(this.token, form);
  }
}

/** The text of a page as people read it, without markup, styles and scripts. */
export function sentencesIn(html: string): string {
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/[\u2066-\u2069]/g, "")
    .replace(/&#39;|&#x27;|&apos;|’/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
}
