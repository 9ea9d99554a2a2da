import type { Browser, Page } from "playwright-core";
import { openTab } from "./browser.ts";
import { type E2eFixture, makeE2eFixture } from "./e2e-fixture.ts";
import type { RunningService } from "./running-service.ts";

/** A wedding whose host and guest share a language, with the texts that they read from the email to the door. */
export interface Wedding {
  locale: string;
  dir: "ltr" | "rtl";
  host: string;
  event: { name: string; description: string; venue: string; timezone: string };
  guest: { name: string; party_size: number; table: string };
  /** Texts that are read, clicked and seen, in order. */
  words: {
    invitation: string;
    greeting: string;
    rsvp: string;
    yes: string;
    companions: string;
    companion: string;
    send: string;
    going: string;
    confirmation: string;
    pass: string;
    calendar: string;
    door: string;
    scanner: string;
    party: string;
    counter: string;
  };
}

export const JAPANESE: Wedding = {
  locale: "ja",
  dir: "ltr",
  host: "佐藤 健太",
  event: {
    name: "佐藤家・鈴木家 結婚披露宴",
    description: "謹んでご案内申し上げます。\n\n挙式のあと、ささやかな披露宴を催します。どうぞお気軽にお越しください。",
    venue: "八芳園、東京都港区白金台1-1-1",
    timezone: "Asia/Tokyo",
  },
  guest: { name: "山田 花子", party_size: 2, table: "3" },
  words: {
    invitation: "「佐藤家・鈴木家 結婚披露宴」へのご招待",
    greeting: "山田 花子 様",
    rsvp: "出席",
    yes: "出席します",
    companions: "お連れ様は何名ですか？",
    companion: "1名",
    send: "返信を送る",
    going: "ご出席で承りました",
    confirmation: "ご出席を承りました：佐藤家・鈴木家 結婚披露宴",
    pass: "山田 花子様の入場パスのQRコード",
    calendar: "Apple / その他：カレンダーに追加",
    door: "受付 · 佐藤家・鈴木家 結婚披露宴",
    scanner: "バーコードリーダーまたはコード",
    party: "2名",
    counter: "予定2名のうち2名が受付済み",
  },
};

export const ARABIC: Wedding = {
  locale: "ar",
  dir: "rtl",
  host: "ليلى منصور",
  event: {
    name: "حفل زفاف ليلى وكريم",
    description: "يسعدنا حضوركم لمشاركتنا فرحتنا.\n\nيبدأ العشاء بعد مراسم عقد القران مباشرة.",
    venue: "قاعة النخيل، شارع الكورنيش، القاهرة",
    timezone: "Africa/Cairo",
  },
  guest: { name: "نورا الحسيني", party_size: 2, table: "3" },
  words: {
    invitation: "دعوة: حفل زفاف ليلى وكريم",
    greeting: "مرحبًا نورا الحسيني،",
    rsvp: "نعم",
    yes: "نعم، سأحضر",
    companions: "كم شخصًا سيرافقكم؟",
    companion: "مرافق واحد",
    send: "إرسال الرد",
    going: "تم تأكيد حضوركم",
    confirmation: "تأكّد حضوركم: حفل زفاف ليلى وكريم",
    pass: "رمز QR لبطاقة دخول نورا الحسيني",
    calendar: "Apple / غيره: إضافة إلى التقويم",
    door: "تسجيل الدخول · حفل زفاف ليلى وكريم",
    scanner: "قارئ الرموز أو الرمز",
    party: "شخصان",
    counter: "الحاضرون من المتوقَّعين: 2 من 2",
  },
};

/** An email in the mail catcher. */
export interface OpenedMail {
  subject: string;
  /** URL that shows the email in a browser. */
  url: string;
}

const MARKS = "[\\u2066-\\u2069]*";

/** Invisible marks that isolate the direction of a name. */
export const withoutMarks = (text: string): string => text.replace(/[\u2066-\u2069]/g, "");

/** Matches words on a page, with or without the marks that isolate the direction of names. */
export function reading(words: string): RegExp {
  const letters = Array.from(words, (letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&"));
  return new RegExp(`^\\s*${MARKS}${letters.join(MARKS)}${MARKS}\\s*$`);
}

/** Opens a phone whose browser asks for the wedding's language. */
export function phoneOf({ locale, event }: Wedding, browser: Browser) {
  return openTab(browser, { locale, timezoneId: event.timezone, reducedMotion: "reduce" });
}

/** Creates the wedding, invites its guest, and opens the email on the guest's phone. */
export async function openInvitationMail(wedding: Wedding, service: RunningService, browser: Browser) {
  const { fixture, address } = await inviteTo(wedding, service);
  const { page, pageErrors } = await phoneOf(wedding, browser);
  const mail = await mailNumber(service, address, 1);
  await page.goto(mail.url);
  return { fixture, address, page, pageErrors, mail };
}

/** Creates the wedding, in an hour, and invites its guest by email. */
async function inviteTo(wedding: Wedding, service: RunningService): Promise<{ fixture: E2eFixture; address: string }> {
  const { locale, host, event, guest } = wedding;
  const fixture = await makeE2eFixture(service, { guests: 0 });
  await fixture.api("PATCH", "/me", { name: host, locale });
  const startsAt = Date.now() + 3_600_000;
  await fixture.api("PATCH", `/events/${fixture.eventId}`, {
    ...event,
    locale,
    event_date: new Date(startsAt).toISOString(),
    end_time: new Date(startsAt + 4 * 3_600_000).toISOString(),
  });
  const address = `guest-${locale}-${fixture.eventId}@example.com`;
  const invited = await fixture.api<{ id: string }>("POST", `/events/${fixture.eventId}/guests`, {
    ...guest,
    email: address,
  });
  await fixture.api("POST", `/events/${fixture.eventId}/tokens`, { guest_id: invited.id, notify: true });
  return { fixture, address };
}

/** Waits for the nth email to an address, counted from the first. */
export async function mailNumber(service: RunningService, address: string, number: number): Promise<OpenedMail> {
  const query = new URLSearchParams({ to: address, wait_ms: "40000", at_least: String(number) });
  const response = await fetch(`${service.mailsUrl}/api/mails?${query}`);
  const { items } = (await response.json()) as { items: { id: string; subject: string }[] };
  const mail = items.at(-number);
  if (mail === undefined) throw new Error(`mail ${number} to ${address} did not arrive`);
  return { subject: mail.subject, url: `${service.mailsUrl}/mails/${mail.id}/html` };
}

/** Submits an RSVP with one companion on an invitation. */
export async function replyYes(page: Page, { words }: Wedding): Promise<void> {
  await page.getByLabel(words.yes, { exact: true }).check();
  await page.getByLabel(reading(words.companions)).selectOption({ label: words.companion });
  await page.getByRole("button", { name: words.send }).click();
  await page.getByRole("heading", { name: words.going }).waitFor();
}

/** Opens the scanner of a wedding and types a code, as a barcode scanner does. */
export async function checkIn(page: Page, wedding: Wedding, fixture: E2eFixture, code: string): Promise<void> {
  const { url } = await fixture.api<{ url: string }>("POST", `/events/${fixture.eventId}/scanner-ticket`);
  await page.goto(url);
  await page.getByLabel(wedding.words.scanner).fill(code);
  await page.getByLabel(wedding.words.scanner).press("Enter");
  await page.locator("#verdict.green").getByRole("heading", { name: wedding.guest.name }).waitFor();
}
