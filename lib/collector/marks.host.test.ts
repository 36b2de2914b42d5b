/**
 * Compares the marks of GC pauses, safepoints and CPU throttling in a profile with the JVM's log and the kernel's
 * counters.
 */
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { CaptureRequest } from '../contract/capture.ts'
import { findJdk } from '../host/jvm/jdk.ts'
import type { Mark, Profile } from '../profile/model/profile.ts'
import { type ContainerOptions, runContainer } from '../testing/hosts/containers.ts'
import { perfOnHost, slowShop, startFileCollector } from '../testing/hosts/file-collector.ts'
import { filesOf } from '../testing/hosts/left-behind.ts'
import { waitUntil } from '../testing/wait-until.ts'

const collector = await startFileCollector()

interface Recorded {
  readonly profile: Profile
  readonly logs: string
}

async function record(
  options: ContainerOptions,
  seconds: number,
  more: Partial<CaptureRequest> = {},
): Promise<Recorded> {
  await using container = await runContainer({ env: slowShop, ...options })
  const [hostPid] = await container.jvmPids()
  const target = await collector.findTarget(hostPid!)
  const files = filesOf(hostPid!)
  const { id } = await collector.start(target, { ...perfOnHost, seconds, ...more })
  expect((await collector.end(id)).problem).toBeNull()
  expect(filesOf(hostPid!)).toEqual(files)
  return { profile: await collector.profileOf(id), logs: await container.logs() }
}

/** Dumps the stacks of very many threads again and again. */
const dumpingThreads = `public class Dumps {
  static volatile int sink;
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 1500; i++) new Thread(java.util.concurrent.locks.LockSupport::park).start();
    for (;;) {
      for (int i = 0; i < 20_000_000; i++) sink += i;
      sink += Thread.getAllStackTraces().size();
    }
  }
}`

interface Logged {
  /** ms since the start of the recording. */
  readonly endMs: number
  readonly ms: number
}

/** The events that the JVM logged well inside the recording; lines begin with the time of day in ms. */
function loggedIn({ provenance }: Profile, lines: Iterable<RegExpMatchArray>, unitMs: number): Logged[] {
  const { startedAt, durationMs } = provenance
  return [...lines]
    .map(([, at, took]) => ({ endMs: Number(at) - startedAt!, ms: Number(took) * unitMs }))
    .filter(({ endMs, ms }) => endMs > 100 && endMs < durationMs! - 100 && ms >= 0.6)
}

/** The events that have no mark at their time, with a tolerance for readings every 20 ms on a busy machine. */
function unmarked(logged: readonly Logged[], marks: readonly Mark[]): Logged[] {
  return logged.filter(
    ({ endMs, ms }) => !marks.some(({ fromMs, toMs }) => fromMs - 25 <= endMs - ms / 2 && endMs - ms / 2 <= toMs + 25),
  )
}

const marksOf = ({ provenance }: Profile, kind: Mark['kind']) => provenance.marks.filter((mark) => mark.kind === kind)
const covered = (marks: readonly Mark[]) => marks.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)

test.each(['debian-jdk17', 'debian-jdk25'] as const)(
  'collections of %s are marked when its own log has them',
  async (image) => {
    const javaOptions = ['-Xmn3m', '-Xlog:gc:stdout:timemillis']
    const { profile, logs } = await record({ image, javaOptions }, 5)
    const { durationMs, maxDepth } = profile.provenance
    const logged = loggedIn(profile, logs.matchAll(/^\[(\d+)ms\] GC\(\d+\) Pause Young.* ([\d.]+)ms$/gm), 1)
    const marks = marksOf(profile, 'gc')
    expect(logged.length).toBeGreaterThan(5)
    expect(unmarked(logged, marks)).toEqual([])
    expect(marks[0]!.text).toMatch(/^(\d+ × )?G1 young collection, [\d.]+ ms/)
    expect(marks.every(({ fromMs, toMs }) => fromMs >= 0 && toMs >= fromMs && toMs <= durationMs! + 100)).toBe(true)
    expect(maxDepth).toBe(Number(fs.readFileSync('/proc/sys/kernel/perf_event_max_stack', 'utf8')))
  },
)

test('safepoints without a collection are marked too, of a JVM outside any container', async () => {
  const jdk = findJdk()!
  const directory = fs.mkdtempSync('/var/tmp/hearth-dumps-')
  fs.writeFileSync(`${directory}/Dumps.java`, dumpingThreads)
  execFileSync(`${jdk.home}/bin/javac`, ['-d', directory, `${directory}/Dumps.java`])
  // With a heap so large that no collection runs: a safepoint close to a collection cannot be distinguished from it.
  const heap = ['-XX:+UseSerialGC', '-Xmx512m', '-Xmn400m']
  const options = ['-XX:+PreserveFramePointer', ...heap, '-Xlog:safepoint:stdout:timemillis', '-cp', directory]
  const jvm = spawn(`${jdk.home}/bin/java`, [...options, 'Dumps'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let log = ''
  jvm.stdout.setEncoding('utf8').on('data', (text: string) => (log += text))
  try {
    await waitUntil('it dumps threads', () => log.includes('ThreadDump'), 30_000)
    const target = await collector.findTarget(jvm.pid!)
    const { id } = await collector.start(target, { ...perfOnHost, seconds: 4 })
    expect((await collector.end(id)).problem).toBeNull()
    const profile = await collector.profileOf(id)
    const logged = loggedIn(profile, log.matchAll(/^\[(\d+)ms\] Safepoint "ThreadDump".* Total: +(\d+) ns/gm), 1e-6)
    expect(logged.length).toBeGreaterThan(0)
    expect(unmarked(logged, marksOf(profile, 'safepoint'))).toEqual([])
  } finally {
    jvm.kill('SIGKILL')
    fs.rmSync(directory, { recursive: true })
  }
})

test('a container at its CPU limit has marks where the kernel throttled it, with no samples', async () => {
  const env = { ...slowShop, SHOP_SELF_LOAD: '8' }
  const { profile } = await record({ image: 'scratch-jdk17', cpus: 0.2, env }, 6, { frequencyHz: 499 })
  const { durationMs } = profile.provenance
  const marks = marksOf(profile, 'throttled')
  const markedMs = covered(marks)
  expect(markedMs / durationMs!).toBeGreaterThan(0.2)
  expect(marks[0]!.text).toMatch(/^(\d+ × )?held back by the limit of 0\.2 CPUs, \d+(\.\d+)? ms/)
  const isMarked = (time: number) => marks.some(({ fromMs, toMs }) => time > fromMs && time < toMs)
  const inside = profile.samples.time.filter(isMarked).length
  // A few samples are possible: one CPU may have used up its quota while the other has some left.
  expect(inside / markedMs).toBeLessThan((0.75 * (profile.samples.length - inside)) / (durationMs! - markedMs))
})

test('a container with CPUs to spare has no such marks', async () => {
  const { profile } = await record({ image: 'scratch-jdk17', cpus: 2, env: {} }, 2)
  expect(covered(marksOf(profile, 'throttled'))).toBeLessThan(100)
})
