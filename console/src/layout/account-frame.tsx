import { useMutation } from "@tanstack/react-query";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { api } from "../api/client.ts";
import { queryClient, useMe } from "../api/queries.ts";
import { setSession } from "../api/session.ts";
import { useText } from "../i18n/use-text.tsx";
import { Link } from "../ui/button.tsx";
import { ActionMenu } from "../ui/menu.tsx";
import { useReason } from "../ui/refusal.tsx";
import { toast } from "../ui/toast.tsx";
import { forgetDrafts } from "../ui/use-draft.ts";

/** The frame of all screens of a host who is signed in. */
export function AccountFrame() {
  return (
    <>
      <TopBar />
      <Outlet />
    </>
  );
}

function TopBar() {
  const t = useText("common");
  const reasonOf = useReason();
  const me = useMe();
  const navigate = useNavigate();
  const name = me.name === "" ? me.email : me.name;
  const signOut = useMutation({
    mutationFn: () => api.signOut(),
    onSuccess: () => {
      setSession("signed-out");
      queryClient.clear();
      forgetDrafts();
      return navigate({ to: "/sign-in" });
    },
    onError: (error) => toast(reasonOf(error)),
  });
  return (
    <header className="top">
      <Link to="/" className="brand">
        Usher
      </Link>
      <ActionMenu
        isSmall
        actions={[
          { id: "events", label: t("back-to-events"), onAction: () => void navigate({ to: "/" }) },
          { id: "account", label: t("account"), onAction: () => void navigate({ to: "/account" }) },
          { id: "sign-out", label: t("sign-out"), onAction: () => signOut.mutate() },
        ]}
      >
        <span className="break">{name}</span>
        <span aria-hidden="true">▾</span>
      </ActionMenu>
    </header>
  );
}

/** The frame of a screen that belongs to no event. */
export function Main({ children, isNarrow = false }: { children: React.ReactNode; isNarrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={isNarrow ? "main narrow" : "main"}>
      {children}
    </main>
  );
}
