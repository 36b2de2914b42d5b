/** Environment to one frozen, typed Config; a single Problem lists every variable that is wrong. */
import { hostname } from 'node:os'
import { z } from 'zod'
import { Problem } from './errors.ts'

/** In the data directory: locked by the Hearth that uses it. */
export const lockFileName = 'lock.sqlite'

const range = (least: number, most: number, message: string) =>
  z.coerce.number(message).int(message).min(least, message).max(most, message)
/** 0: any that is free, for tests. */
const port = range(0, 65535, 'must be from 1 to 65535')
const positive = range(1, Number.MAX_SAFE_INTEGER, 'must be a whole number from 1')
/** The kernel's largest, but for the one that means none. */
const userId = range(1, 2 ** 32 - 2, 'must be from 1 to 4294967294')
const flag = z.enum(['0', '1', 'true', 'false'], 'must be 0 or 1').transform((text) => text === '1' || text === 'true')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const environment = z.object({
  HEARTH_PORT: port.default(7117),
  /** Only loopback unless it is set. */
  HEARTH_BIND: z.string().min(1).default('127.0.0.1'),
  /** Further host names that Hearth answers for, behind a proxy for instance. */
  HEARTH_HOSTS: list.default([]),
  /** Proxies before Hearth: what they say of where a request came from is believed. */
  HEARTH_TRUSTED_PROXIES: list.default([]),
  /** Certificate (with its chain) and key in PEM: Hearth then speaks HTTPS. */
  HEARTH_TLS_CERT: z.string().startsWith('/', 'must be an absolute path').optional(),
  HEARTH_TLS_KEY: z.string().startsWith('/', 'must be an absolute path').optional(),
  HEARTH_DATA: z.string().startsWith('/', 'must be an absolute path').optional(),
  XDG_DATA_HOME: z.string().optional(),
  HOME: z.string().optional(),
  /** Directory of the collector's socket and journal. */
  HEARTH_RUN: z.string().startsWith('/', 'must be an absolute path').optional(),
  XDG_RUNTIME_DIR: z.string().optional(),
  /** Users the two unprivileged programs run as when Hearth is started as root. */
  HEARTH_WEB_UID: userId.default(61717),
  HEARTH_PARSER_UID: userId.default(61718),
  DOCKER_HOST: z.string().optional(),
  /** What helper containers are made from; `npx hearth build-helper` makes it. */
  HEARTH_HELPER_IMAGE: z
    .string()
    .regex(/^[a-z0-9][\w./:@-]{0,200}$/, 'must be an image')
    .default('hearth-helper:latest'),
  /** 0: no JVMs of this host are listed; its collector only parses uploads. */
  HEARTH_LOCAL_JVMS: flag.default(true),
  /**
   * The kubeconfig of the clusters whose pods are listed, or `in-cluster` for the service account of the pod that
   * Hearth is in.
   */
  HEARTH_KUBECONFIG: z
    .union([z.literal('in-cluster'), z.string().startsWith('/', 'must be an absolute path or in-cluster')])
    .optional(),
  /** Its contexts, one for each cluster; the current one without them. */
  HEARTH_KUBERNETES_CONTEXTS: list.default([]),
  /** Where Jobs are made that capture. */
  HEARTH_KUBERNETES_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be a namespace')
    .default('hearth'),
  /** Hearth's image, which Jobs run; without it pods are listed only. */
  HEARTH_KUBERNETES_IMAGE: z
    .string()
    .regex(/^[\w][\w./:@-]{0,300}$/, 'must be an image')
    .optional(),
  HEARTH_KUBERNETES_PULL: z
    .enum(['Always', 'IfNotPresent', 'Never'], 'must be Always, IfNotPresent or Never')
    .default('IfNotPresent'),
  /** Address of this dashboard, as pods of the cluster reach it. */
  HEARTH_KUBERNETES_CALLBACK: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .optional(),
  /** What profiles taken here say of where that was. */
  HEARTH_HOST_NAME: z
    .string()
    .trim()
    .min(1, 'must have a name')
    .max(200, 'must have at most 200 characters')
    .optional(),
  HEARTH_INSTALL: flag.default(true),
  /** In bytes: how large an uploaded file may be, 2 GiB; a larger one is refused. */
  HEARTH_MAX_UPLOAD_BYTES: positive.default(2 ** 31),
  /** What stored profiles may take of the disk, all together; without it the disk is the limit. */
  HEARTH_QUOTA_BYTES: positive.optional(),
  /** In bytes: the limit of the memory of one parser; one that needs more is ended, and its file refused. */
  HEARTH_PARSER_MEMORY_BYTES: positive.default(1536 * 2 ** 20),
  /** In s: how long a parser may run, a timeout: then it is ended, and its file refused. */
  HEARTH_PARSER_SECONDS: positive.default(300),
  /** Captures that run at once on one host; further ones wait in a queue. Those of pods: lib/cluster/main.ts. */
  HEARTH_CAPTURES_AT_ONCE: positive.default(2),
  /** What engines recorded is copied there before it is removed: for bug reports. */
  HEARTH_KEEP_RECORDINGS: z.string().startsWith('/', 'must be an absolute path').optional(),
  HEARTH_PERF_MAP_AGENT: z.string().startsWith('/', 'must be an absolute path').optional(),
  /** async-profiler's library, or a directory with lib/libasyncProfiler.so, instead of the one that set-up brings. */
  HEARTH_ASYNC_PROFILER: z.string().startsWith('/', 'must be an absolute path').optional(),
  /** Directories with an experiment.yaml that owners may start from the page, as PATH has them. */
  HEARTH_EXPERIMENTS: z
    .string()
    .transform((text) => text.split(':').filter(Boolean))
    .pipe(z.array(z.string().startsWith('/', 'must be absolute paths, with a colon between them')))
    .default([]),
})

