/** What Docker is asked for: the least that the engine's work needs, and a life that ends by itself. */
import { createHash } from 'node:crypto'
import type Dockerode from 'dockerode'
import type { HelperNeeds } from '../capture/engine.ts'
import type { Target } from '../contract/target.ts'
import type { DaemonFacts } from '../host/docker/helper-container.ts'

export interface HelperPlan {
  readonly image: string
  readonly needs: HelperNeeds
  readonly target: Target | null
  readonly daemon: DaemonFacts
  /** The engine knows CAP_PERFMON and CAP_BPF by name. */
  readonly knowsPerfmon: boolean
  /** `hearth-3f2a...`; two of one name cannot be. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** It is always ended after this time; null for one that stays. */
  readonly maxSeconds: number | null
}

export const helperLabel = 'hearth.helper'
/** The run directory that a helper works for: its next collector removes what the last one left. */
export const ownerLabel = 'hearth.helper.owner'
/** Unix seconds after which a helper is an orphan; 0 for one that stays. */
export const untilLabel = 'hearth.helper.until'
export const captureLabel = 'hearth.helper.capture'

/** What a collector with this run directory on this machine signs its helpers with. */
export function computeOwnerId(hostname: string, runDirectory: string): string {
  return createHash('sha256').update(`${hostname}\0${runDirectory}`).digest('hex').slice(0, 32)
}

/** A helper container has so much memory at most, its recordings in `/work` and `/tmp` among it. */
const helperMemoryBytes = 1024 * 2 ** 20
/** The size of `/work`: the part of `helperMemoryBytes` that recordings may take until they are sent. */
const workBytes = 512 * 2 ** 20
/** Processes and threads of a helper at most. */
const helperProcesses = 128
/** Bytes that the `/tmp` of a helper may hold. */
const helperTmpBytes = 16 * 2 ** 20
/** Capabilities that Linux 5.8 cut out of SYS_ADMIN. */
const splitFromSysAdmin = new Set(['PERFMON', 'BPF', 'CHECKPOINT_RESTORE'])

export function planHelper(plan: HelperPlan): Dockerode.ContainerCreateOptions {
  const { image, needs, target, daemon, name, labels, maxSeconds } = plan
  const [uid, gid] = needs.user === 'root' || target === null ? [0, 0] : [target.user.uid, target.user.gid]
  const pid = pidMode(needs, target)
  const privateTmpfs = 'rw,nosuid,nodev,noexec'
  const deadline =
    maxSeconds === null ? [] : ['/usr/bin/timeout', '--signal', 'TERM', '--kill-after', '30', `${maxSeconds}`]
  return {
    name,
    Image: image,
    Entrypoint: [...deadline, '/usr/local/bin/node', '/opt/hearth/lib/helper/main.ts'],
    Cmd: [],
    User: `${uid}:${gid}`,
    WorkingDir: '/',
    Labels: { ...labels },
    Tty: false,
    OpenStdin: true,
    // Its input ends when our connection does, and with its input it ends.
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      AutoRemove: true,
      // What it prints are recordings, which the engine would keep on its host's disk.
      LogConfig: { Type: 'none', Config: {} },
      PidMode: pid,
      NetworkMode: networkMode(needs, target),
      Privileged: false,
      CapDrop: ['ALL'],
      CapAdd: capabilitiesFor(needs.capabilities, daemon.kernel, plan.knowsPerfmon),
      SecurityOpt: ['no-new-privileges'],
      // With remapped users, the ids of the JVM that we see are the host's.
      ...(daemon.security.includes('userns') && { UsernsMode: 'host' }),
      ...(pid === 'host' && { CgroupnsMode: 'host' as const }),
      ReadonlyRootfs: true,
      Tmpfs: {
        '/work': `${privateTmpfs},size=${workBytes},mode=0700,uid=${uid},gid=${gid}`,
        '/tmp': `${privateTmpfs},size=${helperTmpBytes},mode=0700,uid=${uid},gid=${gid}`,
      },
      Memory: helperMemoryBytes,
      MemorySwap: helperMemoryBytes,
      PidsLimit: helperProcesses,
      RestartPolicy: { Name: '' },
    },
  }
}

/** Outside containers there is only one way to see the target. */
function pidMode(needs: HelperNeeds, target: Target | null): string {
  if (needs.pid === 'host' || target === null || target.container === null) return 'host'
  return `container:${target.container.id}`
}

function networkMode(needs: HelperNeeds, target: Target | null): string {
  if (needs.network === 'none' || target === null) return 'none'
  return target.container === null ? 'host' : `container:${target.container.id}`
}

/**
 * Without `CAP_`, sorted, each once. Where the engine or its kernel does not know the small one, the large one it was
 * cut out of.
 */
export function capabilitiesFor(requested: readonly string[], kernel: string, knowsPerfmon: boolean): string[] {
  const isCutOut = knowsPerfmon && isAtLeast(kernel, 5, 8)
  const granted = requested.map((name) => (!isCutOut && splitFromSysAdmin.has(name) ? 'SYS_ADMIN' : name))
  return [...new Set(granted)].sort()
}

function isAtLeast(kernel: string, major: number, minor: number): boolean {
  const [, first = '0', second = '0'] = /^(\d+)\.(\d+)/.exec(kernel) ?? []
  return Number(first) > major || (Number(first) === major && Number(second) >= minor)
}
