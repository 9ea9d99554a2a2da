import { CliError } from "../cli-error.ts";
import type { RawConfig } from "./desired-resources.ts";

/** A Worker of the deployment: its configuration, in a file of its own, and whether it signs and stores. */
export interface DeployedWorker {
  name: string;
  /** File name, in the project's root. Not committed. */
  file: string;
  config: Record<string, unknown>;
  /** The secrets that it has; all for a data Worker. */
  secrets: "all" | readonly string[];
}

/** The secrets by which the edge Worker checks links. */
const EDGE_SECRETS = ["PLATFORM_SECRET", "PLATFORM_SECRET_PREVIOUS"];
const EDGE_VARIABLES = ["PUBLIC_URL", "CORS_ORIGINS", "REGIONS"];

/** A region's settings that a deployment reads; src/kernel/regions.ts checks the table. */
type RegionTable = Record<string, { shards: number[]; placement?: string }>;

/** Whether the data Worker is placed beside its data, with an edge Worker in front. */
export function isPlaced(variables: Readonly<Record<string, string>>): boolean {
  return Boolean(variables.PLACEMENT || variables.REGIONS);
}

/** The edge Worker's name: that of the data Worker with an ending. */
export function edgeName({ name }: Pick<RawConfig, "name">): string {
  return `${name}-edge`;
}

/**
 * The Workers of a deployment, in the order in which they are deployed first: each after those that it refers to. Without
 * PLACEMENT and REGIONS it is the one of wrangler.toml.
 * @param data its configuration as deployed, with the account's ids
 * @param edge wrangler.edge.toml
 * @throws CliError for a region without a placement
 */
export function workersOf(
  data: RawConfig,
  edge: Record<string, unknown>,
  variables: Readonly<Record<string, string>>,
): [DeployedWorker, ...DeployedWorker[]] {
  const first: DeployedWorker = { name: data.name, file: "wrangler.deploy.json", config: data, secrets: "all" };
  if (!isPlaced(variables)) return [first];
  const regions = Object.entries(JSON.parse(variables.REGIONS || "{}") as RegionTable);
  const [home, own] = regions.find(([, { shards }]) => shards.includes(0)) ?? [];
  const others = regions.filter(([name]) => name !== home);
  const placed = (name = "", placement = "") => {
    if (placement !== "") return { region: placement };
    throw new CliError(`REGIONS: ${name} has no \`placement\`, such as aws:eu-central-1.`);
  };
  return [
    { ...first, config: { ...data, placement: placed(home, own?.placement ?? variables.PLACEMENT) } },
    ...others.map(([name, { placement }]) => regionalWorker(data, name, placed(name, placement))),
    edgeWorker(data, edge, variables, [
      { binding: "DATA", service: data.name },
      ...others.map(([name]) => serviceOf(data, name)),
    ]),
  ];
}

/**
 * The Worker of a further region: the same code and databases, and the first Worker's objects, queues and schedule. An
 * object is made near whoever uses it first, which is this Worker for the events of its region.
 */
function regionalWorker(data: RawConfig, region: string, placement: { region: string }): DeployedWorker {
  const { migrations: _, triggers: __, queues, durable_objects: objects, ...config } = data;
  const { bindings } = objects as { bindings: object[] };
  const name = `${data.name}-${region}`;
  return {
    name,
    file: `wrangler.${region}.deploy.json`,
    config: {
      ...config,
      name,
      placement,
      workers_dev: false,
      queues: { producers: queues.producers },
      durable_objects: { bindings: bindings.map((binding) => ({ ...binding, script_name: data.name })) },
    },
    secrets: "all",
  };
}

function edgeWorker(
  data: RawConfig,
  edge: Record<string, unknown>,
  variables: Readonly<Record<string, string>>,
  services: readonly object[],
): DeployedWorker {
  const vars = Object.entries(variables).filter(([name]) => EDGE_VARIABLES.includes(name));
  return {
    name: edgeName(data),
    file: "wrangler.edge.deploy.json",
    config: {
      ...edge,
      name: edgeName(data),
      account_id: data.account_id,
      workers_dev: data.workers_dev,
      preview_urls: false,
      minify: true,
      services,
      vars: Object.fromEntries(vars),
    },
    secrets: EDGE_SECRETS,
  };
}

/** `DATA_US`, bound to `usher-us`: see `Region.service` of src/kernel/regions.ts. */
function serviceOf({ name }: RawConfig, region: string) {
  return { binding: `DATA_${region.replaceAll("-", "_").toUpperCase()}`, service: `${name}-${region}` };
}