/** Two files in PEM. */
export interface TlsFiles {
  readonly certificate: string
  readonly key: string
}

export interface Config {
  readonly port: number
  readonly bind: string
  readonly hosts: readonly string[]
  readonly trustedProxies: readonly string[]
  /** null: plain HTTP. */
  readonly tls: TlsFiles | null
  readonly dataDirectory: string
  readonly runDirectory: string
  readonly collectorSocket: string
  readonly webUid: number
  readonly parserUid: number
  readonly dockerHost: string | undefined
  readonly helperImage: string
  readonly hostName: string
  readonly listsLocalJvms: boolean
  /** null where no cluster is configured. */
  readonly kubernetes: KubernetesConfig | null
  readonly installsWhatIsMissing: boolean
  readonly maxUploadBytes: number
  readonly quotaBytes: number | null
  readonly parserMemoryBytes: number
  readonly parserSeconds: number
  readonly capturesAtOnce: number
  readonly keepRecordings: string | undefined
  readonly perfMapAgent: string | undefined
  readonly asyncProfiler: string | undefined
  /** Absolute. */
  readonly experimentDirectories: readonly string[]
}

export interface KubernetesConfig {
  /** A file, or `in-cluster`. */
  readonly kubeconfig: string
  /** Empty: the current one. */
  readonly contexts: readonly string[]
  readonly namespace: string
  readonly image: string | null
  readonly pullPolicy: 'Always' | 'IfNotPresent' | 'Never'
  /** Origin of the dashboard, as pods reach it. */
  readonly callback: string | null
  /** Socket of the program that holds the credential. */
  readonly socket: string
}

