import { describe, expect, it } from 'vitest'
import { compareFunctions } from '../../../lib/profile/compare/compare-functions.ts'
import { createGroupSearch } from '../../../lib/profile/search/group-search.ts'
import { defaultView, type ViewState } from '../../../lib/profile/view/view.ts'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { findMarkedGroup, markGroup, openGroup } from './marked-group.ts'

const before = profileFromDiagram(`
  web.Main.run  web.Main.run        web.Main.run
  web.Page.show com.mysql.Query.run com.mysql.Query.run
  .             com.mysql.Net.read  .
  60            39                  1
`)
const after = profileFromDiagram(`
  web.Main.run  web.Main.run
  web.Page.show org.pg.Query.run
  60            40
`)
const { significance } = compareFunctions(before, after)
const tables = { package: significance.packages('total'), class: significance.classes('total') }
const choose = (level: 'package' | 'class', name: string) => {
  const rows = tables[level]
  return { level, rows, row: rows.names.indexOf(name) }
}
const chosen = choose('package', 'com.mysql')
const viewing = (changes: Partial<ViewState>) => ({ ...defaultView, ...changes })
const typed = { text: 'web', caseSensitive: false }

describe('a package that the user chose', () => {
  it('is marked as a whole, with no box selected, and is found again in the view', () => {
    const view = viewing(markGroup(viewing({ searches: [typed], selected: ['a'] }), { marked: null }, chosen))
    expect(view).toMatchObject({ searches: [typed, createGroupSearch('package', 'com.mysql')], selected: [] })
    expect(findMarkedGroup(view, tables)).toEqual(chosen)
    expect(findMarkedGroup({ ...view, selected: ['a'] }, tables)).toBe(null)
    expect(findMarkedGroup(defaultView, tables)).toBe(null)
    expect(findMarkedGroup(view, { package: null, class: null })).toBe(null)
  })

  it('takes the place of the one before, and of no other search', () => {
    const view = viewing(markGroup(viewing({ searches: [typed] }), { marked: null }, chosen))
    const other = choose('class', 'org.pg.Query')
    const changed = viewing(markGroup(view, { marked: findMarkedGroup(view, tables) }, other))
    expect(changed.searches).toEqual([typed, createGroupSearch('class', 'org.pg.Query')])
    expect(findMarkedGroup(changed, tables)).toEqual(other)
    expect(viewing(markGroup(changed, { marked: other }, other)).searches).toEqual(changed.searches)
  })

  it('has a colour however many searches there are', () => {
    const searches = Array.from({ length: 6 }, (_, at) => ({ text: `s${at}`, caseSensitive: false }))
    const view = viewing(markGroup(viewing({ searches }), { marked: null }, chosen))
    expect(view.searches).toEqual([...searches.slice(0, 5), createGroupSearch('package', 'com.mysql')])
  })

  it('is shown in the whole graph, by widths of both where the side that is shown has less of it', () => {
    const diff = { marked: null, sides: { scaleBefore: 1, scaleAfter: 1 } }
    const widthOf = (changes: Partial<ViewState>) => viewing(changes).comparison.width
    expect(openGroup(defaultView, diff, chosen)).toMatchObject({ tab: 'graph', zoom: [], selected: [] })
    expect(widthOf(openGroup(defaultView, diff, chosen))).toBe('union')
    const other = choose('package', 'org.pg')
    expect(widthOf(openGroup(defaultView, diff, other))).toBe('after')
    const shorterAfter = { ...diff, sides: { scaleBefore: 1, scaleAfter: 0.001 } }
    const both = choose('class', 'web.Main')
    expect([diff, shorterAfter].map((one) => widthOf(openGroup(defaultView, one, both)))).toEqual(['after', 'union'])
  })
})
