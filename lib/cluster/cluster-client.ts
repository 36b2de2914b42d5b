/** Requests to the API of one cluster, by the credential of the operator's kubeconfig. */
import { once } from 'node:events'
import https from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { KubeConfig } from '@kubernetes/client-node'
import type { KubernetesConfig } from '../config.ts'
import { Problem } from '../errors.ts'
import { readAnswer, readLines } from '../framing/lines.ts'

/** Characters of the API's reason that a refusal repeats, and of an answer that is no message of the API. */
const longestRefusal = 500
const longestForeignAnswer = 200

export interface ClusterClient {
  /** The context of the kubeconfig. */
  readonly name: string
  /**
   * Gives what the API answers, as JSON. `what` is for people: `list pods`.
   *
   * Throws: `ApiRefusal`; Problem `cluster-unreachable`; the reason of `signal`.
   */
  request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options: RequestOptions): Promise<unknown>
  /** Gives the lines of a watch, until either side ends it. Throws: as `request`. */
  watch(path: string, options: RequestOptions): AsyncGenerator<string>
}

interface RequestOptions {
  readonly what: string
  readonly body?: object
  readonly signal?: AbortSignal
}

/** A patch adds to lists by the names of their items. */
const contentTypes: Readonly<Record<string, string>> = { PATCH: 'application/strategic-merge-patch+json' }
/** A request that is no watch fails when the API of the cluster sends nothing for so long: its timeout. */
const clusterAnswerTimeoutMs = 20_000
/** A watch gets a bookmark each minute; one that is silent for half a minute longer is broken. */
const watchSilenceMs = 90_000
/** Bytes of an answer of the cluster's API; a larger one fails. */
const maxClusterAnswerBytes = 256 * 2 ** 20
/** Characters of one event in a watch of the cluster's API; a longer one fails. */
const maxLineCharacters = 16 * 2 ** 20

/** The clients of all clusters, by the cluster of a pod. */
export interface ClusterClients {
  readonly all: readonly ClusterClient[]
  /** Gives the client of the pod's cluster. Throws: Problem `target-gone`. */
  of(pod: { readonly cluster: string }): ClusterClient
}

export function clientsOf(all: readonly ClusterClient[]): ClusterClients {
  return {
    all,
    of({ cluster }) {
      const client = all.find(({ name }) => name === cluster)
      if (client) return client
      throw new Problem('target-gone', { target: 'This pod' })
    },
  }
}

/** A refusal of the API: its status, and why in its own words. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly what: string
  /** The API's own code, `AlreadyExists`: a status has several. Empty where the API gave none. */
  readonly reason: string
  constructor(status: number, what: string, { message, reason }: { message: string; reason: string }) {
    super(message)
    this.status = status
    this.what = what
    this.reason = reason
  }
}

/** Gives a client for each context. The kubeconfig is read once, here. Throws: Problem `kubeconfig-unusable`. */
export async function openClusters({ kubeconfig, contexts }: KubernetesConfig): Promise<ClusterClient[]> {
  // 40 MB and half a second: only the program that has clusters loads it.
  const { KubeConfig: Config } = await import('@kubernetes/client-node')
  const load = (context?: string): ClusterClient => {
    const config = new Config()
    try {
      if (kubeconfig === 'in-cluster') config.loadFromCluster()
      else config.loadFromFile(kubeconfig)
    } catch (error) {
      throw new Problem('kubeconfig-unusable', { file: kubeconfig, reason: (error as Error).message }, { cause: error })
    }
    const name = context ?? config.getCurrentContext()
    if (config.getContextObject(name) === null)
      throw new Problem('kubeconfig-unusable', { file: kubeconfig, reason: `it has no context “${name}”` })
    config.setCurrentContext(name)
    if (!config.getCurrentCluster()?.server.startsWith('https://'))
      throw new Problem('kubeconfig-unusable', { file: kubeconfig, reason: `context “${name}” has no server by https` })
    return createClusterClient(kubeconfig === 'in-cluster' ? 'in-cluster' : name, config)
  }
  return contexts.length === 0 || kubeconfig === 'in-cluster' ? [load()] : contexts.map(load)
}

