/**
 * Every failure we can explain to a person. A Problem carries a stable code, the facts of this one case and its cause;
 * the table gives status, title and remedy. Foreign errors become Problems once, in `lib/host`; anything that is not a
 * Problem is a bug and answers 500.
 */
import { formatBytes } from './profile/format/units.ts'

/** What the table says of one code. `remedy` is one or two sentences a person can act on at three in the morning. */
interface Explanation<Facts> {
  readonly status: number
  readonly title: (facts: Facts) => string
  readonly remedy: (facts: Facts) => string
}

/** Why the loader of a JVM's C library refuses a library: files that are not there, or a version of symbols that one of them lacks. */
export type LoadObstacle =
  | { readonly kind: 'missing'; readonly files: readonly string[] }
  | { readonly kind: 'too-old'; readonly file: string; readonly version: string }

/** What can be done about each cause. */
export const loadRemedies = {
  missing:
    'Add these files to its image (those of glibc are in the package libc6 of Debian and Ubuntu, glibc of Fedora), or use perf or JFR.',
  'too-old':
    'If HEARTH_ASYNC_PROFILER or HEARTH_PERF_MAP_AGENT names a copy of your own, use one that was built for an older C library; the async-profiler that `npm start` fetches needs glibc 2.17 or musl. Else use JFR.',
  'other-libc':
    'The library was built for another C library: use the async-profiler that `npm start` fetches, which works with glibc and musl, or use perf or JFR.',
  'not-executable':
    'Mount an executable tmpfs on its /tmp (docker run --tmpfs /tmp:exec …), or use perf or JFR, which load nothing.',
  forbidden:
    'A security policy (SELinux, AppArmor) forbids it: allow it there, or use perf or JFR, which load nothing.',
  unknown: 'Use perf or JFR, which load nothing.',
} as const
export type LoadCause = keyof typeof loadRemedies

/** The facts of each code. A code without a row in `explanations` does not compile, nor a row without a code. */
/** What would fill a JVM's /tmp: a recording of async-profiler or JFR, or the symbol map that perf and bpftrace ask for. */
export interface TmpShortage {
  use: 'async-profiler' | 'jfr' | 'map'
  freeBytes: number
  neededBytes: number
}

export function tmpShortage({ use, freeBytes, neededBytes }: TmpShortage): string {
  const who = { 'async-profiler': 'async-profiler needs', jfr: 'JFR needs', map: 'a symbol map may need' }[use]
  return `has ${formatBytes(freeBytes)} free, ${who} ${formatBytes(neededBytes)}`
}

const needsLess = 'Give it more space, or use perf or bpftrace, which put only a symbol map there.'
export const tmpRemedies = { 'async-profiler': needsLess, jfr: needsLess, map: 'Give it more space.' } as const

/** What Hearth makes in a cluster for a capture, by the way it reaches a pod. */
const podWayNouns = { job: 'Job', ephemeral: 'ephemeral container' }

/** The option of a command that names one of several. */
const podOptions = {
  clusters: { title: 'is in several clusters', option: '--context CLUSTER' },
  namespaces: { title: 'is in several namespaces', option: '-n NAMESPACE' },
  containers: { title: 'has several containers', option: '-c CONTAINER' },
} as const