/** Reads the environment. Throws: Problem `invalid-config` naming every bad variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is an unset one: that is what people mean by `HEARTH_PORT= npm start`.
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(nonEmpty)
  if (!parsed.success) {
    // The first of each: a number may break several rules.
    const messages = new Map(parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
    const problems = [...messages].map(([name, message]) => describeBad(name, nonEmpty[name] ?? '', message)).reverse()
    throw new Problem('invalid-config', { problems })
  }
  const value = parsed.data
  const home = value.HOME ?? '/'
  // Root's own is always the same one: what `sudo` or a login left in the environment belongs to a person, and goes
  // with them.
  const runtime = process.getuid?.() === 0 ? undefined : value.XDG_RUNTIME_DIR
  const runDirectory = value.HEARTH_RUN ?? `${runtime ?? '/run'}/hearth`
  return Object.freeze({
    port: value.HEARTH_PORT,
    bind: value.HEARTH_BIND,
    hosts: value.HEARTH_HOSTS,
    trustedProxies: value.HEARTH_TRUSTED_PROXIES,
    tls: readTlsFiles(value.HEARTH_TLS_CERT, value.HEARTH_TLS_KEY),
    dataDirectory: value.HEARTH_DATA ?? `${value.XDG_DATA_HOME ?? `${home}/.local/share`}/hearth`,
    runDirectory,
    collectorSocket: `${runDirectory}/collector.sock`,
    webUid: value.HEARTH_WEB_UID,
    parserUid: value.HEARTH_PARSER_UID,
    dockerHost: value.DOCKER_HOST,
    helperImage: value.HEARTH_HELPER_IMAGE,
    hostName: value.HEARTH_HOST_NAME ?? hostname(),
    listsLocalJvms: value.HEARTH_LOCAL_JVMS,
    kubernetes:
      value.HEARTH_KUBECONFIG === undefined
        ? null
        : {
            kubeconfig: value.HEARTH_KUBECONFIG,
            contexts: value.HEARTH_KUBERNETES_CONTEXTS,
            namespace: value.HEARTH_KUBERNETES_NAMESPACE,
            image: value.HEARTH_KUBERNETES_IMAGE ?? null,
            pullPolicy: value.HEARTH_KUBERNETES_PULL,
            callback:
              value.HEARTH_KUBERNETES_CALLBACK === undefined ? null : new URL(value.HEARTH_KUBERNETES_CALLBACK).origin,
            socket: `${runDirectory}/kubernetes.sock`,
          },
    installsWhatIsMissing: value.HEARTH_INSTALL,
    maxUploadBytes: value.HEARTH_MAX_UPLOAD_BYTES,
    quotaBytes: value.HEARTH_QUOTA_BYTES ?? null,
    parserMemoryBytes: value.HEARTH_PARSER_MEMORY_BYTES,
    parserSeconds: value.HEARTH_PARSER_SECONDS,
    capturesAtOnce: value.HEARTH_CAPTURES_AT_ONCE,
    keepRecordings: value.HEARTH_KEEP_RECORDINGS,
    perfMapAgent: value.HEARTH_PERF_MAP_AGENT,
    asyncProfiler: value.HEARTH_ASYNC_PROFILER,
    experimentDirectories: value.HEARTH_EXPERIMENTS,
  })
}

/** Characters of a bad value that its message shows. */
const longestValue = 80

function describeBad(name: string, value: string, message: string): string {
  const shown = value.length > longestValue ? `${value.slice(0, longestValue)}…` : value
  return `${name} is ${shown}; it ${message}`
}

function readTlsFiles(certificate: string | undefined, key: string | undefined): TlsFiles | null {
  if (certificate === undefined && key === undefined) return null
  if (certificate !== undefined && key !== undefined) return { certificate, key }
  const missing = certificate === undefined ? 'HEARTH_TLS_CERT' : 'HEARTH_TLS_KEY'
  throw new Problem('invalid-config', { problems: [`${missing} is not set; a certificate and its key go together`] })
}

/**
 * The address people reach Hearth by: loopback unless it listens elsewhere; with a certificate the first of its further
 * names, if it has one, since a certificate is for a name.
 */
export function buildListenOrigin({ bind, hosts, tls }: Pick<Config, 'bind' | 'hosts' | 'tls'>, port: number): string {
  const named = hosts[0]
  if (tls !== null && named !== undefined) return `https://${/:\d+$/.test(named) ? named : `${named}:${port}`}`
  const everywhere = ['0.0.0.0', '::']
  const host = everywhere.includes(bind) ? '127.0.0.1' : bind
  return `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
