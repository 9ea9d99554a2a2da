import { T } from "../texts.tsx";

/** Below the door code. A plain link: nothing is fetched from the wallet until it is followed. */
export function WalletLink({ token }: { token: string }) {
  return (
    <p>
      <a class="button plain" href={`/i/${token}/wallet/google`} rel="noreferrer">
        <T id="guest.google-wallet" />
      </a>
    </p>
  );
}
