import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { eventIds } from '../model/event-ids.ts'
import type { Profile, Unit } from '../model/profile.ts'
import { matchesPattern, parseSearch } from '../search/search.ts'
import { compareWarmUp } from './compare-warm-up.ts'
import { collectFindings } from './findings.ts'
import { assessStacks } from './stack-quality.ts'

test('a lock profile names the method that waits, who calls it and the class of the lock, not contention as such', () => {
  const waiter = 'sun.nio.ch.EPollSelectorImpl.clearInterrupt'
  const profile = profileFromDiagram(`
    shop.Main.run    shop.Main.run
    ${waiter}        shop.Stock.take
    java.lang.Object java.util.concurrent.locks.ReentrantLock.lock
    .                java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire
    .                java.util.concurrent.locks.LockSupport.park
    .                java.util.concurrent.locks.ReentrantLock$NonfairSync
    964              36
  `)
  const findings = collectFindings(weighed(profile, 'lock', 'nanoseconds'))
  expect(findings.map(({ text }) => text)).toEqual([
    `96.4% of the waiting is in ${waiter}, called by shop.Main.run, for a lock of class java.lang.Object.`,
  ])
  const [{ search, remedy }] = findings as [(typeof findings)[number]]
  const names = [waiter, `${waiter}Now`, 'java.lang.Object']
  const parsed = parseSearch(search.text)
  expect(parsed.type === 'pattern' && [...matchesPattern(names, parsed.source, true)]).toEqual([1, 0, 0])
  expect(remedy).not.toMatch(/lock profile/)
})

test('the method that waits for a lock of java.util.concurrent is the one that took it, not its plumbing', () => {
  const sync = 'java.util.concurrent.locks.ReentrantLock$NonfairSync'
  const profile = profileFromDiagram(`
    shop.Stock.take                                               shop.Cart.add
    java.util.concurrent.locks.ReentrantLock.lock                 ${sync}
    java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire .
    java.util.concurrent.locks.LockSupport.park                   .
    jdk.internal.misc.Unsafe.park                                 .
    ${sync}                                                       .
    70                                                            30
  `)
  const [first] = collectFindings(weighed(profile, 'lock', 'nanoseconds'))
  expect(first?.text).toBe(`70% of the waiting is in shop.Stock.take, for a lock of class ${sync}.`)
})

test('methods that wait for different monitors of one class are not one lock', () => {
  const profile = profileFromDiagram(`
    shop.Main.run    shop.Main.run    shop.Main.run    shop.Main.run
    shop.A.a         shop.B.b         shop.C.c         shop.D.d
    java.lang.Object java.lang.Object java.lang.Object java.lang.Object
    25               25               25               25
  `)
  expect(collectFindings(weighed(profile, 'lock', 'nanoseconds'))).toEqual([])
})

test('a wait in a library names what most of it is called by, and the class of most of its locks', () => {
  const profile = profileFromDiagram(`
    shop.Cart.add                    shop.Cart.list      shop.Cart.add
    ch.qos.logback.Appender.write    .                   ch.qos.logback.Appender.write
    java.lang.Object                 .                   org.acme.Lock
    60                               20                  20
  `)
  const [first] = collectFindings(weighed(profile, 'lock', 'nanoseconds'))
  expect(first).toMatchObject({
    text: '80% of the waiting is in ch.qos.logback.Appender.write, called by shop.Cart.add, mostly for a lock of class java.lang.Object.',
    names: ['ch.qos.logback.Appender.write', 'shop.Cart.add', 'java.lang.Object'],
  })
  expect(first?.remedy).toMatch(/not of the one that holds the lock/)
})

