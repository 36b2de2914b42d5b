/** Views and filters of every shape for laws: names that do not exist, separators and markup in every text. */
import fc from 'fast-check'
import { colourModes } from '../../profile/colour/colour-group.ts'
import {
  comparisonModes,
  comparisonScales,
  comparisonWidths,
  deltaKinds,
  type ComparisonView,
} from '../../profile/compare/merged-tree/comparison.ts'
import type { Filter, FilterStep } from '../../profile/filters/filters.ts'
import { frameworkPacks } from '../../profile/filters/framework-packs.ts'
import type { ViewState } from '../../profile/view/view.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const notEmpty = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
/** What random profiles call their frames and threads, and what they do not. */
const name = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '__proto__', ''),
  fc.constantFrom('com.acme.Cart.total', 'com.acme', 'org', 'libc.so.6', 'Main.main', 'Spring', 'http-1'),
  text,
)
const key = fc.stringMatching(/^[\w-]{5}([*][1-9]\d{0,4})?$/)
const path = fc.array(key, { maxLength: 4 })
const timeMs = fc.oneof(
  fc.nat({ max: 1000 }),
  fc.integer({ min: -8000, max: 8000 }).map((eighths) => eighths / 8),
)
const search = fc.record({ text, caseSensitive: fc.boolean() })

/** Filters that keep all weight, whatever the profile. */
export const anyKeepingFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ type: fc.constantFrom('by-thread', 'invert', 'strip-lines') }),
  fc.record({ type: fc.constant('fold-recursion'), reach: fc.constantFrom('direct', 'indirect') }),
  fc.record({ type: fc.constantFrom('hide', 'show-from', 'collapse-package', 'collapse-module'), name }),
  fc.record({
    type: fc.constant('only-packages'),
    packages: fc.array(fc.oneof(fc.constantFrom('com.acme', 'org'), notEmpty), { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('fold-framework'),
    pack: fc.constantFrom(...frameworkPacks.map(({ id }) => id), 'no-pack'),
    open: path,
  }),
)

/** Filters that may take weight away. */
export const anyRemovingFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ type: fc.constantFrom('focus', 'drop'), name }),
  fc.record({ type: fc.constant('focus-path'), path }),
  fc.record({ type: fc.constant('keep'), search }),
  fc.record({ type: fc.constant('hide-idle') }),
  fc.record({ type: fc.constant('threads'), threads: fc.array(name, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('time'), fromMs: timeMs, toMs: timeMs }),
)

const anyStep: fc.Arbitrary<FilterStep> = fc
  .tuple(fc.oneof(anyKeepingFilter, anyRemovingFilter), fc.boolean())
  .map(([filter, isOff]) => (isOff ? { ...filter, off: true } : filter))

/** Two shares of a width, as the viewer rounds them. */
const anyRange = fc
  .tuple(fc.nat({ max: 9998 }), fc.nat({ max: 9998 }))
  .map(([a, b]): [number, number] => [Math.min(a, b) / 10_000, (Math.max(a, b) + 1) / 10_000])

const anyRequests = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 8_000_000 }))
  .map(([before, eighths]): [number, number] => [before, eighths / 8])

const anyComparison: fc.Arbitrary<ComparisonView> = fc.record({
  mode: fc.constantFrom(...comparisonModes),
  width: fc.constantFrom(...comparisonWidths),
  isWidthChosen: fc.constant(true),
  delta: fc.constantFrom(...deltaKinds),
  scale: fc.constantFrom(...comparisonScales),
  requests: fc.option(anyRequests),
  fade: fc.boolean(),
  baselineFilters: fc.option(fc.array(anyStep, { maxLength: 3 })),
})

export const anyView: fc.Arbitrary<ViewState> = fc.record({
  tab: fc.constantFrom('graph', 'table', 'callers', 'tree'),
  orientation: fc.constantFrom('flame', 'icicle'),
  invert: fc.boolean(),
  byThread: fc.boolean(),
  base: fc.constantFrom('folded', 'open'),
  sort: fc.constantFrom('name', 'weight', 'time'),
  names: fc.constantFrom('full', 'simple'),
  colour: fc.constantFrom(...colourModes),
  rules: fc.array(fc.record({ pattern: notEmpty, colour: fc.nat({ max: 7 }) }), { maxLength: 3 }),
  zoom: path,
  range: fc.option(anyRange),
  row: fc.option(fc.nat({ max: 10_000 })),
  searches: fc.array(fc.record({ text: notEmpty, caseSensitive: fc.boolean() }), { maxLength: 5 }),
  search: text,
  caseSensitive: fc.boolean(),
  selected: path,
  about: text,
  filters: fc.array(anyStep, { maxLength: 4 }),
  comparison: anyComparison,
})
