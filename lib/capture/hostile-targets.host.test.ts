/**
 * Real JVMs in real containers, each of which makes a capture difficult in its own way. The result is a correct profile
 * or a clear Problem, the JVM goes on running, and nothing is left behind.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Capture } from '../contract/capture.ts'
import type { EngineId } from '../contract/engines.ts'
import type { ProblemCode } from '../errors.ts'
import { mappedLibraries } from '../jvm/libjvm.ts'
import { frameKinds, type Profile } from '../profile/model/profile.ts'
import { type ContainerOptions, runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'
import { filesOf, processesWith } from '../testing/hosts/left-behind.ts'
import { asyncProfilerForTests } from '../testing/hosts/async-profiler.ts'
import { byTier } from '../testing/tier.ts'

interface Case {
  readonly name: string
  readonly container: ContainerOptions
  /** Runs in the container before the capture. */
  readonly before?: (container: TestContainer) => Promise<unknown>
  /** Runs while the capture records. */
  readonly during?: (container: TestContainer) => Promise<unknown>
  readonly seconds?: number
  /** perf by default. */
  readonly engine?: EngineId
  readonly expects:
    ProblemCode | ((profile: Profile, capture: Capture, container: TestContainer) => void | Promise<void>)
  /** The test itself kills or restarts the JVM. */
  readonly endsJvm?: boolean
  /** In the full tier only: the matrix of engines and containers has it too. */
  readonly isInMatrix?: boolean
}

const cases: readonly Case[] = [
  {
    name: 'JDK 17 on nothing but a Java runtime, no shell, a user without a name',
    isInMatrix: true,
    container: { image: 'scratch-jdk17' },
    seconds: 3,
    expects: findsTheBug,
  },
  {
    name: 'JDK 25 on nothing but a Java runtime',
    isInMatrix: true,
    container: { image: 'scratch-jdk25' },
    seconds: 3,
    expects: findsTheBug,
  },
  {
    name: 'a JVM below a shell',
    isInMatrix: true,
    container: { image: 'debian-jdk17' },
    seconds: 3,
    expects: findsTheBug,
  },
  {
    name: 'without frame pointers: right leaves, and a word about the callers',
    container: { image: 'scratch-jdk17', javaOptions: ['-XX:-PreserveFramePointer'] },
    expects: (profile) => expect(warningsOf(profile)).toContain('no-frame-pointer'),
  },
  { name: '-Xrs', container: { image: 'scratch-jdk17', javaOptions: ['-Xrs'] }, expects: isRight },
  {
    name: '/tmp without the right to execute',
    container: { image: 'scratch-jdk17', tmpfs: { '/tmp': 'noexec' } },
    expects: isRight,
  },
  {
    name: 'a user without a passwd entry on a system that has others',
    container: { image: 'debian-jdk25', user: '5555:5555' },
    expects: isRight,
  },
  {
    name: 'no hsperfdata',
    container: { image: 'scratch-jdk17', javaOptions: ['-XX:-UsePerfData'] },
    expects: isRight,
  },
  {
    name: 'a symbol map of another program is restored',
    container: { image: 'debian-jdk17' },
    before: plant('echo "1000 10 mine" > $map; chmod 666 $map'),
    expects: isRight,
  },
  {
    name: 'paused',
    container: { image: 'scratch-jdk17' },
    before: (container) => container.pause(),
    expects: 'target-paused',
  },
  {
    name: '-XX:+DisableAttachMechanism',
    container: { image: 'scratch-jdk17', javaOptions: ['-XX:+DisableAttachMechanism'] },
    expects: isNameless(/is disabled \(-XX:\+DisableAttachMechanism\)/),
  },
  {
    name: 'a read-only root without a /tmp',
    isInMatrix: true,
    container: { image: 'scratch-jdk17', readOnly: true },
    expects: isNameless(/cannot write to its \/tmp/),
  },
  {
    name: 'a /tmp too small for a symbol map',
    container: { image: 'debian-jdk17', tmpfs: { '/tmp': 'size=256k,exec,mode=1777' } },
    expects: isNameless(/\/tmp of .* has \d+ KiB free, a symbol map may need 1 MiB/),
  },
  {
    name: 'a /tmp too small for async-profiler, whose library stays out of the JVM',
    container: { image: 'debian-jdk17', tmpfs: { '/tmp': 'size=5m,exec,mode=1777' } },
    engine: 'async-profiler',
    expects: 'tmp-too-small',
  },
  {
    name: 'a /tmp too small for JFR',
    container: { image: 'debian-jdk17', tmpfs: { '/tmp': 'size=5m,exec,mode=1777' } },
    engine: 'jfr',
    expects: 'tmp-too-small',
  },
  {
    name: 'a symbolic link in place of /tmp',
    // Its counters would be in a directory there that only the JVM's user can empty.
    container: { image: 'debian-jdk17', javaOptions: ['-XX:-UsePerfData'] },
    before: (container) =>
      container.exec(['/bin/sh', '-ec', 'mkdir -m 1777 /elsewhere; rm -r /tmp; ln -s /elsewhere /tmp'], '0'),
    expects: isNameless(/\/tmp/),
  },
  {
    name: 'a symbolic link where the symbol map goes',
    container: { image: 'debian-jdk17' },
    before: plant('ln -s /etc/passwd $map'),
    expects: isNameless(/perf-\d+\.map/),
  },
  {
    name: 'a FIFO where the symbol map goes',
    container: { image: 'debian-jdk17' },
    before: plant('mkfifo $map'),
    expects: isNameless(/perf-\d+\.map/),
  },
  {
    name: 'a sparse file of 50 GB where the symbol map goes',
    container: { image: 'debian-jdk17' },
    before: plant('truncate -s 50G $map'),
    expects: isNameless(/perf-\d+\.map/),
  },
  {
    name: 'JDK 25 with a link where older ones put their symbol map',
    container: { image: 'debian-jdk25' },
    before: plant('ln -s /etc/passwd $map'),
    seconds: 2, // in its first second a JVM may only compile
    expects: isRight,
  },
  {
    name: 'a JVM that ends in the middle',
    container: { image: 'scratch-jdk17' },
    seconds: 10,
    during: (container) => container.kill(),
    endsJvm: true,
    expects: isPartial(/^the JVM ended after/),
  },
  {
    name: 'a container that restarts in the middle',
    container: { image: 'scratch-jdk25' },
    seconds: 10,
    during: (container) => container.restart(),
    endsJvm: true,
    expects: isPartial(/^the JVM ended after/),
  },
  {
    name: 'a container that is paused in the middle',
    container: { image: 'scratch-jdk17' },
    seconds: 10,
    during: (container) => container.pause(),
    expects: isPartial(/^the container was paused after/),
  },
]

