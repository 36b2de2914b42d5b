import { expect, it } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { groupByCapture } from './capture-rows.ts'
import { explainMatch } from './explain-match.ts'

const profile = sampleSummary({
  ...{ service: 'shop', host: 'prod-7', image: 'registry.acme.internal/team/shop:1.4', imageDigest: 'sha256:c0ffee' },
  ...{
    event: 'alloc',
    labels: ['release-1.4'],
    hotMethod: null,
    topMethod: { name: 'com.acme.Cart.total', share: 0.1 },
  },
  note: 'Recorded on the evening of the sale, before the rollback',
})
const [row] = groupByCapture([profile])
const explain = (search: string) => explainMatch(row!, search).map(({ title, value }) => `${title}: ${value}`)

it.each([
  ['', []],
  ['shop:1.4 release-1.4 ALLOCATIONS cart.total', []],
  ['prod', ['host: prod-7']],
  ['REGISTRY', ['image: registry.acme.internal/team/shop:1.4']],
  ['com.acme', ['method: com.acme.Cart.total']],
  ['c0ffee prod-7', ['digest: sha256:c0ffee', 'host: prod-7']],
  ['rollback', ['note: … before the rollback']],
  ['evening sale', ['note: Recorded on the evening of the sale, before the rollback']],
])('the search %j of words in no cell of a row is explained by %j', (search, matches) => {
  expect(explain(search)).toEqual(matches)
})

it('letters that are longer in lower case do not shift where a value is cut', () => {
  const [other] = groupByCapture([{ ...profile, note: `${'İ'.repeat(20)} then the rollback` }])
  expect(explainMatch(other!, 'rollback')).toEqual([{ title: 'note', value: '…İİ then the rollback' }])
  expect(explainMatch(other!, 'İİİ')).toEqual([{ title: 'note', value: `${'İ'.repeat(20)} then the rollback` }])
})
