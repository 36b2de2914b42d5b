/** Helper containers against a real engine: what they may do, how they end, what they leave. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Docker from 'dockerode'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopCommand, shopOptions } from '../../examples/images/scratch-image.ts'
import { createEngines } from '../capture/engines.ts'
import type { CaptureEngine, Progress, RawRecording } from '../capture/engine.ts'
import { runCleanup } from '../capture/cleanup-records.ts'
import { readConfig } from '../config.ts'
import { type CaptureRequest, captureRequestSchema } from '../contract/capture.ts'
import type { Target } from '../contract/target.ts'
import type { EngineId } from '../contract/engines.ts'
import { isProblem } from '../errors.ts'
import { createDockerHelpers } from '../host/docker/helper-container.ts'
import { runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { ensureHelperImage } from '../testing/hosts/helper-image.ts'
import { scanForTarget } from '../testing/hosts/look-at-targets.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createHelpers } from './helpers.ts'
import { capabilitiesFor, captureLabel, helperLabel, ownerLabel, untilLabel } from './plan-helper.ts'

const docker = new Docker()
let shop: TestContainer
let target: Target
let image = ''
let directory = ''
const captureIds = new Set<string>()
let filesBefore: string[] = []
let logBefore = ''
let config: ReturnType<typeof readConfig>
let engines: readonly CaptureEngine[]
let lastCleanup: Progress['cleanup'] = []

beforeAll(async () => {
  image = await ensureHelperImage()
  shop = await runContainer({ image: 'debian-jdk17' })
  const [hostPid] = await shop.jvmPids()
  target = await scanForTarget(hostPid!)
  config = { ...readConfig(process.env), helperImage: image, runDirectory: '/run/hearth-helper-test' }
  engines = createEngines(config)
  filesBefore = await filesOf(shop)
  logBefore = await shop.logs()
})
afterAll(() => shop.stop())

beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), 'hearth-helper-'))
})
/** Whatever a test did to its helper, the target is as it was, and the helper is gone. */
afterEach(async () => {
  fs.rmSync(directory, { recursive: true, force: true })
  await waitUntil('no helper is left', async () => (await ownHelpers()).length === 0, 30_000)
  expect(await filesOf(shop)).toEqual(filesBefore)
  expect(await shop.newLogs(logBefore)).toBe('')
})

function requestOf(more: Partial<CaptureRequest>): CaptureRequest {
  return captureRequestSchema.parse({ targetId: target.id, seconds: 2, ...more })
}

/** Every path that was made or changed in the container since its image. */
async function filesOf({ id }: TestContainer): Promise<string[]> {
  const changes = (await docker.getContainer(id).changes()) as { Path: string }[]
  return changes.map(({ Path }) => Path).sort()
}

/** The helpers of this file's captures. */
async function ownHelpers(): Promise<Docker.ContainerInspectInfo[]> {
  const all = await docker.listContainers({ all: true, filters: { label: [captureLabel] } })
  const own = all.filter(({ Labels }) => captureIds.has(Labels[captureLabel] ?? ''))
  const found = await Promise.all(
    own.map(({ Id }) =>
      docker
        .getContainer(Id)
        .inspect()
        .catch(() => null),
    ),
  )
  return found.filter((info) => info !== null)
}

function newCaptureId(): string {
  const captureId = randomBytes(16).toString('hex')
  captureIds.add(captureId)
  return captureId
}

async function record(
  engine: EngineId,
  request: Partial<CaptureRequest> = {},
  onProgress: (progress: Progress) => void | Promise<void> = () => {},
  { save, cancel, of = target }: { save?: AbortSignal; cancel?: AbortSignal; of?: Target } = {},
): Promise<RawRecording> {
  const never = new AbortController().signal
  const job = {
    id: newCaptureId(),
    target: of,
    request: requestOf({ engine, targetId: of.id, ...request }),
    directory,
    save: save ?? never,
  }
  const chosen = engines.find(({ id }) => id === engine)!
  const steps = createHelpers(config, console.error).record(chosen, job, cancel ?? never)
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
    lastCleanup = step.value.cleanup
    await onProgress(step.value)
  }
}