test('a finding says how much it is, where the duration is known, and none is made of a trivial amount', () => {
  const waits = 'shop.Main.run\nshop.Stock.take\njava.lang.Object\n100'
  const works = 'shop.Main.run shop.Main.run\nshop.A.a java.lang.ClassLoader.loadClass\n90 10'
  const classes = 'shop.Main.run\nshop.Cart.add\norg.acme.Thing\n100'
  const textsOf = (diagram: string, event: string, unit: Unit, total: number, durationMs: number | null = 10_000) => {
    const profile = weighed(profileFromDiagram(diagram), event, unit, total / 2000)
    return collectFindings({ ...profile, provenance: { ...profile.provenance, durationMs } }).map(({ text }) => text)
  }
  const lock = 'is in shop.Stock.take, for a lock of class java.lang.Object.'
  expect(textsOf(waits, 'lock', 'nanoseconds', 99e6)).toEqual([])
  expect(textsOf(waits, 'lock', 'nanoseconds', 99e6, null)).toEqual([`100% of the waiting ${lock}`])
  expect(textsOf(waits, 'lock', 'nanoseconds', 117e6)).toEqual([
    `100% of the waiting (117 ms in 10 s, 1.2% of one thread) ${lock}`,
  ])
  expect(textsOf(waits, 'lock', 'nanoseconds', 45e9)).toEqual([
    `100% of the waiting (45 s in 10 s, 4.5 threads on average) ${lock}`,
  ])
  expect(textsOf(works, 'io', 'nanoseconds', 50e6)).toEqual([])
  expect(textsOf(works, 'io', 'nanoseconds', 2e9)).toEqual([
    'Hot method: shop.A.a itself takes 90% of the time in sockets and files (1.8 s in 10 s, 18% of one thread).',
    'Loading classes takes 10% of the time in sockets and files (200 ms in 10 s, 2% of one thread).',
  ])
  expect(textsOf(works, 'off-cpu', 'nanoseconds', 50e6)).toEqual([])
  expect(textsOf(works, 'cpu', 'nanoseconds', 50e6)).toEqual([])
  expect(textsOf(classes, 'alloc', 'bytes', 200_000)).toEqual([])
  expect(textsOf(classes, 'alloc', 'bytes', 120 * 2 ** 20)).toEqual([
    '100% of the bytes (12 MiB/s) are org.acme.Thing, in shop.Cart.add.',
  ])
  expect(textsOf(classes, 'live-heap', 'bytes', 200_000, null)).toEqual([])
  expect(textsOf(classes, 'live-heap', 'bytes', 120 * 2 ** 20, null)).toEqual([
    '100% of the live bytes (120 MiB) are org.acme.Thing, in shop.Cart.add.',
  ])
  expect(textsOf(works, 'native-memory', 'bytes', 200_000)).toEqual([])
  expect(textsOf(works, 'native-memory', 'bytes', 20 * 2 ** 20)).toEqual([
    'Hot method: shop.A.a itself allocates 90% of the bytes (1.8 MiB/s).',
    'Loading classes allocates 10% of the bytes (205 KiB/s).',
  ])
  expect(textsOf(classes, 'exceptions', 'samples', 2000, 3_600_000)).toEqual([])
  expect(textsOf(classes, 'exceptions', 'samples', 2000)).toEqual([
    '100% of the exceptions (200 per second) are org.acme.Thing, in shop.Cart.add.',
  ])
  expect(textsOf(works, 'page-faults', 'events', 2000)).toEqual([])
  expect(textsOf(works, 'page-faults', 'events', 200_000)).toEqual([
    'Hot method: shop.A.a itself causes 90% of the page faults (18,000 per second).',
    'Loading classes causes 10% of the page faults (2,000 per second).',
  ])
})

test('an allocation profile speaks of bytes, and names the class with the most of them', () => {
  const profile = profileFromDiagram(`
    shop.Main.run    shop.Main.run           shop.Main.run
    shop.Cart.add    java.lang.String.format shop.Cart.list
    byte[]           java.lang.String        java.util.ArrayList
    60               11                      29
  `)
  const findings = collectFindings(weighed(profile, 'alloc', 'bytes'))
  expect(findings.map(({ text }) => text)).toEqual([
    '60% of the bytes are byte[], in shop.Cart.add.',
    'String.format allocates 11% of the bytes.',
  ])
})

test('a class that many methods allocate a part of names none of them', () => {
  const profile = profileFromDiagram(`
    shop.A.a     shop.B.b     shop.C.c
    byte[]       byte[]       byte[]
    34           33           33
  `)
  const [first] = collectFindings(weighed(profile, 'alloc', 'bytes'))
  expect(first).toMatchObject({ text: '100% of the bytes are byte[].', names: ['byte[]'] })
})

