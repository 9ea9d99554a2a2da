import { Page } from "../ui/page.tsx";
import { Empty } from "../ui/states.tsx";

/** A screen that only editors have, as a viewer finds it: what it would be, and whom to ask. */
export function ViewerPage({ title, heading, lead }: { title: string; heading: string; lead: string }) {
  return (
    <Page title={title}>
      <Empty title={heading}>{lead}</Empty>
    </Page>
  );
}
