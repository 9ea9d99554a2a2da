import { useMutation } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { api, queryClient, useMe } from "../api/client.ts";
import { setSession } from "../api/session.ts";
import { Text, textsOf } from "../i18n/text.tsx";
import { Link } from "../ui/button.tsx";
import { ActionMenu } from "../ui/menu.tsx";
import { reasonOf } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { forgetDrafts } from "../ui/use-draft.ts";

const t = textsOf("common");

/** The frame of all screens of a signed-in host. */
export function AccountFrame() {
  return (
    <>
      <TopBar />
      <BouncedEmail />
      <Outlet />
    </>
  );
}

/** The account screen says more about it. */
function BouncedEmail() {
  const me = useMe();
  const isOnAccount = useLocation({ select: ({ pathname }) => pathname === "/account" });
  if (!me.email_bounced || isOnAccount) return null;
  return (
    <p className="banner quiet" role="status">
      <Text area="common" id="email-bounced" link={(words) => <Link to="/account">{words}</Link>} />
    </p>
  );
}

function TopBar() {
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

export function Main({ children, isNarrow = false }: { children: React.ReactNode; isNarrow?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={isNarrow ? "main narrow" : "main"}>
      {children}
    </main>
  );
}
