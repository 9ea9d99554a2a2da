import { html, raw } from "hono/html";
import { attachmentUrl, type CaughtMail, type CaughtText, detailOf, summaryOf } from "./caught.ts";

type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
td, th { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8884; vertical-align: top; overflow-wrap: anywhere; }
iframe { width: 100%; height: 48rem; border: 1px solid #8886; border-radius: 6px; background: Canvas; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: 1rem; border-radius: 6px; }
.empty { opacity: .7; }
`;

/** Renders the list of emails and text messages, newest first. The page reloads every few seconds. */
export function listPage(mails: CaughtMail[], received: number, texts: CaughtText[]): string {
  const rows = mails.map(summaryOf).map(
    (mail) => html`<tr>
      <td>${mail.received_at.slice(11, 19)}</td>
      <td>${mail.to.join(", ")}</td>
      <td><a href="/mails/${mail.id}">${mail.subject || "(no subject)"}</a></td>
    </tr>`,
  );
  const table = html`<table><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr>${rows}</table>`;
  const textRows = texts.map(
    (text) => html`<tr><td>${text.received_at.slice(11, 19)}</td><td>${text.to}</td><td>${linked(text.body)}</td></tr>`,
  );
  return document(
    "Caught emails",
    html`<h1>Caught emails</h1>
      <p>${received} received since start, ${mails.length} shown. Nothing leaves this machine.</p>
      ${rows.length === 0 ? html`<p class="empty">No email yet. This page refreshes automatically.</p>` : table}
      ${texts.length === 0 ? "" : html`<h2>Text messages</h2><table>${textRows}</table>`}`,
    html`<meta http-equiv="refresh" content="4">`,
  );
}

/** Renders one email: HTML part, text part, attachments, headers, and a link to the source. */
export function mailPage(mail: CaughtMail): string {
  const { subject, from, to, received_at, text, headers, attachments, id } = detailOf(mail);
  const files = attachments.map(
    (file) =>
      html`<li><a href="${file.url}">${file.filename ?? "(unnamed)"}</a> ${file.content_type}, ${file.size} bytes</li>`,
  );
  return document(
    subject,
    html`<p><a href="/">All emails</a></p>
      <h1>${subject}</h1>
      <p>From ${from} to ${to.join(", ")} at ${received_at}</p>
      <iframe title="HTML part" src="/mails/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
      <h2>Text part</h2>
      <pre>${linked(text)}</pre>
      <h2>Attachments</h2>
      ${files.length === 0 ? html`<p class="empty">None</p>` : html`<ul>${files}</ul>`}
      <h2>Headers</h2>
      <pre>${headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}</pre>
      <p><a href="/mails/${id}/source">Source</a></p>`,
  );
}

/** Renders the HTML part as a separate document: resolves `cid:` images, opens links in a new tab, blocks scripts. */
export function mailDocument(mail: CaughtMail) {
  const files = mail.parsed.attachments;
  const body = (mail.parsed.html ?? "<p>(no HTML part)</p>").replace(/cid:([^"'\s)>]+)/g, (whole, id: string) => {
    const index = files.findIndex((file) => file.contentId === `<${decodeURIComponent(id)}>`);
    return index < 0 ? whole : attachmentUrl(mail, index);
  });
  return {
    type: "text/html; charset=utf-8",
    body: `<base target="_blank">${body}`,
    headers: {
      "content-security-policy":
        "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox",
    },
  };
}

function linked(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`));
}

function document(title: string, body: Markup, head: Markup = html``): string {
  return `${html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width">${head}<style>${raw(STYLE)}</style></head>
    <body>${body}</body></html>`}`;
}