const bits = [
  'CHOWN,DAC_OVERRIDE,DAC_READ_SEARCH,FOWNER,FSETID,KILL,SETGID,SETUID,SETPCAP,LINUX_IMMUTABLE,NET_BIND_SERVICE',
  'NET_BROADCAST,NET_ADMIN,NET_RAW,IPC_LOCK,IPC_OWNER,SYS_MODULE,SYS_RAWIO,SYS_CHROOT,SYS_PTRACE,SYS_PACCT,SYS_ADMIN',
  'SYS_BOOT,SYS_NICE,SYS_RESOURCE,SYS_TIME,SYS_TTY_CONFIG,MKNOD,LEASE,AUDIT_WRITE,AUDIT_CONTROL,SETFCAP,MAC_OVERRIDE',
  'MAC_ADMIN,SYSLOG,WAKE_ALARM,BLOCK_SUSPEND,AUDIT_READ,PERFMON,BPF,CHECKPOINT_RESTORE',
].flatMap((line) => line.split(','))

function capabilitiesIn(status: string, field: string): string[] {
  const mask = BigInt(`0x${new RegExp(`^${field}:\\s*([0-9a-f]+)`, 'm').exec(status)![1]}`)
  return bits.filter((_, bit) => (mask >> BigInt(bit)) & 1n).sort()
}

const expected: Record<EngineId, { user: 'target' | 'root'; capabilities: string[] }> = {
  'async-profiler': { user: 'target', capabilities: [] },
  jfr: { user: 'target', capabilities: [] },
  perf: {
    user: 'root',
    capabilities: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'PERFMON', 'SYSLOG', 'SYS_PTRACE'],
  },
  bpftrace: {
    user: 'root',
    capabilities: ['BPF', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'PERFMON', 'SYSLOG', 'SYS_PTRACE'],
  },
}

test.each(['jfr', 'async-profiler', 'perf', 'bpftrace'] as const)(
  '%s gets exactly the rights it needs, and a profile with them',
  async (id) => {
    const engine = engines.find((engine) => engine.id === id)!
    const { user, capabilities } = expected[id]
    expect(engine.helperNeeds(requestOf({ engine: id }), target)).toMatchObject({ user, capabilities })
    const daemon = await createDockerHelpers(undefined).daemon()
    const uid = user === 'root' ? 0 : target.user.uid
    let seen: Docker.ContainerInspectInfo | undefined
    let status = ''
    const recording = await record(id, {}, async ({ state }) => {
      if (state !== 'recording' || seen) return
      ;[seen] = await ownHelpers()
      status = fs.readFileSync(`/proc/${seen!.State.Pid}/status`, 'utf8')
    })
    expect(recording.parts.length).toBeGreaterThan(0)
    for (const { source } of recording.parts) {
      expect(source.kind).toBe('file')
      expect(fs.statSync(join(directory, source.kind === 'file' ? source.name : '')).size).toBeGreaterThan(1000)
    }
    const { HostConfig: host, Config: settings } = seen!
    const grantedCapabilities = ((host.CapAdd ?? []) as string[]).map((name) => name.replace(/^CAP_/, ''))
    expect([
      capabilitiesFor(capabilities, daemon.kernel, true),
      capabilitiesFor(capabilities, daemon.kernel, false),
    ]).toContainEqual(grantedCapabilities)
    expect(host).toMatchObject({
      CapDrop: ['ALL'],
      Privileged: false,
      ReadonlyRootfs: true,
      // Docker adds the second one itself where the host's PIDs are shared; it is about SELinux.
      SecurityOpt: id === 'bpftrace' ? ['no-new-privileges', 'label=disable'] : ['no-new-privileges'],
      NetworkMode: 'none',
      PidMode: id === 'bpftrace' ? 'host' : `container:${shop.id}`,
      AutoRemove: true,
      Binds: null,
    })
    expect(settings.User).toBe(user === 'root' ? '0:0' : `${target.user.uid}:${target.user.gid}`)
    expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm'))
    expect(capabilitiesIn(status, 'CapEff')).toEqual(grantedCapabilities)
    expect(capabilitiesIn(status, 'CapBnd')).toEqual(grantedCapabilities)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(status).toMatch(/^Seccomp:\s+2$/m)
  },
)

const usualRoot = { image: 'debian-jdk17', user: '0', usualCapabilities: true } as const
const asShop = ['setpriv', '--reuid=10001', '--regid=10001', '--clear-groups']
const withOne = [...asShop, '--inh-caps=+net_bind_service', '--ambient-caps=+net_bind_service']

