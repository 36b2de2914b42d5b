/** Recordings made now, by the JDKs of this machine, against what their own tool says of them. */
import { execFileSync, spawn } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findJdk, type Jdk } from '../../host/jvm/jdk.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { readClassFrame, readJfrFrame } from './frame-names.ts'
import { readJfr } from './jfr.ts'

const goldens = join(import.meta.dirname, '../golden/jfr')
const folder = mkdtempSync(join(tmpdir(), 'hearth-jfr-'))
const read = (file: string) => readJfr(createReadStream(file))

beforeAll(() => {
  const { home } = findJdk(17)!
  execFileSync(`${home}/bin/javac`, ['--release', '17', '-d', folder, join(goldens, 'Load.java')])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What `jfr summary` counts, without the kinds it counts none of. */
function summaryOf(file: string): Map<string, number> {
  // The newest one knows all events.
  const { home } = findJdk(25) ?? findJdk(17)!
  const text = execFileSync(`${home}/bin/jfr`, ['summary', file], { encoding: 'utf8' })
  const rows = [...text.matchAll(/^ ([\w.$]+) +(\d+) +\d+$/gm)]
  return new Map(rows.map(([, name, count]) => [name!, Number(count)] as const).filter(([, count]) => count > 0))
}

function record({ home, feature }: Jdk, ms = 3000): string {
  const file = join(folder, `jdk-${feature}-${ms}.jfr`)
  const cpuTime = feature >= 25 ? ',jdk.CPUTimeSample#enabled=true' : ''
  const start = `-XX:StartFlightRecording:settings=profile,filename=${file}${cpuTime}`
  execFileSync(`${home}/bin/java`, ['-Xmx128m', '-cp', folder, start, 'Load', `${ms}`], { stdio: 'ignore' })
  return file
}

describe('the goldens', () => {
  it.each(['jdk-17', 'jdk-25', 'async-profiler-4.6'])(
    '%s has as many events of each kind as jfr summary says',
    async (name) => {
      const file = join(folder, `${name}.jfr`)
      writeFileSync(file, gunzipSync(readFileSync(join(goldens, `${name}.jfr.gz`))))
      expect(new Map([...(await read(file)).eventCounts].sort())).toEqual(new Map([...summaryOf(file)].sort()))
    },
  )
})

/**
 * Prints how many bytes it has allocated while it recorded. In pieces: what a thread allocates after its last sample is
 * in none, and of a burst JFR takes few.
 */
const allocations = `
  public class Allocations {
    static volatile Object last;
    static void allocate(int megabytes) throws InterruptedException {
      for (int megabyte = 0; megabyte < megabytes; megabyte++) {
        for (int i = 0; i < 100; i++) last = new byte[10_000];
        Thread.sleep(1);
      }
    }
    public static void main(String[] args) throws Exception {
      allocate(1000);
      try (var recording = new jdk.jfr.Recording()) {
        recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
        recording.enable("jdk.ThreadStart");
        recording.start();
        allocate(150);
        Thread young = new Thread(() -> { try { allocate(50); } catch (InterruptedException e) { throw new RuntimeException(e); } });
        young.start();
        young.join();
        recording.stop();
        recording.dump(java.nio.file.Path.of(args[0]));
      }
      System.out.println(200_000_000);
    }
  }
`

const jdks = [17, 25].flatMap((feature) => findJdk(feature) ?? [])

describe.each(jdks)('a recording of JDK $feature', (jdk) => {
  let file = ''
  beforeAll(() => {
    file = record(jdk)
  })

  it('has as many events of each kind as jfr summary says', async () => {
    const { eventCounts, warnings } = await read(file)
    expect(warnings).toEqual([])
    expect(eventCounts.size).toBeGreaterThan(50)
    expect(new Map([...eventCounts].sort())).toEqual(new Map([...summaryOf(file)].sort()))
  })

  it('has the stacks, threads and weights that jfr print says', async () => {
    const { profiles } = await read(file)
    const seen = new Map(profiles.map((profile) => [profile.provenance.event, profile]))
    const cpu = jdk.feature >= 25 ? 'jdk.CPUTimeSample' : 'jdk.ExecutionSample'
    for (const [event, name, weight] of [
      ['cpu', cpu, jdk.feature >= 25 ? 'samplingPeriod' : null],
      ['alloc', 'jdk.ObjectAllocationSample', 'weight'],
      ['io', 'jdk.SocketRead,jdk.SocketWrite,jdk.FileRead,jdk.FileWrite,jdk.FileForce', 'duration'],
    ] as const) {
      const printed = printedSamples(jdk, file, name, weight)
      const profile = seen.get(event)!
      expect(stacksOf(profile), event).toEqual(printed.stacks)
      // What the JDK says of a thread's first allocations is more than the recording's.
      if (event !== 'alloc') expect(totalWeight(profile) / printed.weight, event).toBeCloseTo(1, 6)
    }
  })

  it('weighs allocations of the recording alone, of a thread that has allocated long before and of a new one', async () => {
    const [source, recorded] = [join(folder, 'Allocations.java'), join(folder, `allocations-${jdk.feature}.jfr`)]
    writeFileSync(source, allocations)
    const bytes = Number(execFileSync(`${jdk.home}/bin/java`, ['-Xmx128m', source, recorded], { encoding: 'utf8' }))
    const { profiles } = await read(recorded)
    const share = totalWeight(profiles.find(({ provenance }) => provenance.event === 'alloc')!) / bytes
    expect(share).toBeGreaterThan(0.9)
    expect(share).toBeLessThan(1.1)
  })

  it('leaves no trace of the environment, properties and command line', async () => {
    const { profiles, eventCounts } = await read(file)
    expect(eventCounts.get('jdk.InitialEnvironmentVariable')).toBeGreaterThan(0)
    for (const { provenance, strings } of profiles) {
      const text = `${JSON.stringify(provenance)}\n${strings.join('\n')}`
      expect(text).not.toContain(folder)
      expect(text).not.toContain(process.env['PATH']!)
    }
  })

  it('is read as far as it was written when the JVM is killed', async () => {
    const repository = join(folder, `repository-${jdk.feature}`)
    const options = ['-Xmx128m', '-cp', folder, `-XX:FlightRecorderOptions:repository=${repository}`]
    const child = spawn(`${jdk.home}/bin/java`, [
      ...options,
      '-XX:StartFlightRecording:settings=profile',
      'Load',
      '60000',
    ])
    const killed = new Promise((resolve) => child.once('exit', resolve))
    const chunkFile = () => {
      const names = existsSync(repository) ? readdirSync(repository, { recursive: true, encoding: 'utf8' }) : []
      const name = names.find((path) => path.endsWith('.jfr'))
      return name === undefined ? null : join(repository, name)
    }
    const readCpu = async () => {
      const { profiles, warnings } = await read(chunkFile()!)
      return { profile: profiles.find(({ provenance }) => provenance.event === 'cpu'), warnings }
    }
    // The JDK writes what it has once a second; allocations may be on the disk before the first samples of CPU.
    await waitUntil('samples are on the disk', async () => {
      const found = chunkFile() === null ? null : await readCpu().catch(() => null)
      return (found?.profile?.samples.length ?? 0) > 20
    })
    child.kill('SIGKILL')
    await killed
    const { profile, warnings } = await readCpu()
    expect(warnings.map(({ code }) => code)).toContain('chunks-unfinished')
    expect(profile!.strings).toContain('Load.fib')
  })
})

interface Printed {
  readonly events: readonly { readonly type: string; readonly values: Readonly<Record<string, unknown>> }[]
}
interface PrintedFrame {
  readonly method: { readonly type: { readonly name: string }; readonly name: string; readonly descriptor: string }
}

function printedSamples({ home }: Jdk, file: string, events: string, weightField: string | null) {
  const args = ['print', '--json', '--stack-depth', '2048', '--events', events, file]
  const json = execFileSync(`${home}/bin/jfr`, args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  const { recording } = JSON.parse(json) as { recording: Printed }
  const stacks: string[] = []
  let weight = 0
  for (const { values } of recording.events) {
    const thread = (values['sampledThread'] ?? values['eventThread']) as { javaName?: string; osName?: string } | null
    const frames = (values['stackTrace'] as { frames: PrintedFrame[] } | null)?.frames ?? []
    const leaf = (values['objectClass'] as { name: string } | undefined)?.name
    const names = frames.map(nameOf).reverse()
    if (leaf !== undefined) names.push(readClassFrame(leaf.replaceAll('.', '/')).name)
    stacks.push([thread?.javaName ?? thread?.osName ?? '', ...names].join(';'))
    weight += weightField === null ? 1 : numberOf(values[weightField])
  }
  return { stacks: stacks.sort(), weight }
}

/** Overloads and lambdas of a kind are one frame here, so the names are compared as we spell them. */
function nameOf({ method }: PrintedFrame): string {
  const parts = { owner: method.type.name.replaceAll('.', '/'), method: method.name, descriptor: method.descriptor }
  return readJfrFrame(parts, 'Interpreted', 'jdk').name
}

/** A number, or a stretch of time such as `PT0.012345S`, in nanoseconds. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  const [, minutes = '0', seconds = '0'] = /^PT(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(String(value))!
  return Number(minutes) * 60e9 + Number(seconds) * 1e9
}

/** One line for each sample. */
function stacksOf({ samples, stacks, frames, strings, threads }: Profile): string[] {
  const lines = Array.from(samples.stack, (stack, sample) => {
    const names: string[] = []
    for (let row = stack; row >= 0; row = stacks.parent[row]!) names.push(strings[frames.name[stacks.frame[row]!]!]!)
    return [strings[threads.name[samples.thread[sample]!]!]!, ...names.reverse()].join(';')
  })
  return lines.sort()
}
