import { describe, expect, it } from 'vitest'
import type { Target } from '../../lib/contract/target.ts'
import { sampleContainer, sampleTarget } from '../../lib/testing/samples.ts'
import { keepOrder, readSort, selectTargets, type SortKey, writeSort } from './select-targets.ts'

const target = (name: string | null, more: Partial<Target> = {}) =>
  sampleTarget({
    container: name === null ? null : sampleContainer({ name, image: `${name}:1.0` }),
    service: name ?? 'host',
    ...more,
  })
const containerNames = (targets: Target[]) => targets.map((one) => one.container?.name ?? 'host')
const sorted = (targets: Target[], key: SortKey, descending = false) =>
  containerNames(selectTargets(targets, '', { key, descending }))

describe('sorting', () => {
  it('orders numbers in names as numbers', () => {
    expect(sorted([target('shop-10'), target('shop-9'), target('shop-1')], 'container')).toEqual([
      'shop-1',
      'shop-9',
      'shop-10',
    ])
  })

  it('orders by the mean of the minute, and equal ones by name both ways', () => {
    const busy = target('z', { cpuHistory: [100, 100], cpuPercent: 0 })
    const idle = [target('b', { cpuHistory: [0.1] }), target('a', { cpuHistory: [0.2] })]
    expect(sorted([...idle, busy], 'cpu', true)).toEqual(['z', 'a', 'b'])
    expect(sorted([busy, ...idle], 'cpu')).toEqual(['a', 'b', 'z'])
  })

  it('puts what can be profiled first', () => {
    const level = (is: 'ready' | 'degraded' | 'blocked') => {
      return [{ engine: 'perf' as const, event: 'cpu' as const, vantage: 'host' as const, level: is, findings: [] }]
    }
    expect(
      sorted(
        [
          target('c', { readiness: level('blocked') }),
          target('b', { readiness: level('degraded') }),
          target('a', { readiness: level('ready') }),
        ],
        'engine',
      ),
    ).toEqual(['a', 'b', 'c'])
  })

  it('orders JVMs whose heap is unknown by their resident memory, after the others', () => {
    const unknown = (name: string, residentBytes: number) => target(name, { heapUsedBytes: null, residentBytes })
    const small = target('small', { heapUsedBytes: 0, residentBytes: 1 })
    expect(sorted([unknown('a', 2), unknown('b', 3), small], 'heap', true)).toEqual(['small', 'b', 'a'])
  })

  it('puts the longest running last when ascending', () => {
    expect(sorted([target('old', { startedAt: 1 }), target('new', { startedAt: 9 })], 'uptime')).toEqual(['new', 'old'])
  })
})

it('stays as it is for as long as it must, with what is new at the end', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => target(name, { id: name.repeat(16) }))
  expect(containerNames(keepOrder([c!, b!, a!], [a!.id, 'gone', b!.id]))).toEqual(['a', 'b', 'c'])
})

it('is remembered as text, and the hottest first without one', () => {
  expect(readSort(writeSort({ key: 'heap', descending: true }))).toEqual({ key: 'heap', descending: true })
  expect(readSort(writeSort({ key: 'main', descending: false }))).toEqual({ key: 'main', descending: false })
  for (const text of [null, '', 'constructor asc']) expect(readSort(text)).toEqual({ key: 'cpu', descending: true })
})

describe('the filter', () => {
  const all = [
    target('shop-1', { user: { uid: 1000, gid: 1000, name: 'app', hasCapabilities: false } }),
    target('cart'),
    target(null, { hostPid: 4711, state: 'paused' }),
  ]
  const found = (filter: string) => containerNames(selectTargets(all, filter, { key: 'container', descending: false }))

  it('shows all when it is blank', () => expect(found('  ')).toHaveLength(3))
  it('looks into names, users, PIDs and states, whatever the case', () => {
    expect(found('SHOP')).toEqual(['shop-1'])
    expect(found('app')).toEqual(['shop-1'])
    expect(found('4711')).toEqual(['host'])
    expect(found('paused')).toEqual(['host'])
  })
  it('wants every word', () => {
    expect(found('com.acme cart')).toEqual(['cart'])
    expect(found('cart nothing')).toEqual([])
  })
  it('takes what looks like a pattern as it stands', () => expect(found('.*')).toEqual([]))
})