describe.each([
  ['root with Docker’s usual capabilities', usualRoot],
  [
    'a user with one capability',
    { ...usualRoot, command: [...withOne, 'java', ...shopOptions, ...shopCommand], serves: 'shop listens' },
  ],
] as const)('a JVM of %s', (_whose, options) => {
  test.each(['jfr', 'async-profiler'] as const)('is recorded by %s', async (id) => {
    await using container = await runContainer(options)
    const [hostPid] = await container.jvmPids()
    const of = await scanForTarget(hostPid!)
    expect(of.user.hasCapabilities).toBe(true)
    const before = await filesOf(container)
    const recording = await record(id, {}, undefined, { of })
    expect(recording.partial).toBeNull()
    expect(recording.parts.length).toBeGreaterThan(0)
    expect(await filesOf(container)).toEqual(before)
  })
})

test('a cancelled capture takes its helper away', async () => {
  const cancel = new AbortController()
  const why = new Error('enough')
  const recorded = record(
    'jfr',
    { seconds: 60 },
    ({ state }) => {
      if (state === 'recording') cancel.abort(why)
    },
    { cancel: cancel.signal },
  )
  await expect(recorded).rejects.toBe(why)
  expect(await ownHelpers()).toEqual([])
})

test('a capture that is saved ends early and keeps what it has', async () => {
  const save = new AbortController()
  const begun = performance.now()
  const recording = await record(
    'jfr',
    { seconds: 120 },
    ({ state, secondsLeft }) => {
      if (state === 'recording' && secondsLeft !== null && secondsLeft < 119) save.abort()
    },
    { save: save.signal },
  )
  expect(recording.parts.length).toBeGreaterThan(0)
  expect(performance.now() - begun).toBeLessThan(60_000)
})

test('a helper whose collector was killed puts the target back and ends by itself', async () => {
  const captureId = newCaptureId()
  const order = { target, request: requestOf({ engine: 'jfr', seconds: 300 }), captureId, directory, image }
  const program = join(import.meta.dirname, '../testing/record-in-helper.ts')
  const collector = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: collector.stdout })) {
    if ((JSON.parse(line) as Progress).state === 'recording') break
  }
  expect(await ownHelpers()).toHaveLength(1)
  collector.kill('SIGKILL')
  await once(collector, 'exit')
  await waitUntil('the helper has ended', async () => (await ownHelpers()).length === 0, 20_000)
})

test('a helper that is killed is a failure that says so', async () => {
  let killed = false
  const recorded = record('jfr', { seconds: 60 }, async ({ state }) => {
    if (state !== 'recording' || killed) return
    killed = true
    const [helper] = await ownHelpers()
    await docker.getContainer(helper!.Id).kill()
  })
  const error = await recorded.catch((error: unknown) => error)
  expect(isProblem(error) && error.code).toBe('helper-failed')
  // What the collector's reaper does where the helper could not.
  for (const cleanupRecord of lastCleanup) await runCleanup(cleanupRecord)
})

test('the sweep removes helpers of a dead collector and old ones, and no others', async () => {
  const helpers = createHelpers(config, console.error)
  const now = Math.floor(Date.now() / 1000)
  const mine = await startIdle({ [ownerLabel]: await ownerOf(), [untilLabel]: `${now + 900}` })
  const old = await startIdle({ [ownerLabel]: 'another', [untilLabel]: `${now - 10}` })
  const others = await startIdle({ [ownerLabel]: 'another', [untilLabel]: `${now + 900}` })
  try {
    // The old one may be removed by a collector of another test, too.
    expect(await helpers.sweep()).toContain(mine)
    const gone = docker.getContainer(old)
    await waitUntil('the old one is gone', () =>
      gone.inspect().then(
        () => false,
        (error: unknown) => (error as { statusCode?: number }).statusCode === 404,
      ),
    )
    expect((await docker.getContainer(others).inspect()).State.Running).toBe(true)
  } finally {
    await docker.getContainer(others).remove({ force: true })
  }

  async function startIdle(labels: Record<string, string>): Promise<string> {
    const idle = {
      Image: image,
      Entrypoint: ['/usr/bin/sleep', '600'],
      HostConfig: { AutoRemove: true, NetworkMode: 'none' },
    }
    const container = await docker.createContainer({ ...idle, Labels: { [helperLabel]: 'dead', ...labels } })
    await container.start()
    return container.id
  }

  /** As a helper of ours has it. */
  async function ownerOf(): Promise<string> {
    let owner = ''
    await record('jfr', { seconds: 1 }, async () => {
      const [helper] = await ownHelpers()
      owner ||= helper?.Config.Labels[ownerLabel] ?? ''
    })
    return owner
  }
})