describe('a capture of', () => {
  let collector: TestCollector

  beforeAll(async () => {
    collector = await startTestCollector({ env: { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() } })
  })
  afterAll(async () => {
    await collector?.[Symbol.asyncDispose]()
    expect(collector.log()).toBe('')
  })

  test.each(
    byTier(
      cases.filter(({ isInMatrix }) => isInMatrix !== true),
      cases,
    ),
  )('$name', async (one) => {
    await using container = await runContainer({ ...one.container, env: { SHOP_PRICING: 'scan' } })
    const [hostPid] = await container.jvmPids()
    await one.before?.(container)
    const target = await collector.findTarget(hostPid!)
    const [files, mapped] = [filesOf(hostPid!), mappedFiles(hostPid!)]
    const { id } = await collector.start(target, {
      engine: one.engine ?? 'perf',
      vantage: 'host',
      seconds: one.seconds ?? 2,
    })
    if (one.during) {
      // By then a symbol map has been taken.
      await collector.waitFor(
        id,
        'well into its recording',
        ({ secondsLeft }) => secondsLeft !== null && secondsLeft <= 7,
      )
      await one.during(container)
    }
    const capture = await collector.end(id)

    if (typeof one.expects === 'string') {
      expect(capture.problem).toMatchObject({ code: one.expects })
      expect(mappedFiles(hostPid!)).toEqual(mapped)
    } else {
      expect(capture.problem).toBeNull()
      await one.expects(await collector.profileOf(id), capture, container)
    }
    if (one.endsJvm !== true) {
      expect(await container.jvmPids()).toContain(hostPid)
      expect(filesOf(hostPid!)).toEqual(files)
    }
    expect(await container.logs()).not.toContain('Full thread dump')
    expect(processesWith(collector.runDirectory)).toEqual([])
  })
})

