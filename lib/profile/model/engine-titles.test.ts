import { expect, it } from 'vitest'
import { getEngineLabel } from './engine-titles.ts'

it.each([
  ['jfr', 'JFR'],
  ['async-profiler + bpftrace + jfr', 'async-profiler + bpftrace + JFR'],
  ['folded', 'folded'],
  ['toString', 'toString'],
])('is the title of each engine of a profile, and the name of an import: %s', (engine, title) => {
  expect(getEngineLabel(engine)).toBe(title)
})
