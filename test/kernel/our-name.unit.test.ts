import { describe, expect, it } from "vitest";
import { posesAsUs } from "../../src/kernel/our-name.ts";

describe("posesAsUs", () => {
  /** @promise Accounts: No account's name is Usher or looks like it, in any spacing, case or alphabet */
  it.each([
    ...[
      "Usher",
      "USHER",
      " usher ",
      "U s h e r",
      "U-S-H-E-R",
      "U.s.h.e.r.",
      "us her",
      "Ush\u200ber",
      "«Usher»",
      "Usher™",
      "Úshèr",
    ],
    ...[
      "Uѕher",
      "Ushеr",
      "υsher",
      "Uꜱʜᴇʀ",
      "Uѕһеr",
      "ＵＳＨＥＲ",
      "Ⓤⓢⓗⓔⓡ",
      "🅄🅂🄷🄴🅁",
      "🆄🆂🅷🅴🆁",
      "🇺🇸🇭🇪🇷",
      "𝓤𝓼𝓱𝓮𝓻",
      "U5her",
      "Ush3r",
      "U$h€r",
      "Vsher",
    ],
    ...[
      "Usher Team",
      "The Usher Team",
      "Team Usher",
      "Usher Support",
      "usher-support",
      "UsherTeam",
      "Usher.com",
      "www.usher.com",
      "MyUsher",
    ],
    ...[
      "Usher Security",
      "Usher Sicherheit",
      "Équipe Usher",
      "Soporte Usher",
      "فريق Usher",
      "Usher サポート",
      "Usher 客服",
      "U s h e r team",
    ],
    ...["Usher Anybody", "Mary Usher Support", "no-reply Usher", "Ada from Usher"],
    ...["your Usher account", "Your Usher", "Ihr Konto bei Usher", "Kundenkonto Usher", "Sicherheitsteam Usher"],
    ...["Usher's Team", "Ushers security", "Usher24 Support", "usher dot com", "Ushеr seсurity"],
    ...["Votre compte Usher", "La tua sicurezza, Usher", "Beveiligingsteam Usher", "Destek: Usher"],
    ...["あなたのUsherアカウント", "アカウントUsher", "Usher账户", "حساب Usher"],
  ])("returns true for %s", (name) => {
    expect(posesAsUs(name)).toBe(true);
  });

  it.each([
    ...[
      "Ada",
      "Mary Usher",
      "M. Usher",
      "Mary & Tom Usher",
      "The Lushers",
      "Gusher",
      "Ushers",
      "Fisher",
      "Asher",
      "Ushi Herrmann",
      "Staffan Usher",
      "Falstaff Usher",
    ],
    ...["Support Team", "Иван Петров", "张伟", "Ursula Herr", "", "!"],
  ])("returns false for %s", (name) => {
    expect(posesAsUs(name)).toBe(false);
  });
});