/** The libraries that the JVM has loaded. */
function mappedFiles(hostPid: number): string[] {
  return mappedLibraries(readFileSync(`/proc/${hostPid}/maps`, 'utf8'))
}

/** Runs a command with the path where the JVM of a Debian image writes its symbol map. */
function plant(command: string): (container: TestContainer) => Promise<unknown> {
  const jvm = "$(grep -l '^java$' /proc/[0-9]*/comm | head -n 1 | cut -d / -f 3)"
  return (container) => container.exec(['/bin/sh', '-c', `map=/tmp/perf-${jvm}.map; ${command}`], '0')
}

/** More than 99% of Java's and of HotSpot's frames have a name, and stacks reach their root. */
function isRight({ provenance }: Profile, { samples, partial }: Capture): void {
  expect(samples).toBeGreaterThan(0)
  expect(partial).toBeNull()
  expect(provenance.resolution['java']!.frames).toBeGreaterThan(0)
  for (const kind of ['java', 'vm', 'kernel']) {
    const { frames, named } = provenance.resolution[kind] ?? { frames: 1, named: 1 } // an idle JVM may have no kernel frames
    expect(named / frames, `${named} of ${frames} ${kind} frames have a name`).toBeGreaterThan(0.99)
  }
  const spoilers = ['no-frame-pointer', 'symbol-map-missed', 'library-not-copied', 'partial']
  expect(warningsOf({ provenance }).filter((code) => spoilers.includes(code))).toEqual([])
  expect(provenance.symbolMaps.length).toBeGreaterThanOrEqual(2)
}

/** The planted bug of the shop's slow release is the hottest Java method. */
function findsTheBug(profile: Profile, capture: Capture): void {
  isRight(profile, capture)
  expect(hottestJavaMethod(profile)).toContain('findWinningRule')
}

function hottestJavaMethod({ strings, frames, stacks, samples }: Profile): string {
  const self = new Map<string, number>()
  for (let sample = 0; sample < samples.length; sample++) {
    // The kernel's interrupts on top of a method are that method's time.
    let stack = samples.stack[sample]!
    while (stack >= 0 && frameKinds[frames.kind[stacks.frame[stack]!]!] !== 'java') stack = stacks.parent[stack]!
    if (stack < 0) continue
    const name = strings[frames.name[stacks.frame[stack]!]!]!
    self.set(name, (self.get(name) ?? 0) + samples.weight[sample]!)
  }
  return [...self].sort((a, b) => b[1] - a[1])[0]![0]
}

function isPartial(reason: RegExp): Exclude<Case['expects'], string> {
  return ({ provenance }, { partial, samples }) => {
    expect(partial).toMatch(reason)
    expect(samples).toBeGreaterThan(5)
    expect(provenance.durationMs).toBeLessThan(9000)
    const { frames, named } = provenance.resolution['java']!
    expect(named / frames).toBeGreaterThan(0.5) // methods that were compiled after the last symbol map have no name
    expect(warningsOf({ provenance })).toContain('partial')
  }
}

/**
 * The JVM is recorded even so: frames of the kernel and HotSpot have names, Java methods have none, and the profile
 * says why.
 */
function isNameless(reason: RegExp): Exclude<Case['expects'], string> {
  return ({ provenance, strings }, { samples }) => {
    expect(samples).toBeGreaterThan(0)
    const warning = provenance.warnings.find(({ code }) => code === 'java-names-missing')
    expect(warning?.text).toMatch(reason)
    expect(provenance.resolution['java']?.named ?? 0).toBe(0)
    expect(strings.filter((name) => name.startsWith('shop.'))).toEqual([])
  }
}

function warningsOf({ provenance }: Pick<Profile, 'provenance'>): string[] {
  return provenance.warnings.map(({ code }) => code)
}
