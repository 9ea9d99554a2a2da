import { Field, formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

/** The form for somebody who lost the link of an invitation. */
export function lostLinkPage({ error, email = "" }: { error: string | null; email?: string | undefined }): Page {
  return formPage({
    title: "Lost your link?",
    error,
    children: (
      <>
        <p>Enter the email address your invitation was sent to, and we'll email you the link again.</p>
        <form method="post" action="/lost-link/sent">
          <Field name="email" label="Email" type="email" autocomplete="email" value={email} />
          <button type="submit" class="wide">
            Email me my link
          </button>
        </form>
      </>
    ),
  });
}
