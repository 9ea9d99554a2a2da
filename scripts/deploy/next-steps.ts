import { NO_ENGINE } from "./deployment-config.ts";

const ENGINE_STEPS = `Run the engine in a container near the guests: the Worker waits at most 250 ms, network included.

  docker build -f scoring-engine/Dockerfile -t usher-engine .
  mkdir -p .data && (umask 077; grep '^SCORING_ENGINE_SECRET=' .deploy.vars > .data/engine.env)
  docker run -d --name usher-engine --restart unless-stopped --env-file .data/engine.env \\
    -p 127.0.0.1:50052:50052 -v usher-engine:/data usher-engine

  On another host: docker tag, docker push to its registry, and set the same variables there.

  50052   gRPC-Web over HTTP/1.1 for the Worker: publish it behind a TLS proxy
  50051   native gRPC, for other programs: keep it closed or in your private network
  9464    metrics for Prometheus, without authentication: private network only

  SCORING_ENGINE_SECRET   the same as the Worker's; at least 32 bytes
  STORE_PATH, /data       guests' baselines; the volume outlives the container
  REDIS_URL               instead of the file, when several engines share a store

Then set SCORING_ENGINE_URL=https://… in .deploy.vars and run npm run deploy again.`;

export interface DeploymentResult {
  publicUrl: string;
  engineUrl: string;
  /** Whether the engine responded; null when none is configured. */
  engineAnswers: boolean | null;
  /** Whether `.deploy.vars` contains the engine's secret. */
  knowsEngineSecret: boolean;
  warnings: readonly string[];
}

/** The operator's next steps, printed at the end of a deployment. */
export function nextSteps({
  publicUrl,
  engineUrl,
  engineAnswers,
  knowsEngineSecret,
  warnings,
}: DeploymentResult): string {
  const parts = [`Usher runs at ${publicUrl}.`];
  if (warnings.length > 0) parts.push(warnings.map((line) => `- ${line}`).join("\n"));
  if (engineAnswers === null) parts.push(ENGINE_STEPS);
  if (engineAnswers === false)
    parts.push(`${engineUrl}/healthz does not respond to this machine. Check that it is reachable from the internet.`);
  if (engineAnswers === null && !knowsEngineSecret) {
    parts.push("SCORING_ENGINE_SECRET is not in this .deploy.vars, but in the one of the first deployment.");
  }
  return parts.join("\n\n");
}

export function hasEngine(engineUrl: string): boolean {
  return engineUrl !== NO_ENGINE;
}