function createClusterClient(name: string, config: KubeConfig): ClusterClient {
  const base = config.getCurrentCluster()!.server.replace(/\/$/, '')

  async function open(method: string, path: string, { what, body, signal }: RequestOptions, timeoutMs: number) {
    const options: https.RequestOptions = { method, timeout: timeoutMs, ...(signal && { signal }) }
    try {
      // Gives the credential, which the package gets and renews: it runs an exec plugin again when its token has
      // expired, and reads the token of a service account again after 60 s. Source: exec_auth, file_auth of
      // @kubernetes/client-node.
      await config.applyToHTTPSOptions(options)
      const headers = { ...(options.headers as Record<string, string>), accept: 'application/json' }
      const text = body === undefined ? undefined : JSON.stringify(body)
      // Without its length, Node sends the body of a DELETE in a way that no server reads.
      const length = { 'content-length': Buffer.byteLength(text ?? '') }
      const request = https.request(`${base}${path}`, {
        ...options,
        headers:
          text === undefined
            ? headers
            : { ...headers, ...length, 'content-type': contentTypes[method] ?? 'application/json' },
      })
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
      request.end(text)
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      if (answer.statusCode! < 300) return answer
      throw new ApiRefusal(answer.statusCode!, what, readStatus(await readAnswer(answer, maxClusterAnswerBytes)))
    } catch (error) {
      throw explain(error, signal)
    }
  }

  function explain(error: unknown, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted) return signal.reason
    if (error instanceof ApiRefusal || error instanceof Problem) return error
    return new Problem('cluster-unreachable', { cluster: name, reason: (error as Error).message }, { cause: error })
  }

  return {
    name,
    async request(method, path, options) {
      const answer = await open(method, path, options, clusterAnswerTimeoutMs)
      try {
        return JSON.parse(await readAnswer(answer, maxClusterAnswerBytes)) as unknown
      } catch (error) {
        throw explain(error, options.signal)
      }
    },
    async *watch(path, options) {
      // The API ends a watch itself after `timeoutSeconds`.
      const answer = await open('GET', path, options, watchSilenceMs)
      try {
        yield* readLines(answer as AsyncIterable<Buffer>, { maxCharacters: maxLineCharacters })
      } catch (error) {
        throw explain(error, options.signal)
      } finally {
        answer.destroy()
      }
    },
  }
}

/**
 * The commands that give Hearth its rights; `ephemeral`: those in the namespace of a team that wants captures there.
 */
export const rightsCommands = {
  usual: () => 'kubectl apply -k examples/kubernetes',
  ephemeral: (namespace: string) => `kubectl apply -n ${namespace} -f examples/kubernetes/ephemeral.yaml`,
}

/**
 * Gives a refusal as a Problem, which says whether rights are missing, and how to give them; any other error as it is.
 */
export function problemOfRefusal(
  { cluster, namespace = '' }: { cluster: string; namespace?: string },
  error: unknown,
  rights: keyof typeof rightsCommands = 'usual',
): unknown {
  if (!(error instanceof ApiRefusal)) return error
  const { what, message } = error
  const [, level] = /violates PodSecurity "(\w+)/.exec(message) ?? []
  if (level !== undefined)
    return new Problem('pod-security-refuses', { way: 'ephemeral', namespace, level }, { cause: error })
  // Source: the RBAC authoriser; quotas, admission plugins and webhooks say it in other words.
  const command =
    / cannot \w+ resource /.test(message) || [401, 404].includes(error.status)
      ? rightsCommands[rights](namespace)
      : null
  return new Problem(
    'cluster-refused',
    { cluster, what, reason: message.slice(0, longestRefusal), command },
    { cause: error },
  )
}

/** Reads the message and the reason of the API's `Status`. */
function readStatus(text: string): { message: string; reason: string } {
  try {
    const { message, reason } = JSON.parse(text) as { message?: unknown; reason?: unknown }
    if (typeof message === 'string') return { message, reason: typeof reason === 'string' ? reason : '' }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { message: text.slice(0, longestForeignAnswer).trim() || 'it said nothing', reason: '' }
}
