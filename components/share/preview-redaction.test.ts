import { expect, it } from 'vitest'
import { profileFromDiagram } from '../../lib/testing/profiles/text-graph.ts'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { previewRedaction } from './preview-redaction.ts'

const names = ['serve', 'route', 'apply', 'handle', 'settle', 'findRule'].map((method) => `com.acme.Shop.${method}`)
const profiles = [profileFromDiagram(`${names.join('\n')}\n9`)]
const redaction = { keepPackages: [], threads: false, places: false }
const listMethods = (more: Partial<ReturnType<typeof sampleSummary>>) =>
  previewRedaction({ summary: sampleSummary(more), profiles }, redaction).methods.map(({ name }) => name)

it('shows how the hot method will read before the callers that are as heavy', () => {
  const hot = { name: names.at(-1)!, share: 0.93 }
  const first = [hot.name, ...names.slice(0, 3)]
  expect(listMethods({ hotMethod: hot })).toEqual(first)
  expect(listMethods({ hotMethod: null, topMethod: hot })).toEqual(first)
  expect(listMethods({ hotMethod: null, topMethod: null })).toEqual(names.slice(0, 4))
})