test('an exception is in the method that throws it, not in its own constructors', () => {
  const profile = profileFromDiagram(`
    shop.Cart.parse
    java.lang.NumberFormatException.<init>
    java.lang.Throwable.<init>
    java.lang.NumberFormatException
    100
  `)
  expect(collectFindings(weighed(profile, 'exceptions', 'samples')).map(({ text }) => text)).toEqual([
    '100% of the exceptions are java.lang.NumberFormatException, in shop.Cart.parse.',
  ])
})

test('a leaf that is a method is no class', () => {
  const profile = profileFromDiagram('shop.Main.run shop.Main.run\nbyte[] .\n20 80')
  expect(collectFindings(weighed(profile, 'alloc', 'bytes'))).toEqual([])
})

test('where threads idle, every share is one of busy time, and a thread that waits is no work', () => {
  const profile = profileFromDiagram(`
    shop.Main.run    org.slf4j.Logger.info G1ConcurrentMarkThread_[v] org.slf4j.Async.run
    shop.Rules.find  .                     Monitor::wait_[v]          java.util.concurrent.LinkedBlockingQueue.take
    .                .                     .                          jdk.internal.misc.Unsafe.park
    30               10                    480                        480
  `)
  expect(collectFindings(weighed(profile, 'wall', 'samples')).map(({ text }) => text)).toEqual([
    'Hot method: shop.Rules.find itself takes 75% of busy time.',
    'Logging takes 25% of busy time.',
  ])
})

test('a thread that waits for a latch or a semaphore contends for no lock', () => {
  const acquire = 'java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire'
  const shareOf = (caller: string) => {
    const profile = profileFromDiagram(`
      shop.Main.run shop.A.a shop.B.b shop.C.c shop.D.d
      ${caller}     .        .        .        .
      ${acquire}    .        .        .        .
      20            20       20       20       20
    `)
    return collectFindings(weighed(profile, 'wall', 'samples')).find(({ id }) => id === 'locks')?.share
  }
  expect(shareOf('java.util.concurrent.CountDownLatch.await')).toBeUndefined()
  expect(shareOf('java.util.concurrent.Semaphore.acquire')).toBeUndefined()
  expect(shareOf('java.util.concurrent.locks.ReentrantLock.lock')).toBe(0.2)
})

test('each finding says of which weight its share is one', () => {
  const profile = profileFromDiagram('shop.Main.run shop.Main.run\nshop.A.a org.slf4j.Logger.info\n90 10')
  const ofEvent = (event: string, unit: Unit) =>
    collectFindings(weighed(profile, event, unit)).map(({ text }) => text.replace(/^Hot method: /, ''))
  expect(ofEvent('cpu', 'nanoseconds')).toEqual([
    'shop.A.a itself takes 90% of the CPU time.',
    'Logging takes 10% of the CPU time.',
  ])
  expect(ofEvent('cache-misses', 'events')).toEqual([
    'shop.A.a itself has 90% of all events.',
    'Logging has 10% of all events.',
  ])
  expect(ofEvent('page-faults', 'events')).toEqual(['shop.A.a itself causes 90% of the page faults.'])
  expect(ofEvent('alloc_space', 'bytes')).toEqual([
    'shop.A.a itself allocates 90% of the bytes.',
    'Logging allocates 10% of the bytes.',
  ])
  expect(ofEvent('contentions', 'samples')[0]).toBe('shop.A.a itself takes 90% of the waits.')
})

const unitsOf: Readonly<Record<string, Unit>> = {
  ...{ alloc: 'bytes', 'live-heap': 'bytes', 'native-memory': 'bytes', alloc_space: 'bytes', inuse_space: 'bytes' },
  ...{ lock: 'nanoseconds', io: 'nanoseconds', 'off-cpu': 'nanoseconds', delay: 'nanoseconds' },
  ...{ 'page-faults': 'events', 'cache-misses': 'events', 'context-switches': 'events', cycles: 'cycles' },
  ...{ 'stalled-cycles-frontend': 'events', 'cpu-migrations': 'events', widgets: 'bytes' },
}
const manyEvents = [...new Set([...eventIds, ...Object.keys(unitsOf)])]
const eventsOfTime = new Set(['cpu', 'wall', 'off-cpu', 'io', 'lock', 'delay', 'cycles'])

