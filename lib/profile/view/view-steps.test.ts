import { describe, expect, test } from 'vitest'
import { printTree, profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { applyFilters } from '../filters/filters.ts'
import { packOfFrame } from '../filters/fold-framework.ts'
import { listViewFilters, defaultView, type ViewState } from './view.ts'
import { focusOnNode, toggleRun } from './view-steps.ts'

const shop = profileFromDiagram(`
  http>main                      http>main                      gc>main
  org.springframework.Filter.do  org.springframework.Filter.do  x
  com.acme.Cart.total            com.acme.Cart.total            com.acme.Cart.total
  org.springframework.Tx.end     .                              .
  1                              2                              4
`)

function treeOfView(view: ViewState) {
  const profile = applyFilters(shop, listViewFilters(view))
  const tree = buildCallTree(profile)
  const nodesOf = (name: string) =>
    Array.from({ length: tree.length }, (_, node) => node).filter(
      (node) => node > 0 && profile.strings[profile.frames.name[tree.frame[node]!]!] === name,
    )
  return { profile, tree, nodesOf, lines: printTree(profile, tree).split('\n') }
}

const focused = (more: Partial<ViewState>, name: string, which = 0) => {
  const view = { ...defaultView, ...more }
  const { profile, tree, nodesOf } = treeOfView(view)
  return { ...view, ...focusOnNode(view, profile, tree, nodesOf(name)[which]!) }
}

describe('focus on a node', () => {
  test('shows what is under it', () => {
    expect(treeOfView(focused({}, 'com.acme.Cart.total')).lines).toEqual([
      'all 3',
      '  com.acme.Cart.total 3 self 2',
      '    org.springframework.Tx.end 1 self 1',
    ])
  })

  test('of an inverted graph shows its callers there, and the graph can be turned back', () => {
    const view = focused({ invert: true }, 'com.acme.Cart.total')
    expect(treeOfView(view).lines).toEqual([
      'all 6',
      '  com.acme.Cart.total 6',
      '    org.springframework.Filter.do 2',
      '      main 2 self 2',
      '    x 4',
      '      main 4 self 4',
    ])
    expect(treeOfView({ ...view, invert: true }).lines[1]).toBe('  main 6')
  })

  test('of a graph split by thread stays in that thread, and split', () => {
    expect(treeOfView(focused({ byThread: true, invert: true }, 'com.acme.Cart.total')).lines).toEqual([
      'all 4',
      '  gc 4',
      '    com.acme.Cart.total 4',
      '      x 4',
      '        main 4 self 4',
    ])
  })

  test('that is a thread keeps that thread; that is all, everything', () => {
    expect(focused({ byThread: true }, 'gc').filters).toEqual([{ type: 'threads', threads: ['gc'] }])
    const { profile, tree } = treeOfView(defaultView)
    expect(focusOnNode(defaultView, profile, tree, 0)).toEqual({ filters: [], invert: false })
  })
})

describe('a framework box that is clicked', () => {
  const folded: ViewState = { ...defaultView, filters: [{ type: 'fold-framework', pack: 'spring', open: [] }] }
  const toggle = (view: ViewState, name: string) => {
    const { profile, tree, nodesOf } = treeOfView(view)
    const filters = toggleRun(view, profile, tree, nodesOf(name)[0]!)
    return filters && { ...view, filters }
  }

  test('opens in place, and closes from any of its frames', () => {
    const opened = toggle(folded, 'Spring')!
    expect(treeOfView(opened).lines).toContain('    org.springframework.Filter.do 3')
    expect(treeOfView(opened).lines).toContain('        Spring 1 self 1')
    expect(toggle(opened, 'org.springframework.Filter.do')).toEqual(folded)
  })

  test('opens behind filters that changed its path, after them in the list', () => {
    const hidden: ViewState = { ...folded, filters: [...folded.filters, { type: 'hide', name: 'main' }] }
    const opened = toggle(hidden, 'Spring')!
    expect(opened.filters.map(({ type }) => type)).toEqual(['hide', 'fold-framework'])
    expect(treeOfView(opened).lines).toContain('  org.springframework.Filter.do 3')
    const dropped: ViewState = { ...folded, filters: [...folded.filters, { type: 'drop', name: 'x' }] }
    expect(toggle(dropped, 'Spring')!.filters.map(({ type }) => type)).toEqual(['fold-framework', 'drop'])
  })

  test('stays where no path from the root leads to it, or nothing folds it', () => {
    expect(toggle({ ...folded, invert: true }, 'Spring')).toBeNull()
    expect(toggle({ ...defaultView, filters: [] }, 'org.springframework.Filter.do')).toBeNull()
    expect(
      toggle({ ...folded, filters: [{ ...folded.filters[0]!, off: true }] }, 'org.springframework.Filter.do'),
    ).toBeNull()
    expect(toggle(folded, 'com.acme.Cart.total')).toBeNull()
    const focusedInside = { ...folded, filters: [...folded.filters, ...focused(folded, 'Spring').filters.slice(1)] }
    expect(packOfFrame(treeOfView(focusedInside).profile, treeOfView(focusedInside).tree.frame[1]!)).toBe('spring')
    expect(toggle(focusedInside, 'Spring')).toBeNull()
  })
})
