import { describe, expect, test } from 'vitest'
import type { Finding } from '../../findings.ts'
import { Problem } from '../../errors.ts'
import { fakeEngine } from '../../testing/hosts/fake-captures.ts'
import { sampleFinding, sampleTarget } from '../../testing/samples.ts'
import { createDoctor, type DoctorOptions } from './doctor.ts'
import type { CaptureEngine } from '../engine.ts'

const never = async function* () {
  yield* []
  throw new Error('the doctor records nothing')
}
const engineWith = (id: CaptureEngine['id'], examine: CaptureEngine['examine'], events = ['cpu'] as const) =>
  fakeEngine(id, never, { examine, events })
const target = sampleTarget()

function doctorOf(engines: CaptureEngine[], more: Partial<DoctorOptions> = {}) {
  return createDoctor({
    engines,
    examine: { host: (engine, t) => engine.examine(t, 'host'), helper: (engine, t) => engine.examine(t, 'helper') },
    blocksOf: () => [],
    ...more,
  })
}
const levels = (cells: { engine: string; vantage: string; level: string }[]) =>
  cells.map(({ engine, vantage, level }) => `${engine}@${vantage} ${level}`)

describe('the doctor', () => {
  test('gives a cell for every engine, event and vantage, and what it would try', async () => {
    const perf = engineWith(
      'perf',
      async (_, vantage) => new Map([['cpu', vantage === 'host' ? [] : [sampleFinding('blocked')]]]),
    )
    const jfr = engineWith('jfr', async () => new Map([['cpu', [sampleFinding('degraded')]]]))
    const report = await doctorOf([perf, jfr]).report(target)
    expect(levels(report.cells)).toEqual([
      'perf@host ready',
      'perf@helper blocked',
      'jfr@host degraded',
      'jfr@helper degraded',
    ])
    expect(report.plans).toEqual([
      {
        event: 'cpu',
        plans: [
          { engine: 'perf', vantage: 'host' },
          { engine: 'jfr', vantage: 'host' },
          { engine: 'jfr', vantage: 'helper' },
        ],
      },
    ])
  })

  test('plans nothing where every way is blocked', async () => {
    const perf = engineWith('perf', async () => new Map([['cpu', [sampleFinding('blocked')]]]))
    expect((await doctorOf([perf]).report(target)).plans).toEqual([{ event: 'cpu', plans: [] }])
  })

  test('makes a finding of an engine that cannot be asked, and looks at the others', async () => {
    const perf = engineWith('perf', () => Promise.reject(new Problem('tool-missing', { tool: 'perf', package: 'p' })))
    const jfr = engineWith('jfr', async () => new Map())
    const cells = await doctorOf([perf, jfr]).examine(target)
    expect(cells[0]).toMatchObject({ level: 'blocked', findings: [{ code: 'tool-missing' }] })
    expect(cells[2]).toMatchObject({ engine: 'jfr', level: 'ready' })
  })

  test('does not wait for ever', async () => {
    const perf = engineWith('perf', () => new Promise(() => undefined))
    const jfr = engineWith('jfr', async () => new Map())
    const cells = await doctorOf([perf, jfr], { timeoutMs: 20 }).examine(target)
    expect(cells[0]).toMatchObject({ level: 'blocked', findings: [{ code: 'examination-timeout' }] })
    expect(levels(cells)).toContain('jfr@host ready')
  })

  test('says that a JVM is gone, not what engines think of that', async () => {
    const perf = engineWith('perf', () => Promise.reject(new Problem('target-gone', { target: 'shop' })))
    await expect(doctorOf([perf]).report(target)).rejects.toMatchObject({ code: 'target-gone' })
  })

  test('blocks what the breaker blocks', async () => {
    const perf = engineWith('perf', async () => new Map())
    const blocksOf = (): Finding[] => [{ ...sampleFinding('blocked'), code: 'engine-blocked' }]
    const cells = await doctorOf([perf], { blocksOf }).examine(target)
    expect(cells.map(({ level, findings }) => `${level} ${findings[0]?.code}`)).toEqual([
      'blocked engine-blocked',
      'blocked engine-blocked',
    ])
  })
})
