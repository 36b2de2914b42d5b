/** Docker Compose: the program, and the containers of a project as the engine sees them. */
import { z } from 'zod'
import { isProblem } from '../../errors.ts'
import { runsAtAll } from '../command/run-command.ts'
import { connectDocker, usualDockerHost } from './connection.ts'
import { nullIfNotFound, translateDocker } from './docker-problem.ts'

/** Gives the command that starts Compose: Docker's plugin, or the program that Debian 12 has; null without either. */
export async function findCompose(): Promise<readonly string[] | null> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const [program, ...args] = [...command, 'version']
    if (await runsAtAll(program, ...args)) return command
  }
  return null
}

/** How long an answer of Docker about the containers of a compose project may take. */
const composeAnswerTimeoutMs = 10_000
/** Aborts one request whose answer takes too long. */
const limitComposeAnswer = () => AbortSignal.timeout(composeAnswerTimeoutMs)

const containersSchema = z.array(z.object({ Id: z.string() }))
const detailsSchema = z.object({
  Id: z.string(),
  Name: z.string(),
  RestartCount: z.number(),
  Config: z.object({ Labels: z.record(z.string(), z.string()) }),
  State: z.object({
    Status: z.string(),
    ExitCode: z.number(),
    Pid: z.number().nullish(),
    Health: z.object({ Status: z.string() }).nullish(),
  }),
  NetworkSettings: z.object({
    Ports: z.record(z.string(), z.array(z.object({ HostPort: z.string() })).nullable()).nullish(),
  }),
})

export interface ComposeContainer {
  readonly id: string
  readonly name: string
  readonly service: string
  readonly isRunning: boolean
  /** PID of its first process, as the engine's host counts; null while none runs. */
  readonly hostPid: number | null
  /** It has ended, and the engine is not about to restart it. */
  readonly hasEnded: boolean
  /** Exit code of its last end. */
  readonly exitCode: number
  readonly restarts: number
  /** `starting`, `healthy`, `unhealthy`; null without a health check. */
  readonly health: string | null
  /** Port on the host by `8080/tcp`. */
  readonly ports: ReadonlyMap<string, number>
}

/** All containers of a project, ended ones too. Throws: Problem `docker-unreachable`. */
export async function listComposeContainers(
  dockerHost: string | undefined,
  project: string,
): Promise<ComposeContainer[]> {
  try {
    const engine = connectDocker(dockerHost)
    const filters = { label: [`com.docker.compose.project=${project}`] }
    const options = { all: true, filters, abortSignal: limitComposeAnswer() }
    const listed = containersSchema.parse(await engine.listContainers(options))
    const described = await Promise.all(
      listed.map(({ Id }) => nullIfNotFound(engine.getContainer(Id).inspect({ abortSignal: limitComposeAnswer() }))),
    )
    return described.flatMap((details) => (details === null ? [] : [containerOf(detailsSchema.parse(details))]))
  } catch (error) {
    throw translateDocker(error, dockerHost ?? usualDockerHost, composeAnswerTimeoutMs)
  }
}

const statsSchema = z.object({ cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }) })

/** CPU time that a container has taken since its start; null where the engine does not say. */
export async function readCpuSeconds(dockerHost: string | undefined, containerId: string): Promise<number | null> {
  try {
    // One look: without `one-shot` the engine takes a second one, a second later. Source: Docker Engine API,
    // ContainerStats.
    const look = { stream: false, 'one-shot': true, abortSignal: limitComposeAnswer() } as const
    const stats = statsSchema.safeParse(await connectDocker(dockerHost).getContainer(containerId).stats(look))
    return stats.success ? stats.data.cpu_stats.cpu_usage.total_usage / 1e9 : null
  } catch (error) {
    const problem = translateDocker(error, dockerHost ?? usualDockerHost, composeAnswerTimeoutMs)
    if (!isProblem(problem)) throw problem
    return null
  }
}

function containerOf(details: z.infer<typeof detailsSchema>): ComposeContainer {
  const { Id, Name, Config, State, RestartCount, NetworkSettings } = details
  const ports = Object.entries(NetworkSettings.Ports ?? {}).flatMap(([port, bound]): [string, number][] =>
    bound?.[0] === undefined ? [] : [[port, Number(bound[0].HostPort)]],
  )
  return {
    ...{ id: Id, name: Name.replace(/^\//, ''), service: Config.Labels['com.docker.compose.service'] ?? '' },
    hostPid: State.Pid || null,
    hasEnded: ['exited', 'dead'].includes(State.Status),
    ...{ isRunning: State.Status === 'running', exitCode: State.ExitCode, restarts: RestartCount },
    ...{ health: State.Health?.Status ?? null, ports: new Map(ports) },
  }
}
