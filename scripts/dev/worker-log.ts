/**
 * Lines of wrangler that say nothing new (its table of bindings, that crons do not run by themselves: the Scheduler's
 * alarm does) or too much: it writes the path of each request, and a guest's path is a secret. The Worker's own log
 * has the route in its place.
 */
const SUPPRESSED = [
  /^\[wrangler:\w+\] [A-Z]+ \//,
  /^\[wrangler:info\] (Ready|Updated|QUEUE)/,
  /^Your Worker has access/,
  /^Binding {2}/,
  /^env\.\w+ /,
  /^Using secrets/,
  /^⎔ /,
  /^\[custom build\] Running/,
  /Scheduled Workers are not automatically triggered/,
  /^ {2}To manually trigger a scheduled event/,
  /cdn-cgi\/local\/scheduled/,
  /configuration\/cron-triggers/,
  /^\s*$/,
];
/** Colours, which make a line hard to compare. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours begin with
const COLOUR = /\u001b\[[\d;]*m/g;

/** Whether a line that wrangler wrote is worth reading. */
export function isRelevant(line: string): boolean {
  const plain = line.replace(COLOUR, "");
  return !SUPPRESSED.some((pattern) => pattern.test(plain));
}
