/** A command was called with wrong arguments. The message names the mistake. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Exit codes for scripts that run the command. */
export const EXIT = { ok: 0, failed: 1, usage: 2, notAllowed: 3, incomplete: 4 } as const;

export const HELP = `Usage: usher <command> [options]

Commands
  events                    list your events
  guests list               list the guests of an event
  guests import <file.csv>  add guests from a file; \`-\` reads standard input
  invitations send          mail guests who haven't been invited yet their links
  watch                     print what happens at an event, as it happens

Options
  --event <id or name>      which event; without it, the only one that the key sees
  --response <answer>       guests list: attending, declined, maybe or pending
  --tag <tag>               guests list: those with a tag
  --strict                  guests import: one bad row refuses the whole file
  --no-mail                 invitations send: make links, mail nobody
  --after <number>          watch: go on after this frame
  --json                    JSON, one value a line, for programs
  --help, --version

Environment
  USHER_API_KEY             an API key; make one in the console, Account, API keys
  USHER_URL                 where the service is, such as https://usher.example

Exit codes: 0 done, 1 failed, 2 wrong use, 3 the key isn't valid or may not do this, 4 done in part.`;
