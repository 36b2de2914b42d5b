/**
 * Every engine on every kind of container, through a real collector: in each cell either a right profile or the very
 * Problem that the doctor predicted, and no JVM comes to harm. From both vantages in the full tier.
 *
 * The table in docs/engines.md is this one. When a cell changes, the test fails and prints the new table.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJfr } from '../formats/jfr/jfr.ts'
import { findJdk } from '../host/jvm/jdk.ts'
import { asyncProfilerForTests } from '../testing/hosts/async-profiler.ts'
import { ensureHelperImage } from '../testing/hosts/helper-image.ts'
import { matrixColumns } from '../testing/matrix/columns.ts'
import { markdown, matrixRows } from '../testing/matrix/table.ts'
import type { HotShare } from '../testing/matrix/hot-share.ts'
import { findMatrixTargets, type MatrixTargetName, matrixTargets } from '../testing/matrix/targets.ts'
import { type MatrixResult, programOf, type TriedTarget, tryTarget, vantagesOf } from '../testing/matrix/try-target.ts'
import { isFullTier } from '../testing/tier.ts'
import { startTestCollector, type TestCollector } from '../testing/hosts/test-collector.ts'

const names = await findMatrixTargets()
const tried = new Map<MatrixTargetName, TriedTarget>()
let recordings: string
let collector: TestCollector

beforeAll(async () => {
  recordings = fs.mkdtempSync(join(os.tmpdir(), 'hearth-matrix-'))
  const image = await ensureHelperImage()
  const env = {
    HEARTH_ASYNC_PROFILER: await asyncProfilerForTests(),
    HEARTH_KEEP_RECORDINGS: recordings,
    HEARTH_HELPER_IMAGE: image,
    HEARTH_CAPTURES_AT_ONCE: '2',
  }
  collector = await startTestCollector({ env })
  const waiting = [...names]
  const work = async () => {
    for (let name; (name = waiting.shift());) tried.set(name, await tryTarget(collector, name))
  }
  await Promise.all([work(), work()]) // two containers at a time: one CPU for each
}, 45 * 60_000)
afterAll(async () => {
  await collector?.[Symbol.asyncDispose]()
  if (recordings) fs.rmSync(recordings, { recursive: true })
})

const label = ({ engine, event, vantage }: MatrixResult) => `${engine} ${event} from ${vantage}`
const cells = () => [...tried.values()].flatMap(({ name, cells }) => cells.map((cell) => ({ name, ...cell })))

describe('the matrix of engines and containers', () => {
  it('gives a profile or the Problem that the doctor predicted, in every cell', () => {
    const wrong = cells().filter(({ problem, predicted }) =>
      problem === null ? predicted.length > 0 : !predicted.includes(problem),
    )
    expect(
      wrong.map(
        (cell) =>
          `${cell.name}, ${label(cell)}: predicted ${cell.predicted.join()}, was ${cell.problem} ${cell.report}`,
      ),
    ).toEqual([])
    expect(cells()).toHaveLength(
      names.flatMap(vantagesOf).length * matrixColumns.flatMap(({ events }) => events).length,
    )
  })

  for (const name of Object.keys(matrixTargets) as MatrixTargetName[]) {
    // Its runtime or its program could not be fetched.
    it.skipIf(!names.includes(name))(`tries ${name}`, () => expect(tried.get(name)?.cells).not.toEqual([]))
  }

  it('records what else the doctor calls ready or degraded', () => {
    expect(
      [...tried.values()].flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`)),
    ).toEqual([])
  })

  it('has no names of Java methods where the doctor said so, and the profile warns', () => {
    const nameless = cells().filter(({ problem, isNameless }) => problem === null && isNameless)
    expect(nameless.length).toBeGreaterThan(0)
    expect(nameless.filter(({ isWarned }) => !isWarned).map((cell) => `${cell.name}, ${label(cell)}`)).toEqual([])
  })

  it('shows the work of the program beside another profiler, not that one’s', () => {
    const beside = cells().filter(({ name }) => name === 'another async-profiler in the JVM')
    const wrong = beside.filter(({ handlerShare }) => handlerShare >= 0.01)
    expect(wrong.map((cell) => `${label(cell)}: ${cell.handlerShare}`)).toEqual([])
  })

  it('finds the planted hot method, with a share that the other engines agree with', () => {
    const profiled = cells().filter(
      ({ name, problem, isNameless }) => programOf(name) === null && problem === null && !isNameless,
    )
    const wrong = profiled.filter((cell) => {
      const others = profiled.filter(
        ({ name, event }) =>
          name === cell.name &&
          isCpuTime(event) === isCpuTime(cell.event) &&
          (isCpuTime(event) || event === cell.event),
      )
      const mean = others.reduce((sum, { hot }) => sum + (hot?.share ?? 0), 0) / others.length
      return cell.hot === null || cell.hot.samples < 50 || !isWithin(cell.hot, mean, 0.03)
    })
    expect(wrong.map((cell) => `${cell.name}, ${label(cell)}: ${JSON.stringify(cell.hot)}`)).toEqual([])
  })

  it.skipIf(!isFullTier)('shows the code of real programs under load', () => {
    const real = cells().filter(({ name, problem }) => programOf(name) !== null && problem === null)
    // Where threads wait, and what they wait for, is the program's own affair.
    const wrong = real.filter(({ event, ownShare }) => event !== 'lock' && !((ownShare ?? 0) > 0.02))
    expect(wrong.map((cell) => `${cell.name}, ${label(cell)}: ${cell.ownShare}`)).toEqual([])
  })

  it('has the shares that were planted', () => {
    const planted: Partial<Record<MatrixResult['event'], { share: number; within: number }>> = {
      cpu: { share: 0.6, within: 0.05 },
      wall: { share: 0.6, within: 0.05 },
      alloc: { share: 0.7, within: 0.05 },
      lock: { share: 0.7, within: 0.1 }, // who waited for a lock then waits for a CPU, which differs by line
    }
    const wrong = cells().filter(({ hot, event, isNameless }) => {
      const { share, within } = planted[event]!
      return hot !== null && !isNameless && !isWithin(hot, share, within)
    })
    expect(wrong.map((cell) => `${cell.name}, ${label(cell)}: ${JSON.stringify(cell.hot)}`)).toEqual([])
  })

  it('harms no JVM: each is alive, answers, has no file and no line of ours', () => {
    expect([...tried.values()].filter(({ harm }) => harm.length > 0).map(({ name, harm }) => ({ name, harm }))).toEqual(
      [],
    )
  })

  it('reads every .jfr file of it as the JDK’s own tool does', async () => {
    const files = fs.readdirSync(recordings).filter((name) => name.endsWith('.jfr'))
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const { eventCounts } = await readJfr(fs.createReadStream(join(recordings, file)))
      expect(Object.fromEntries(eventCounts), file).toEqual(await summaryOf(join(recordings, file)))
    }
  })

  it('is the table in docs/engines.md', () => {
    const rows = matrixRows(names.map((name) => tried.get(name)!))
    const page = fs.readFileSync(new URL('../../docs/engines.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ')
    const missing = rows.filter((row) => !page.includes(`| ${row.join(' | ')} |`))
    expect(missing, `docs/engines.md needs this table:\n${markdown(rows)}`).toEqual([])
  })
})

/** Within so much, and four standard errors of sampling: a recording of 4 s has few samples. */
function isWithin({ share, samples }: HotShare, wanted: number, within: number): boolean {
  return Math.abs(share - wanted) <= within + 4 * Math.sqrt((wanted * (1 - wanted)) / samples)
}

/** A thread that only computes has the same shares of wall-clock time. */
function isCpuTime(event: MatrixResult['event']): boolean {
  return event === 'cpu' || event === 'wall'
}

/** Events by type, without those that never happened. */
async function summaryOf(file: string): Promise<Record<string, number>> {
  const jfr = `${findJdk(25)!.home}/bin/jfr`
  const { stdout } = await promisify(execFile)(jfr, ['summary', file], { maxBuffer: 2 ** 24 })
  const rows = [...stdout.matchAll(/^ (\S+) +(\d+) +\d+$/gm)].map(([, type, count]) => [type!, Number(count)] as const)
  return Object.fromEntries(rows.filter(([, count]) => count > 0))
}
