/**
 * Lines of wrangler's output that are suppressed: its table of bindings, the warning about crons (the Scheduler's alarm
 * runs instead), its hint about types, and its request log, whose paths contain guests' secret tokens. The Worker's own log contains the route
 * instead.
 */
const SUPPRESSED = [
  /^\[wrangler:\w+\] [A-Z]+ \//,
  /^\[wrangler:info\] (Ready|Updated|QUEUE)/,
  /^Your Worker has access/,
  /^Binding {2}/,
  /^env\.\w+ /,
  /^Using secrets/,
  // `npm run check` compares src/worker-configuration.d.ts; wrangler does not know with which options it was generated.
  /Your types might be out of date/,
  /^⎔ /,
  /^\[custom build\] Running/,
  /Scheduled Workers are not automatically triggered/,
  /^ {2}To manually trigger a scheduled event/,
  /cdn-cgi\/local\/scheduled/,
  /configuration\/cron-triggers/,
  /^\s*$/,
];
/** ANSI colour codes, which are removed before lines are compared. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with a control character
const COLOUR = /\u001b\[[\d;]*m/g;

/** Whether a line of wrangler's output is printed. */
export function isRelevant(line: string): boolean {
  const plain = line.replace(COLOUR, "");
  return !SUPPRESSED.some((pattern) => pattern.test(plain));
}

/** Lines that the Worker writes for ordinary requests; those of errors are no such lines. */
const OF_REQUEST = /"level":"info","msg":"(request|count)"/;

/** Whether a line reports a request that went well or was refused. */
export function isOfRequest(line: string): boolean {
  return OF_REQUEST.test(line);
}
