import { T } from "../texts.tsx";

/** The wallets that a pass can be saved to. */
export type Wallet = "google" | "apple";

/** Below the door code. Plain links: nothing is fetched from a wallet until one is followed. */
export function WalletLinks({ token, wallets }: { token: string; wallets: readonly Wallet[] }) {
  return (
    <>
      {wallets.map((wallet) => (
        <p>
          <a class="button plain" href={`/i/${token}/wallet/${wallet}`} rel="noreferrer">
            <T id={`guest.${wallet}-wallet`} />
          </a>
        </p>
      ))}
    </>
  );
}
