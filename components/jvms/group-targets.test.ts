import { describe, expect, it, test } from 'vitest'
import type { Container } from '../../lib/contract/target.ts'
import { sampleContainer, sampleTarget } from '../../lib/testing/samples.ts'
import { clusterCollectorId, localCollectorId } from '../../lib/contract/constants.ts'
import { Problem } from '../../lib/errors.ts'
import { chooseGrouping, countHosts, groupTargets } from './group-targets.ts'

const inContainer = (more: Partial<Container> = {}) => sampleTarget({ container: sampleContainer(more) })
const onHost = sampleTarget({ container: null })
const many = (count: number, containerOf: (index: number) => Partial<Container>) =>
  Array.from({ length: count }, (_, index) => inContainer({ image: `image-${index}`, ...containerOf(index) }))

describe('without a choice of the person', () => {
  it('leaves a small host alone', () => {
    expect(chooseGrouping(many(11, (index) => ({ composeProject: `p${index % 2}` })))).toBe('none')
  })
  it('groups many by project, or by image where there is one project at most', () => {
    expect(chooseGrouping(many(12, (index) => ({ composeProject: `p${index % 2}` })))).toBe('project')
    expect(chooseGrouping(many(12, () => ({ composeProject: 'shop', image: 'shop:1' })))).toBe('image')
    expect(chooseGrouping(many(12, (index) => ({ labels: { 'io.kubernetes.pod.namespace': `n${index % 2}` } })))).toBe(
      'project',
    )
    expect(chooseGrouping(many(12, () => ({})))).toBe('none')
  })
})

describe('groups', () => {
  it('come in the order of their first JVM, which keep theirs', () => {
    const [a, b, c] = [inContainer({ composeProject: 'shop' }), onHost, inContainer({ composeProject: 'shop' })]
    const lonely = inContainer()
    expect(groupTargets([b, a, lonely, c], 'project')).toEqual([
      { key: 'on the host', name: 'on the host', targets: [b] },
      { key: 'shop', name: 'shop', targets: [a, c] },
      { key: 'no project', name: 'no project', targets: [lonely] },
    ])
    expect(groupTargets([a, b], 'none')).toEqual([{ key: '', name: '', targets: [a, b] }])
  })
  it('are hosts where there are several, apart even where two have one name', () => {
    const [here, one, two] = ['local', 'c-1', 'c-2'].map((collectorId) => sampleTarget({ collectorId }))
    const targets = [one!, here!, two!]
    expect(chooseGrouping(targets)).toBe('host')
    const collectors = ['c-1', 'c-2'].map((id) => ({ id, name: 'rack' }))
    expect(groupTargets(targets, 'host', collectors)).toEqual([
      { key: 'c-1', name: 'rack', targets: [one] },
      { key: 'local', name: 'this host', targets: [here] },
      { key: 'c-2', name: 'rack', targets: [two] },
    ])
  })
})

test('hosts are those whose JVMs are seen: one that only enrolled does not count, one that fell silent does', () => {
  const problem = new Problem('collector-unreachable', { socket: '/x', reason: 'x' }).toJSON()
  const local = { id: localCollectorId, problem: null }
  const cluster = { id: clusterCollectorId, problem: null }
  expect(countHosts([local, cluster, { id: 'enrolled', problem }], [])).toBe(1)
  expect(countHosts([local, { id: 'beside', problem: null, listedUnder: 'local' }], [])).toBe(1)
  expect(
    countHosts(
      [
        { ...local, problem },
        { id: 'rack-2', problem: null },
      ],
      [],
    ),
  ).toBe(2)
  expect(countHosts([local, { id: 'silent', problem }], [sampleTarget({ collectorId: 'silent' })])).toBe(2)
})