interface FactsByCode {
  // asking
  'invalid-request': { what: string }
  'invalid-config': { problems: string[] }
  'not-found': { what: string }
  /** Of those that a command lists. */
  'no-such-jvm': { name: string }
  /** Of those that a command was given. */
  'path-unreadable': { path: string; reason: string }
  'no-dashboard-here': { reason: string }
  'not-signed-in': Record<never, never>
  'token-missing': Record<never, never>
  'token-unknown': Record<never, never>
  'join-token-spent': Record<never, never>
  'not-allowed': { scope: string }
  'sign-in-link-spent': Record<never, never>
  'tls-unusable': { reason: string }
  'session-not-kept': Record<never, never>
  'foreign-origin': { origin: string }
  'foreign-host': { host: string }
  'too-many-requests': { retryAfterSeconds: number }
  'idempotency-key-reused': Record<never, never>
  'webhook-refused': { reason: string }
  'nothing-to-compare': { service: string; event: string }
  'not-comparable': { reason: string }
  'not-mergeable': { reason: string; remedy: string }
  'dashboard-unreachable': { url: string; reason: string }
  'dashboard-strange': { url: string; reason: string }
  'body-too-large': { maxBytes: number }
  'upload-too-slow': { bytes: number; seconds: number }
  // the host
  'docker-unreachable': { socket: string; reason: string }
  'tool-missing': { tool: string; package: string }
  'tool-failed': { tool: string; exitCode: number | null; stderr: string }
  'no-permission': { what: string }
  'unsafe-file': { path: string; reason: string }
  /** `socket` is the name of the host where the collector is on another one. */
  'collector-unreachable': { socket: string; reason: string }
  'import-interrupted': Record<never, never>
  'web-unreachable': Record<never, never>
  'collector-refused': { what: string }
  // Kubernetes
  'cluster-unreachable': { cluster: string; reason: string }
  /** `command` gives the right that is missing; null where not rights but another rule refuses it. */
  'cluster-refused': { cluster: string; what: string; reason: string; command: string | null }
  'kubeconfig-unusable': { file: string; reason: string }
  'jobs-not-configured': { missing: string[] }
  'job-exists': { pod: string; way: keyof typeof podWayNouns; name: string }
  'job-image-missing': { image: string; node: string; reason: string }
  'job-not-started': { way: keyof typeof podWayNouns; reason: string }
  /** `isClean`: whether what it had made at the JVM was removed; undefined where it had made nothing, or removed it itself. */
  'job-ended': { way: keyof typeof podWayNouns; reason: string; isClean?: boolean }
  /** The JVM's user, where the one of the ephemeral container is another. */
  'pod-user-differs': { uid: number; gid: number }
  'pod-security-refuses': { way: keyof typeof podWayNouns; namespace: string; level: string }
  'no-jvm-in-container': { container: string }
  'no-clusters': { url: string }
  /** `what` as it was asked for, `deploy/shop in namespace web`; `clusters` where it is the cluster that is not there. */
  'no-such-pod': { what: string; near: string[]; clusters?: string[] }
  /** `parts` are what `name` has several of: of which one has to be named. */
  'pod-ambiguous': { name: string; parts: keyof typeof podOptions; among: string[] }
  'too-few-ready-pods': { name: string; ready: number; replicas: number }
  // the target
  'target-gone': { target: string }
  'container-removed': { target: string }
  'target-changed': { target: string }
  'target-paused': { target: string }
  'target-stopped': { target: string; hostPid: number }
  'not-a-jvm': { target: string }
  'signal-not-caught': { target: string }
  'attach-disabled': { target: string }
  'attach-timeout': { target: string; seconds: number }
  'attach-unanswered': { target: string; seconds: number }
  'attach-failed': { target: string; reason: string }
  'attach-socket-forged': { target: string; reason: string }
  /** `other`: the JVM whose file in /tmp has the name that this one's would have. */
  'tmp-shared': { target: string; other: string; reason: string }
  'tmp-not-writable': { target: string; reason: string }
  'tmp-too-small': { target: string } & TmpShortage
  'perf-map-missing': { target: string; reason: string }
  'jfr-missing': { target: string; reason: string }
  'jfr-failed': { target: string; reason: string }
  'off-cpu-missing': { reason: string }
  'cgroup-not-found': { reason: string }
  'no-container': { target: string }
  // capturing
  'capture-busy': { running: number; limit: number }
  'jvm-busy': { target: string; requestedBy: string; differences: string }
  'capture-interrupted': { phase: string }
  'capture-broken': { phase: string; reason: string }
  /** `holder`: the process in the way, where it is known. */
  'run-directory-locked': { path: string; holder?: string }
  'nothing-recorded': { target: string; seconds: number; reason: string }
  'parser-failed': { reason: string }
  'parser-limit': { limit: string }
  // reading and keeping
  /** `remedy` where importing it again cannot help. */
  'unreadable-profile': { reason: string; remedy?: string }
  'unknown-format': { hint: string; remedy: string }
  'disk-full': { path: string }
  'quota-reached': { usedBytes: number; quotaBytes: number }
  'profile-pinned': { name: string }
  'no-deploy': { service: string; event: string }
  'no-replicas': { service: string; event: string }
  'port-in-use': { bind: string; port: number; holder?: string }
  'data-directory-locked': { path: string; holder: string }
  'data-directory-newer': { path: string; version: string }
  'pattern-too-slow': { pattern: string }
  'pattern-invalid': { pattern: string; reason: string }
  'too-many-notes': { limit: number }
  // experiments
  /** `problems`: what is wrong, each with its line and column. */
  'experiment-invalid': { file: string; problems: string[] }
  'experiment-running': { directory: string }
  'experiment-left': { what: string; reason: string }
  'experiment-changed': { directory: string }
  /** `remedy` where it is not to run the load again. */
  'unreadable-results': { reason: string; remedy?: string }
  // starting
  'cannot-start': { reason: string; remedy: string }
  // choosing an engine
  'no-engine': { reasons: string }
  'engine-blocked': { engine: string; label: string; reason: string; blockId: string }
  'not-recording': { state: string }
  'host-not-visible': Record<never, never>
  // the demo
  'demo-failed': { step: string; reason: string }
  // helper containers
  'helper-image-missing': { image: string }
  'helper-refused': { reason: string }
  'helper-failed': { reason: string }
  'helper-image-failed': { reason: string }
  // async-profiler
  'async-profiler-missing': { reason: string }
  'no-library-place': { target: string; reason: string }
  /** `cause` is missing where an older Hearth sent it. */
  'library-not-loaded': { target: string; reason: string; cause?: LoadCause }
  'dynamic-loading-disabled': { target: string }
  'other-profiler': { target: string; profiler: string; library: string }
  'profiler-busy': { target: string }
  'profiler-refused': { target: string; reason: string }
  'jdk-too-old': { target: string; version: string; needs: string }
}

export type ProblemCode = keyof FactsByCode

/** By the limit that was met; every other one is fixed. */
const parserLimitRemedies: Readonly<Record<string, string>> = {
  memory: 'Fold the recording first, or raise HEARTH_PARSER_MEMORY_BYTES.',
  time: 'Fold the recording first, or raise HEARTH_PARSER_SECONDS.',
  unpacking:
    'It unpacks to more than 250 times its size, as no recording does. If it is one, unpack it and import that.',
}

