import { describe, expect, it } from 'vitest'
import type { DoctorReport, Readiness } from '../../contract/doctor.ts'
import type { verbs } from '../../contract/verbs.ts'
import { createFinding, type Finding, withoutJavaNames } from '../../findings.ts'
import { sampleTarget } from '../../testing/samples.ts'
import type { CollectorClient } from '../../collector/client/client.ts'
import { doctor } from './doctor.ts'

const noTmp: Finding = {
  ...{ code: 'tmp-not-writable', level: 'blocked', title: 'It cannot write to its /tmp.' },
  ...{ evidence: 'read-only\u001b[2J', remedy: 'Mount a tmpfs there.', command: 'docker run --tmpfs /tmp …' },
}

function reportOf(level: Readiness['level'], findings: Finding[]): DoctorReport {
  const cell = { engine: 'jfr', event: 'cpu', level, findings } as const
  return {
    ...{ targetId: sampleTarget().id, at: 0 },
    cells: [
      { ...cell, vantage: 'host' },
      { ...cell, vantage: 'helper' },
    ],
    plans: [{ event: 'cpu', plans: level === 'blocked' ? [] : [{ engine: 'jfr', vantage: 'host' }] }],
  }
}

async function run(report: DoctorReport, ...args: string[]) {
  const answers: Record<string, unknown> = { listTargets: [sampleTarget()], examineTarget: report }
  const collector = { call: (verb: keyof typeof verbs) => Promise.resolve(answers[verb]) } as unknown as CollectorClient
  let out = ''
  const streams = {
    stdin: (async function* () {})(),
    stdout: { write: (text: unknown) => (out += String(text)) },
    stderr: { write: () => {} },
  }
  const exitCode = await doctor([...args, sampleTarget().id], collector, streams)
  return { exitCode, out }
}

describe('hearth doctor', () => {
  it('shows each finding once, with what it is about and what repairs it', async () => {
    const { out, exitCode } = await run(reportOf('blocked', [noTmp]))
    expect(out).toContain('blocked: It cannot write to its /tmp. (tmp-not-writable)\n  for JFR (cpu)\n')
    expect(out.split('tmp-not-writable')).toHaveLength(2)
    expect(out).toContain('    docker run --tmpfs /tmp …\n')
    expect(out).toContain('No engine available.')
    expect(exitCode).toBe(1)
  })

  it('says a reason that several engines share once, with what each of them loses by it', async () => {
    const off = createFinding('attach-disabled', {}, '-XX:+DisableAttachMechanism')
    const timeout = (engine: string) => createFinding('examination-timeout', { engine }, 'no answer within 10 s')
    const [cell] = reportOf('blocked', [off]).cells as [Readiness, Readiness]
    const cells: Readiness[] = [
      { ...cell, engine: 'async-profiler', findings: [off, timeout('async-profiler')] },
      { ...cell, findings: [off, timeout('JFR')] },
      { ...cell, engine: 'perf', level: 'degraded', findings: [withoutJavaNames(off)] },
    ]
    const { out } = await run({ ...reportOf('blocked', []), cells })
    expect(out).toContain(
      [
        'blocked: Attaching is disabled (-XX:+DisableAttachMechanism). (attach-disabled)',
        '  for async-profiler (cpu; from the host), JFR (cpu; from the host)',
        'degraded: Attaching is disabled (-XX:+DisableAttachMechanism). The graph will lack the names of Java methods. (attach-disabled)',
        '  for perf (cpu; from the host)',
        '  seen: -XX:+DisableAttachMechanism',
        '  Restart the service without this option.',
        '',
        'blocked: async-profiler could not be checked in time. (examination-timeout)',
        '  for async-profiler (cpu; from the host)',
        'blocked: JFR could not be checked in time. (examination-timeout)',
        '  for JFR (cpu; from the host)',
        '  seen: no answer within 10 s',
        '  The JVM may be in a long pause, or the host busy. Check again in a minute.',
        '',
      ].join('\n'),
    )
  })

  it('keeps what was seen beside each, where it differs', async () => {
    const seen = (path: string) => ({ ...noTmp, evidence: path })
    const [cell] = reportOf('blocked', []).cells as [Readiness, Readiness]
    const cells: Readiness[] = [
      { ...cell, findings: [seen('one')] },
      { ...cell, engine: 'perf', findings: [seen('other')] },
    ]
    const { out } = await run({ ...reportOf('blocked', []), cells })
    expect(out).toContain('  for JFR (cpu; from the host)\n  seen: one\n')
    expect(out).toContain('  for perf (cpu; from the host)\n  seen: other\n  Mount a tmpfs there.\n')
    expect(out.split('Mount a tmpfs there.')).toHaveLength(2)
  })

  it('says what it would take', async () => {
    const { out, exitCode } = await run(reportOf('ready', []))
    expect(out).toContain('cpu: JFR from the host')
    expect(exitCode).toBe(0)
  })

  it('has one line for a vantage that one finding blocks, and a table for the other', async () => {
    const report = reportOf('ready', [])
    const cells = (['jfr', 'perf'] as const).flatMap((engine) => [
      { ...report.cells[0]!, engine },
      { ...report.cells[1]!, engine, level: 'blocked' as const, findings: [noTmp] },
    ])
    const { out } = await run({ ...report, cells })
    expect(out).toContain(
      'From a helper container\n  blocked for all: It cannot write to its /tmp. (tmp-not-writable)\n',
    )
    expect(out).toMatch(/From the host\n +cpu\n/)
    const [, , helper] = cells
    const other = {
      ...report,
      cells: [...cells.slice(0, 3), { ...helper!, engine: 'perf' as const, vantage: 'helper' as const }],
    }
    expect((await run(other)).out).not.toContain('blocked for all')
  })

  it('shows what a container wrote as text', async () => {
    expect((await run(reportOf('blocked', [noTmp]))).out).toContain(String.raw`read-only\u{1b}[2J`)
  })

  it('gives the report as it is with --json', async () => {
    const report = reportOf('ready', [])
    expect(JSON.parse((await run(report, '--json')).out)).toEqual(report)
  })
})
