import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { eventIds } from '../model/event-ids.ts'
import type { Profile, Unit } from '../model/profile.ts'
import { matchesPattern, parseSearch } from '../search/search.ts'
import { compareWarmUp } from './compare-warm-up.ts'
import { collectFindings } from './findings.ts'
import { assessStacks } from './stack-quality.ts'

test('a lock profile names the class with the most waiting and the method that waits, not contention as such', () => {
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
  expect(findings.map(({ text }) => text)).toEqual([`96.4% of the waiting is for java.lang.Object, in ${waiter}.`])
  const [{ search, remedy }] = findings as [(typeof findings)[number]]
  const names = ['java.lang.Object', 'java.lang.Object.wait', 'java.lang.ObjectX']
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
  expect(first?.text).toBe(`100% of the waiting is for ${sync}, mostly in shop.Stock.take.`)
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
    collectFindings(weighed(profileFromDiagram(diagram), event, unitsOf[event] ?? 'samples')).map((finding) => {
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
    }),
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

/** The profile with that event and unit, each sample as many of weight 1, at least 1,000. */
function weighed(profile: Profile, event: string, unit: Unit): Profile {
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
      weight: Float64Array.from(rows, () => 1),
    },
  }
}