// Each column meets some of the rules: together all of them.
const worstDiagram = `
  G1ParScanHeap_[v] CompileBroker::compile_[v] shop.A.a                             shop.B.b
  .                 .                          java.lang.Throwable.fillInStackTrace ObjectMonitor::enter_[v]
  12                18                         5                                    5

  shop.C.c               shop.D.d                        shop.E.e                        shop.F.f
  org.slf4j.Logger.info  java.lang.ClassLoader.loadClass java.util.regex.Pattern.compile java.lang.String.format
  6                      6                               6                               6

  exc_page_fault_[k] shop.G.cold_[0] shop.Hot.spin org.acme.Thing
  8                  20              50            50
`

test.each(manyEvents)('law: no finding of %s is untrue of what it weighs', (event) => {
  const [first, second, third] = worstDiagram.trim().split(/\n\s*\n/) as [string, string, string]
  const ids = [first, second, third].flatMap((diagram) =>
    collectFindings(weighed(profileFromDiagram(diagram), event, unitsOf[event] ?? 'samples', 2 ** 20)).map(
      (finding) => {
        const { text, remedy } = finding
        if (!eventsOfTime.has(event)) {
          expect(text).not.toMatch(/\btime\b|\btakes?\b|slow|CPU|hot path|busy|wait/i)
          expect(remedy).not.toMatch(/\bslow|hot path|CPU time/)
        }
        if (event !== 'cpu' && event !== 'wall') expect(remedy).not.toMatch(/CPU samples/)
        if (unitsOf[event] === 'bytes') expect(text).toMatch(/of the (live )?bytes/)
        if (event.startsWith('alloc')) expect(remedy).not.toMatch(/Profile allocations/)
        if (event === 'lock') expect(`${text} ${remedy}`).not.toMatch(/contend|lock profile/i)
        if (event === 'page-faults') expect(text).not.toMatch(/^Page faults/)
        if (event === 'exceptions') expect(text).not.toMatch(/^Filling/)
        expect(text).toMatch(/\d% of (?:the|all) [a-zA-Z]/)
        return finding.id
      },
    ),
  )
  if (event === 'cpu') expect(new Set(ids).size).toBe(11)
})

test('work of the warm-up is compared in the weight of the event, and not where it is none', () => {
  const compiling = (weight: number, event: string, unit: Unit) =>
    weighed(profileFromDiagram(`CompileBroker::compile_[v] main\n${weight} ${200 - weight}`), event, unit)
  const noteOf = (event: string, unit: Unit) => compareWarmUp(compiling(106, event, unit), compiling(8, event, unit))
  expect(noteOf('native-memory', 'bytes')).toEqual([
    'A JVM was still warming up: the JIT compilers allocate about 53% of the bytes before, 4% after. Record both after the warm-up, else it is part of the difference.',
  ])
  expect(noteOf('lock', 'nanoseconds')).toEqual([])
  expect(compareWarmUp(compiling(106, 'cpu', 'samples'), compiling(8, 'native-memory', 'bytes'))).toEqual([])
})

test('the quality of stacks is one of samples where these are counted, else of what they weigh', () => {
  const profile = profileFromDiagram('shop.Main.run .\n40 60')
  const textOf = (event: string, unit: Unit) =>
    assessStacks(weighed(profile, event, unit)).findings.find(({ code }) => code === 'no-stack')?.text
  expect(textOf('cpu', 'samples')).toBe('60% of samples have no stack.')
  expect(textOf('alloc', 'bytes')).toBe('Samples with 60% of the bytes have no stack.')
  expect(textOf('lock', 'nanoseconds')).toBe('Samples with 60% of the waiting have no stack.')
})

/** The profile with that event and unit, each sample as many of that weight, at least 1,000. */
function weighed(profile: Profile, event: string, unit: Unit, sampleWeight = 1): Profile {
  const { stack, weight, thread, time, length } = profile.samples
  const rows = Array.from({ length }, (_, row) => Array<number>(weight[row]! * 20).fill(row)).flat()
  return {
    ...{ ...profile, unit },
    provenance: { ...profile.provenance, event },
    samples: {
      length: rows.length,
      stack: Int32Array.from(rows, (row) => stack[row]!),
      thread: Uint32Array.from(rows, (row) => thread[row]!),
      time: Float64Array.from(rows, (row) => time[row]!),
      weight: Float64Array.from(rows, () => sampleWeight),
    },
  }
}
