import { NO_ENGINE } from "./deployment-config.ts";

const ENGINE_STEPS = `The engine runs in a container, near the guests: it has 250 ms, the way there and back included.

  docker build -f scoring-engine/Dockerfile -t usher-engine .
  mkdir -p .data && (umask 077; grep '^SCORING_ENGINE_SECRET=' .deploy.vars > .data/engine.env)
  docker run -d --name usher-engine --restart unless-stopped --env-file .data/engine.env \\
    -p 127.0.0.1:50052:50052 -v usher-engine:/data usher-engine

  To another host: docker tag and docker push to its registry, and the same variables there.

  50052   gRPC-Web over HTTP/1.1 for the Worker: put TLS in front of it and let the world reach that
  50051   native gRPC, for other programs: leave it closed, or inside your network
  9464    metrics for Prometheus, without a password: inside your network alone

  SCORING_ENGINE_SECRET   the one of the Worker; at least 32 bytes
  STORE_PATH, /data       guests' baselines; the volume outlives the container
  REDIS_URL               in place of the file, where several engines share one store

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
  if (engineAnswers === false) parts.push(`${engineUrl}/healthz does not answer from here. Does it from the internet?`);
  if (engineAnswers === null && !knowsEngineSecret) {
    parts.push("SCORING_ENGINE_SECRET is not in .deploy.vars here, but where the first deployment was made.");
  }
  return parts.join("\n\n");
}

export function hasEngine(engineUrl: string): boolean {
  return engineUrl !== NO_ENGINE;
}