const explanations: { readonly [Code in ProblemCode]: Explanation<FactsByCode[Code]> } = {
  'invalid-request': {
    status: 400,
    title: ({ what }) => `The request is not valid: ${what}.`,
    remedy: () => 'Correct the named field and send it again.',
  },
  'invalid-config': {
    status: 500,
    title: ({ problems }) => `The configuration is not valid: ${problems.join('; ')}.`,
    remedy: () => 'Correct these environment variables, then start Hearth again.',
  },
  'not-found': {
    status: 404,
    title: ({ what }) => `There is no such ${what}.`,
    remedy: () => 'It may have been deleted, or the link may be cut short. Look for it in the list.',
  },
  'not-signed-in': {
    status: 401,
    title: () => 'You are not signed in.',
    remedy: () => 'Open the sign-in link that `npm start` printed, or run `npx hearth sign-in` for a new one.',
  },
  'token-missing': {
    status: 401,
    title: () => 'The token is missing (Authorization: Bearer ...).',
    remedy: () => 'Send a token in that header; check that HEARTH_TOKEN is set. An owner makes one in the settings.',
  },
  'token-unknown': {
    status: 401,
    title: () => 'This token is not valid or was revoked.',
    remedy: () => 'Check that it is complete and has not expired. An owner makes a new token in the settings.',
  },
  'join-token-spent': {
    status: 401,
    title: () => 'This join token was used already, has expired, or is incomplete.',
    remedy: () => 'Make a new one on the page of hosts. A token works once, within ten minutes.',
  },
  'not-allowed': {
    status: 403,
    title: ({ scope }) => `This needs the right "${scope}", which you do not have here.`,
    remedy: () => 'Ask an owner for another role, or use a token that has it.',
  },
  'sign-in-link-spent': {
    status: 401,
    title: () => 'This sign-in link was already used, or is too old.',
    remedy: () => 'Run `npx hearth sign-in` on the host for a new one.',
  },
  'tls-unusable': {
    status: 500,
    title: ({ reason }) => `The certificate or its key cannot be used: ${reason}.`,
    remedy: () =>
      'HEARTH_TLS_CERT and HEARTH_TLS_KEY name two files in PEM that belong together. The user of the web program (HEARTH_WEB_UID, 61717) must be able to read both, and they must not be below /run or /tmp.',
  },
  'session-not-kept': {
    status: 401,
    title: () => 'This browser did not keep the session.',
    remedy: () =>
      'Allow cookies for this address. If they are allowed, open Hearth by HTTPS (HEARTH_TLS_CERT, HEARTH_TLS_KEY): over plain HTTP this browser keeps no password that a page gives it.',
  },
  'foreign-origin': {
    status: 403,
    title: ({ origin }) => `A page from ${origin} tried to act in your name; it was refused.`,
    remedy: () => 'Open Hearth in a tab of its own and try again there.',
  },
  'foreign-host': {
    status: 421,
    title: ({ host }) => `Hearth does not answer for the host ${host}.`,
    remedy: () => 'Use the address that `npm start` printed, or name this host in HEARTH_HOSTS.',
  },
  'too-many-requests': {
    status: 429,
    title: () => 'Too many requests at once.',
    remedy: ({ retryAfterSeconds }) => `Try again in ${retryAfterSeconds} s.`,
  },
  'idempotency-key-reused': {
    status: 422,
    title: () => 'This Idempotency-Key was already used for another request.',
    remedy: () => 'Use a new key for each capture, and the same one only to send the same request again.',
  },
  'webhook-refused': {
    status: 422,
    title: ({ reason }) => `Hearth sends no webhook to this address: ${reason}.`,
    remedy: () =>
      'Name a server by http or https, without a password in the address. Link-local addresses are refused.',
  },
  'nothing-to-compare': {
    status: 404,
    title: ({ service, event }) => `There is no ${event} profile of ${service} from before its image last changed.`,
    remedy: () => 'Name the profile to compare with, or profile the service once before the next deploy.',
  },
  'not-comparable': {
    status: 422,
    title: ({ reason }) => `These two profiles cannot be compared: ${reason}.`,
    remedy: () => 'Choose two of the same event.',
  },
  'not-mergeable': {
    status: 422,
    title: ({ reason }) => `These profiles cannot be merged: ${reason}.`,
    remedy: ({ remedy }) => remedy,
  },
  'dashboard-unreachable': {
    status: 503,
    title: ({ url, reason }) => `The dashboard at ${url} does not answer: ${reason}.`,
    remedy: () => 'Check that it runs and that HEARTH_URL is its address as seen from this machine.',
  },
  'dashboard-strange': {
    status: 502,
    title: ({ url, reason }) => `The server at ${url} does not answer as Hearth does: ${reason}.`,
    remedy: () => 'Check HEARTH_URL. A newer dashboard needs the command line of its own version.',
  },
  'body-too-large': {
    status: 413,
    title: ({ maxBytes }) => `The file is larger than ${formatBytes(maxBytes)}.`,
    remedy: () => 'Raise HEARTH_MAX_UPLOAD_BYTES, or fold the file first: `npx hearth collapse FILE`.',
  },
  'upload-too-slow': {
    status: 408,
    title: ({ bytes, seconds }) =>
      `The file came too slowly: ${formatBytes(bytes)} in ${seconds} s. Nothing of it was stored.`,
    remedy: () => 'Send it again over a faster connection, or packed: gzip makes a tenth of most recordings.',
  },
  'docker-unreachable': {
    status: 503,
    title: ({ socket, reason }) => `Docker does not answer at ${socket}: ${reason}.`,
    remedy: () =>
      'Start the Docker engine, or set DOCKER_HOST to the socket it listens on. JVMs outside containers are still listed.',
  },
  'tool-missing': {
    status: 503,
    title: ({ tool }) => `${tool} is not installed on this host.`,
    remedy: (facts) => `Install it: apt-get install ${facts.package}`,
  },
  'tool-failed': {
    status: 502,
    title: ({ tool, exitCode }) => `${tool} failed${exitCode === null ? '' : ` with exit code ${exitCode}`}.`,
    remedy: ({ stderr }) => `It said: ${stderr.trim() || 'nothing'}`,
  },
  'no-permission': {
    status: 403,
    title: ({ what }) => `The collector may not ${what}.`,
    remedy: () => 'Start Hearth as root, or give its collector the missing capability.',
  },
  'unsafe-file': {
    status: 422,
    title: ({ path, reason }) => `${path} in the container is not safe to read: ${reason}.`,
    remedy: () => 'Something in the container put it there. Remove it, then profile again.',
  },
  'collector-unreachable': {
    status: 503,
    title: ({ reason }) => `The collector does not answer: ${reason}.`,
    remedy: ({ socket }) =>
      socket.startsWith('/')
        ? `It starts with \`npm start\` and listens on ${socket}; its log says why it stopped.`
        : `\`hearth join\` keeps ${socket} connected; its output says what prevents it.`,
  },
  'import-interrupted': {
    status: 503,
    title: () => 'The collector ended while it read this file. Nothing of it was stored.',
    remedy: () => 'Send the file again in a few seconds: the collector is started again by itself.',
  },
  'web-unreachable': {
    status: 503,
    title: () => 'Hearth does not answer.',
    remedy: () => 'Check that `npm start` still runs on the host, then try again. Captures go on without this page.',
  },
  'collector-refused': {
    status: 403,
    title: ({ what }) => `The collector refused: ${what}.`,
    remedy: () => 'Only the web program that `npm start` started, and root, may speak to the collector.',
  },
  'cluster-unreachable': {
    status: 503,
    title: ({ cluster, reason }) => `The API of cluster ${cluster} does not answer: ${reason}.`,
    remedy: () =>
      'Its pods are listed as last seen; it is tried again. Check that this host reaches the address in the kubeconfig.',
  },
  'cluster-refused': {
    status: 502,
    title: ({ cluster, what, reason }) => `Cluster ${cluster} does not let Hearth ${what}: ${reason}.`,
    remedy: ({ command }) =>
      command === null
        ? 'A quota or an admission rule of the cluster forbids it: change that rule, or choose another way to profile the pod.'
        : `Give Hearth this right: ${command}`,
  },
  'kubeconfig-unusable': {
    status: 500,
    title: ({ file, reason }) => `The kubeconfig ${file} cannot be used: ${reason}.`,
    remedy: () =>
      'Set HEARTH_KUBECONFIG to a kubeconfig, HEARTH_KUBERNETES_CONTEXTS to contexts in it, and start Hearth again.',
  },
  'jobs-not-configured': {
    status: 503,
    title: ({ missing }) =>
      `Pods cannot be profiled: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set.`,
    remedy: () => 'Set them where Hearth starts; docs/operations.md "Kubernetes" says to what.',
  },
  'job-exists': {
    status: 409,
    title: ({ pod, way, name }) => `${pod} is being profiled already, by ${podWayNouns[way]} ${name}.`,
    remedy: () =>
      'Another dashboard profiles it, or did so a short time ago. Wait for a few minutes; a Job may be deleted, too.',
  },
  'job-image-missing': {
    status: 502,
    title: ({ image, node, reason }) => `Node ${node} cannot get the image ${image}: ${reason}.`,
    remedy: () => 'Set HEARTH_KUBERNETES_IMAGE to an image of Hearth that the nodes can pull, or load it onto them.',
  },
  'job-not-started': {
    status: 502,
    title: ({ way, reason }) => `The ${podWayNouns[way]} that should profile it did not start: ${reason}.`,
    remedy: ({ way }) =>
      way === 'job'
        ? 'Ask the cluster why: kubectl describe jobs,pods in the namespace that HEARTH_KUBERNETES_NAMESPACE names.'
        : 'Ask the cluster why: kubectl describe pod, in the namespace of the pod.',
  },
  'job-ended': {
    status: 502,
    title: ({ way, reason }) => `The ${podWayNouns[way]} that profiled it ended early: ${reason}.`,
    remedy: ({ isClean = true }) =>
      isClean
        ? 'Profile it again.'
        : 'Profile it again. It could not be cleaned up: /tmp/.hearth-* of the JVM may be left, and a recording that ends by itself.',
  },
  'pod-user-differs': {
    status: 409,
    title: ({ uid, gid }) => `The JVM belongs to user ${uid} and group ${gid}, the ephemeral container to others.`,
    remedy: () => 'Profile it again. If it stays so, set runAsUser and runAsGroup in the pod, or profile it by a Job.',
  },
  'pod-security-refuses': {
    status: 409,
    title: ({ way, namespace, level }) =>
      way === 'job'
        ? `Namespace ${namespace} allows no pod that sees the processes of its node: its Pod Security is “${level}”.`
        : `Namespace ${namespace} allows no container with the JVM's user and rights: its Pod Security is “${level}”.`,
    remedy: ({ way, namespace }) =>
      way === 'job'
        ? `Jobs need it: kubectl label namespace ${namespace} pod-security.kubernetes.io/enforce=privileged --overwrite`
        : 'Profile it by a Job, or let the JVM run as another user than root.',
  },
  'no-jvm-in-container': {
    status: 422,
    title: ({ container }) => `No JVM runs in ${container}.`,
    remedy: () => 'Choose another container. A JVM that has just started is found a few seconds later.',
  },
  'no-clusters': {
    status: 404,
    title: ({ url }) => `The dashboard at ${url} lists no Kubernetes cluster.`,
    remedy: () =>
      'Set HEARTH_KUBECONFIG where it starts (docs/operations.md "Kubernetes"), or name another dashboard by HEARTH_URL and HEARTH_TOKEN.',
  },
  'no-such-pod': {
    status: 404,
    title: ({ what }) => `The dashboard lists no ${what}.`,
    remedy: ({ near, clusters }) => {
      if (clusters) return `Its clusters are ${clusters.join(', ')}.`
      return near.length > 0 ? `Did you mean ${near.join(', ')}?` : '`hearth list -A` shows the pods it lists.'
    },
  },
  'pod-ambiguous': {
    status: 400,
    title: ({ name, parts, among }) => `${name} ${podOptions[parts].title}: ${among.join(', ')}.`,
    remedy: ({ parts }) => `Name one with ${podOptions[parts].option}.`,
  },
  'too-few-ready-pods': {
    status: 409,
    title: ({ name, ready, replicas }) =>
      ready === 0
        ? `No pod of ${name} is ready.`
        : `${name} has ${ready} ready ${ready === 1 ? 'pod' : 'pods'}, not ${replicas}.`,
    remedy: ({ ready }) =>
      ready === 0
        ? 'Wait until one is ready, or name one that is not: pod/NAME. `hearth list -A` shows them.'
        : `Ask for --replicas ${ready}, or wait until more are ready.`,
  },
  'target-gone': {
    status: 410,
    title: ({ target }) => `${target} is no longer running.`,
    remedy: () => 'Go back to the list: if its container restarted, the new JVM is there.',
  },
  'container-removed': {
    status: 410,
    title: ({ target }) => `The container ${target} was removed, and nothing of the recording could be kept.`,
    remedy: () => 'Go back to the list: if its service runs in a new container, the new JVM is there.',
  },
  'target-changed': {
    status: 409,
    title: ({ target }) => `${target} is not the process it was when you clicked; its PID was taken by another.`,
    remedy: () => 'Go back to the list and choose the JVM again. Nothing was signalled.',
  },
  'target-paused': {
    status: 409,
    title: ({ target }) => `${target} is paused; a frozen JVM uses no CPU and does not respond.`,
    remedy: () => 'Resume it: docker unpause CONTAINER',
  },
  'target-stopped': {
    status: 409,
    title: ({ target }) => `${target} is stopped, by SIGSTOP or a debugger.`,
    remedy: ({ hostPid }) => `Resume it: kill -CONT ${hostPid}`,
  },
  'not-a-jvm': {
    status: 422,
    title: ({ target }) => `${target} is not a HotSpot JVM: no libjvm.so is mapped in it.`,
    remedy: () => 'Native images and other programs named java cannot be attached to. Nothing was signalled.',
  },
  'signal-not-caught': {
    status: 422,
    title: ({ target }) =>
      `${target} does not catch SIGQUIT (started with -Xrs, or still starting), so the attach signal would kill it.`,
    remedy: () =>
      'Restart it without -Xrs, or with -XX:+StartAttachListener; if it has just started, wait a few seconds. No signal was sent.',
  },
  'attach-disabled': {
    status: 422,
    title: ({ target }) => `Attaching to ${target} is disabled (-XX:+DisableAttachMechanism).`,
    remedy: () =>
      'Use perf, which records it without the names of Java methods, or restart the service without this option. Nothing was signalled.',
  },
  'attach-timeout': {
    status: 504,
    title: ({ target, seconds }) => `${target} did not answer within ${seconds} s.`,
    remedy: () =>
      'It may be in a long pause of its garbage collector, stopped, or starved of CPU. Try again in a minute.',
  },
  'attach-unanswered': {
    status: 422,
    title: ({ target, seconds }) => `${target} opened no attach socket within ${seconds} s of the attach signal.`,
    remedy: () =>
      'Attaching may be disabled where Hearth cannot read it; then the signal printed its threads into its log. It is not signalled again. Use perf, which records it without the names of Java methods, or restart the service with -XX:+StartAttachListener.',
  },
  'attach-failed': {
    status: 502,
    title: ({ target, reason }) => `${target} could not be attached to: ${reason}.`,
    remedy: () => 'The page of this JVM names the check that failed, with its repair.',
  },
  'attach-socket-forged': {
    status: 422,
    title: ({ target, reason }) => `The attach socket of ${target} is not its own: ${reason}.`,
    remedy: () =>
      'Remove .java_pid* from the container’s /tmp, and find out which program created it. Nothing was sent to it.',
  },
  'tmp-shared': {
    status: 422,
    title: ({ target, other, reason }) =>
      `${target} and ${other} share one /tmp, and HotSpot names their files there alike, by their PIDs: ${reason}.`,
    remedy: () =>
      'Give each container a /tmp of its own (docker run --tmpfs /tmp). Or try again when nothing is attached to the other JVM and its .java_pid* is gone. Nothing was sent to it.',
  },
  'tmp-too-small': {
    status: 422,
    title: ({ target, ...shortage }) => `/tmp of ${target} ${tmpShortage(shortage)}.`,
    remedy: ({ use }) => tmpRemedies[use],
  },
  'tmp-not-writable': {
    status: 422,
    title: ({ target, reason }) => `${target} cannot write to its /tmp: ${reason}.`,
    remedy: () =>
      'Mount a tmpfs there (docker run --tmpfs /tmp), since HotSpot puts its attach socket and symbol map nowhere else.',
  },
  'cgroup-not-found': {
    status: 422,
    title: ({ reason }) => `perf cannot find the container's control group: ${reason}`,
    remedy: () =>
      'Profile this JVM alone, or mount the host’s cgroup hierarchy where Hearth runs (docker run --cgroupns host).',
  },
  'no-container': {
    status: 422,
    title: ({ target }) => `${target} runs in no container, so there are no neighbours to profile with it.`,
    remedy: () => 'Profile this JVM alone, or the whole host.',
  },
  'perf-map-missing': {
    status: 502,
    title: ({ target, reason }) => `${target} wrote no symbol map: ${reason}.`,
    remedy: () =>
      'JDK 17 and later write it themselves; for JDK 8 to 16 set HEARTH_PERF_MAP_AGENT to a perf-map-agent library.',
  },
  'capture-busy': {
    status: 429,
    title: ({ running, limit }) => `${running} captures are running on this host; the limit is ${limit}.`,
    remedy: () => 'Wait until one ends, or cancel it.',
  },
  'jvm-busy': {
    status: 409,
    title: ({ target, requestedBy, differences }) =>
      `${target} is being captured already, for ${requestedBy}: ${differences}.`,
    remedy: () =>
      'A JVM takes one capture at a time, and that one goes on. Wait until it ends, or ask for the same to follow it.',
  },
  'capture-interrupted': {
    status: 500,
    title: ({ phase }) => `Hearth was stopped while this capture was ${phase}.`,
    remedy: () => 'Its perf was ended and its files were removed. Profile again.',
  },
  'capture-broken': {
    status: 500,
    title: ({ phase, reason }) => `Hearth failed while this capture was ${phase}: ${reason}.`,
    remedy: () => 'Please report it with the log of the collector. Nothing was left behind.',
  },
  'run-directory-locked': {
    status: 409,
    title: ({ path, holder }) => `Another Hearth is running with ${path}${holder === undefined ? '' : `: ${holder}`}.`,
    remedy: () => 'Stop that one, or set HEARTH_RUN to another directory.',
  },
  'nothing-recorded': {
    status: 422,
    title: ({ target, seconds, reason }) => `No samples of ${target} in ${seconds} s. ${reason}`,
    remedy: () => 'Record again while it is under load, or for longer.',
  },
  'parser-failed': {
    status: 422,
    title: ({ reason }) => `The recording could not be read: ${reason}.`,
    remedy: () => 'Check that the file is complete. If Hearth recorded it, this is a bug: please report it.',
  },
  'parser-limit': {
    status: 413,
    title: ({ limit }) => `Reading was stopped at its ${limit} limit.`,
    remedy: ({ limit }) => parserLimitRemedies[limit] ?? 'This limit is fixed. Record for a shorter time.',
  },
  'unreadable-profile': {
    status: 422,
    title: ({ reason }) => `This is not a profile Hearth can read: ${reason}.`,
    remedy: ({ remedy }) => remedy ?? 'Import the original recording again.',
  },
  'unknown-format': {
    status: 415,
    title: ({ hint }) => `Hearth cannot read this file: ${hint}.`,
    remedy: ({ remedy }) => remedy,
  },
  'disk-full': {
    status: 507,
    title: ({ path }) => `The disk that holds ${path} is full.`,
    remedy: () => 'Nothing was lost. Free some space or delete profiles, then try again.',
  },
  'quota-reached': {
    status: 507,
    title: ({ usedBytes, quotaBytes }) =>
      `Profiles use ${formatBytes(usedBytes)} of their quota of ${formatBytes(quotaBytes)} (HEARTH_QUOTA_BYTES).`,
    remedy: () =>
      'Nothing was lost, and pinned profiles are never deleted automatically. Delete profiles (they leave the disk an hour later), revoke redacted links, set how long profiles are kept, or raise HEARTH_QUOTA_BYTES and start Hearth again.',
  },
  'profile-pinned': {
    status: 409,
    title: ({ name }) => `“${name}” is pinned, so it is kept.`,
    remedy: () => 'Unpin it first, then delete it.',
  },
  'no-deploy': {
    status: 404,
    title: ({ service, event }) =>
      `All ${event} profiles of ${service} are of one image, so there is no deploy to compare.`,
    remedy: () => 'Profile it again after the next deploy. Any two profiles can be compared from the list.',
  },
  'no-replicas': {
    status: 404,
    title: ({ service, event }) => `No two containers of ${service} were profiled together (${event}).`,
    remedy: () => 'Profile two or more replicas within ten minutes of each other, with the same event.',
  },
  'port-in-use': {
    status: 409,
    title: ({ bind, port, holder }) =>
      `Another program listens on ${bind}:${port}${holder === undefined ? '' : `: ${holder}`}.`,
    remedy: () => 'Stop it, or choose another port: HEARTH_PORT=7118 npm start',
  },
  'data-directory-locked': {
    status: 409,
    title: ({ path, holder }) => `${path} is in use by another Hearth (${holder}).`,
    remedy: () => 'Stop that one, or set HEARTH_DATA to another directory.',
  },
  'data-directory-newer': {
    status: 409,
    title: ({ path, version }) => `${path} was written by a newer Hearth (${version}).`,
    remedy: () => 'Start that version again: an older one would not understand its data, so nothing was touched.',
  },
  'pattern-too-slow': {
    status: 422,
    title: ({ pattern }) => `The pattern /${pattern}/ takes too long.`,
    remedy: () => 'Avoid nested repeats such as (a+)+, or search for plain text.',
  },
  'pattern-invalid': {
    status: 400,
    title: ({ pattern, reason }) => `/${pattern}/ is not a regular expression: ${reason}.`,
    remedy: () => 'Correct it, or leave out the slashes to search for plain text.',
  },
  'too-many-notes': {
    status: 409,
    title: ({ limit }) => `This profile has ${limit} notes, the largest number.`,
    remedy: () => 'Delete one that is no longer needed, or put two into one.',
  },
  'experiment-invalid': {
    status: 422,
    title: ({ file, problems }) => `${file} is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    remedy: () => 'Correct it there, then try again. docs/experiments.md explains what may be in it.',
  },
  'experiment-running': {
    status: 409,
    title: ({ directory }) => `An experiment of ${directory} is under way.`,
    remedy: () => 'Wait for its end, or end it: with Ctrl-C in its terminal, or on the page that started it.',
  },
  'experiment-changed': {
    status: 409,
    title: ({ directory }) => `The experiment of ${directory} is not what was shown.`,
    remedy: () => 'Look at its plan again, then start it.',
  },
  'experiment-left': {
    status: 502,
    title: ({ what, reason }) => `${what} of an experiment cannot be removed: ${reason}.`,
    remedy: () => 'Take away what uses it, then run: hearth experiment clean DIR',
  },
  'unreadable-results': {
    status: 422,
    title: ({ reason }) => `These are no results of a load generator that Hearth can read: ${reason}.`,
    remedy: ({ remedy }) => remedy ?? 'Run the load again, and let it end by itself.',
  },
  'cannot-start': {
    status: 500,
    title: ({ reason }) => reason,
    remedy: ({ remedy }) => remedy,
  },
  'jfr-missing': {
    status: 422,
    title: ({ target, reason }) => `${target} has no Flight Recorder: ${reason}.`,
    remedy: () => 'Link its runtime with jdk.jfr (jlink --add-modules jdk.jfr), or choose another engine.',
  },
  'jfr-failed': {
    status: 502,
    title: ({ target, reason }) => `The Flight Recorder of ${target} refused: ${reason}.`,
    remedy: () =>
      'Check free space and permissions in the container’s /tmp, or choose another engine. No recording of Hearth is left running.',
  },
  'no-engine': {
    status: 422,
    title: ({ reasons }) => `No engine can record that. ${reasons}`,
    remedy: () => 'Ask for fewer events at once, or leave the choice of the engine to Hearth.',
  },
  'engine-blocked': {
    status: 409,
    title: ({ engine, label, reason }) =>
      `Hearth does not use ${engine} on ${label} any more, since a JVM of it died: ${reason}.`,
    remedy: ({ blockId }) =>
      `Choose another engine, or find out why it died and clear the block: npx hearth unblock ${blockId}`,
  },
  'host-not-visible': {
    status: 409,
    title: () => 'Hearth runs where it cannot see the JVM itself: in a container of its own, or on another machine.',
    remedy: () => 'Profile from a helper container, or start Hearth beside the JVMs, as root (docker run --pid=host).',
  },
  'not-recording': {
    status: 409,
    title: ({ state }) => `There is nothing to keep of this capture: it is ${state}.`,
    remedy: () => 'Wait until it records, or cancel it.',
  },
  'off-cpu-missing': {
    status: 422,
    title: ({ reason }) => `This kernel does not report when a thread waits: ${reason}.`,
    remedy: () =>
      'Run Hearth as root on the host, with tracefs at /sys/kernel/tracing, or profile the event wall with async-profiler.',
  },
  'no-such-jvm': {
    status: 404,
    title: ({ name }) => `No JVM matches "${name}".`,
    remedy: () => '`hearth list` shows the JVMs of this host.',
  },
  'path-unreadable': {
    status: 404,
    title: ({ path, reason }) => `${path} cannot be read: ${reason}.`,
    remedy: () => 'Check the path, as seen from the directory that the command runs in.',
  },
  'no-dashboard-here': {
    status: 404,
    title: ({ reason }) => `No dashboard of Hearth runs here: ${reason}.`,
    remedy: () =>
      'Start it with `npm start`. One that runs elsewhere is named by HEARTH_URL and HEARTH_TOKEN, or by its HEARTH_DATA and HEARTH_PORT; one in a container is entered with docker exec.',
  },
  'demo-failed': {
    status: 502,
    title: ({ step, reason }) => `The demo service did not start (${step}): ${reason}.`,
    remedy: () => 'It needs a Docker engine and a JDK with jlink on this host.',
  },
  'helper-image-missing': {
    status: 503,
    title: ({ image }) => `The Docker engine has no image ${image}, which helper containers are made from.`,
    remedy: () => 'Build it once: npx hearth build-helper',
  },
  'helper-refused': {
    status: 502,
    title: ({ reason }) => `The Docker engine refused to start a helper container: ${reason}.`,
    remedy: () => 'Profile from the host instead, or allow the engine what it names.',
  },
  'helper-failed': {
    status: 502,
    title: ({ reason }) => `The helper container failed: ${reason}.`,
    remedy: () => 'Profile again; if its image is older than this Hearth, make a new one: npx hearth build-helper',
  },
  'helper-image-failed': {
    status: 502,
    title: ({ reason }) => `The image for helper containers could not be made: ${reason}.`,
    remedy: () => 'Its base image (BASE) must be a Debian or Ubuntu whose package mirror the Docker engine can reach.',
  },
  'async-profiler-missing': {
    status: 503,
    title: ({ reason }) => `There is no async-profiler: ${reason}.`,
    remedy: () =>
      'Run `npm start` where Maven Central can be reached, which fetches it, or set HEARTH_ASYNC_PROFILER to a copy of your own.',
  },
  'no-library-place': {
    status: 422,
    title: ({ target, reason }) => `${target} has no directory that it could load a library from: ${reason}.`,
    remedy: () => 'Give it one for its next start: docker run --tmpfs /tmp:exec ...',
  },
  'library-not-loaded': {
    status: 422,
    title: ({ target, reason }) => `${target} could not load async-profiler: ${reason}.`,
    remedy: ({ cause = 'unknown' }) => loadRemedies[cause],
  },
  'dynamic-loading-disabled': {
    status: 422,
    title: ({ target }) => `${target} was started with -XX:-EnableDynamicAgentLoading, so no agent can be loaded.`,
    remedy: () => 'Use JFR or perf, which load nothing, or restart the service without this option.',
  },
  'other-profiler': {
    status: 409,
    title: ({ target, profiler, library }) =>
      `${profiler} is in ${target} already (${library}); two would disturb each other.`,
    remedy: () => 'Use JFR or perf beside it, or restart the service without that agent.',
  },
  'profiler-busy': {
    status: 409,
    title: ({ target }) => `async-profiler is running in ${target} already.`,
    remedy: () =>
      'Wait until that capture ends. One that a killed Hearth left ends by itself half a minute after its time.',
  },
  'profiler-refused': {
    status: 502,
    title: ({ target, reason }) => `async-profiler failed in ${target}: ${reason}.`,
    remedy: () => 'Try another engine: JFR loads no library, and perf needs nothing from the JVM.',
  },
  'jdk-too-old': {
    status: 422,
    title: ({ target, version, needs }) => `${target} runs on Java ${version}, too old for this: it needs ${needs}.`,
    remedy: () => 'Run the service on a later JDK, or profile it with perf.',
  },
}

/** A Problem as it crosses a wire: RFC 9457 with `code`, `facts` and `remedy`. */
export interface ProblemData {
  type: 'about:blank'
  status: number
  title: string
  code: ProblemCode
  remedy: string
  facts: Record<string, unknown>
}

const brand = Symbol.for('hearth.problem')

/** A failure that a person can do something about. Throw it; routes and pages know how to show it. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  readonly code: Code
  readonly facts: FactsByCode[Code]
  readonly [brand] = true

  constructor(code: Code, facts: FactsByCode[Code], options?: ErrorOptions) {
    super(explanations[code].title(facts), options)
    this.name = 'Problem'
    this.code = code
    this.facts = facts
  }

  get status(): number {
    return explanations[this.code].status
  }

  get remedy(): string {
    return explanations[this.code].remedy(this.facts)
  }

  toJSON(): ProblemData {
    const { status, message: title, code, remedy } = this
    return { type: 'about:blank', status, title, code, remedy, facts: { ...this.facts } }
  }
}

/** By brand, not by class: Next evaluates this module more than once, and each copy has a class of its own. */
export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && brand in error
}

/** For `catch` of a promise: what `instead` gives for a Problem. A bug stays one. */
export function onProblem<T>(instead: (problem: Problem) => T): (error: unknown) => T {
  return (error) => {
    if (!isProblem(error)) throw error
    return instead(error)
  }
}

/** What `work` gives, or `otherwise` where it throws a Problem. */
export function unlessProblem<T, Else>(work: () => T, otherwise: Else): T | Else {
  try {
    return work()
  } catch (error) {
    return onProblem(() => otherwise)(error)
  }
}

/** The Problem that crossed a wire, thrown again on this side of it. */
export function problemFromData(data: ProblemData): Problem {
  // The facts were checked when the Problem was made; a wire keeps their shape.
  return new Problem(data.code, data.facts)
}

export const problemCodes = Object.keys(explanations) as [ProblemCode, ...ProblemCode[]]
