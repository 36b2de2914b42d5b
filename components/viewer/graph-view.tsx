'use client'
import { Keyboard } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { asProblem } from '../api/as-problem.ts'
import { FlameGraph, type FlameGraphHandle } from '../flame-graph/flame-graph.tsx'
import { type ViewerAction } from '../flame-graph/keys.ts'
import { useResolvedTheme } from '../theme/use-theme.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showToast } from '../ui/toast.tsx'
import { ColourLegend } from './colour-legend.tsx'
import { FrameDetails } from './frame-details.tsx'
import { FrameTreeItems, itemId } from './frame-tree-items.tsx'
import { describeNode, lineOfNode, sayNode, stackOfNode } from './frame-words.ts'
import { FunctionList } from './function-list.tsx'
import { HoverFacts } from './hover-facts.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { Notice } from './notice.tsx'
import { SearchBox } from './search-box.tsx'
import { type ProfileFacts } from './tree-messages.ts'
import { useDrawing } from './use-drawing.ts'
import { useNames } from './use-names.ts'
import { type DrawnTree, type ProfileTree } from './use-profile-tree.ts'
import { type Viewing } from './view-store.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { useWalk } from './use-walk.ts'
import { invert, splitByThread, turn } from './view-changes.ts'
import { ViewControls } from './view-controls.tsx'
import { widestNodeOf } from './widest-node.ts'
import { formatWeight } from '../weight.ts'

/** The tools, the graph or the table, and what they show in words. */
export function GraphView({
  profile,
  drawn,
  facts,
  viewing: { view, change, back },
  title,
}: {
  profile: ProfileTree
  drawn: DrawnTree
  facts: ProfileFacts
  viewing: Viewing
  title: string
}) {
  const [hovered, setHovered] = useState(-1)
  const [areKeysShown, setKeysShown] = useState(false)
  const [dismissedPath, setDismissedPath] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const graph = useRef<FlameGraphHandle>(null)
  const theme = useResolvedTheme()

  const { unit } = facts
  const names = useNames(drawn, view.colour, theme)
  const drawing = useDrawing(drawn, view, profile.found)
  const { zoomNode, range, selected, matches, shares, missing } = drawing
  const walk = useWalk(drawn, drawing, view.orientation, change, graph)
  const here = selected >= 0 ? selected : zoomNode
  const words = useMemo(() => describeNode(drawn, here, zoomNode), [drawn, here, zoomNode])
  const stack = useMemo(() => stackOfNode(drawn, here), [drawn, here])
  const scene = useMemo(
    () => ({
      tree: drawn.tree,
      starts: drawn.starts,
      orientation: view.orientation,
      zoomNode,
      range,
      selected,
      matches,
      ...names,
    }),
    [drawn, view.orientation, zoomNode, range, selected, matches, names],
  )
  const isAllShown = zoomNode === 0 && range === null && missing === 0
  const copy = (text: string, what: string) => {
    navigator.clipboard.writeText(text).then(
      () => showToast({ text: `Copied the ${what}.` }),
      () => showToast({ text: `The browser refused to copy the ${what}: select it in the details.`, tone: 'bad' }),
    )
  }

  const actions: Record<ViewerAction, () => void> = {
    search: () => search.current?.select(),
    'next-match': () => walk.stepToMatch(1),
    'previous-match': () => walk.stepToMatch(-1),
    up: walk.stepUp,
    down: walk.stepDown,
    left: () => walk.stepAside('previous'),
    right: () => walk.stepAside('next'),
    zoom: () => walk.zoomTo(here),
    back: () => {
      if (!back() && zoomNode > 0) walk.zoomTo(drawn.tree.parent[zoomNode]!)
    },
    reset: () => change({ zoom: [], range: null }, 'push'),
    'flame-or-icicle': () => change(turn(view), 'push'),
    invert: () => change(invert(view), 'push'),
    'split-by-thread': () => change(splitByThread(view), 'push'),
    table: () => change({ tab: view.tab === 'table' ? 'graph' : 'table' }, 'push'),
    'copy-name': () => copy(words.name, 'name'),
    'copy-stack': () => copy(stack.join('\n'), 'stack'),
    clear: () => change(view.search === '' ? { selected: [] } : { search: '' }, 'replace'),
    keys: () => setKeysShown(true),
  }
  useViewerKeys((action) => actions[action]())

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <SearchBox
          ref={search}
          text={view.search}
          onText={(text) => change({ search: text }, 'replace')}
          caseSensitive={view.caseSensitive}
          onCaseSensitive={(caseSensitive) => change({ caseSensitive }, 'replace')}
          shares={shares}
          isSearching={profile.isSearching}
          problem={profile.searchProblem && asProblem(profile.searchProblem)}
          onStep={walk.stepToMatch}
          onLeave={() => graph.current?.focus()}
        />
        <ViewControls view={view} change={change} facts={facts} isAllShown={isAllShown} />
      </div>
      {missing > 0 && dismissedPath !== view.zoom.join() ? (
        <Notice onDismiss={() => setDismissedPath(view.zoom.join())}>
          The link points {missing === 1 ? 'one frame' : `${missing} frames`} deeper than this profile goes: this is the
          longest part of its path that is here.
        </Notice>
      ) : null}
      {drawn.warnings.map(({ code, text }) => (
        <Notice key={code}>{text}</Notice>
      ))}
      {drawn.tree.total[0] === 0 ? (
        <Notice>Nothing is left to draw: no sample is in these threads or filters.</Notice>
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {view.tab === 'table' ? (
          <FunctionList
            drawn={drawn}
            zoomNode={zoomNode}
            unit={unit}
            frameMatches={profile.found?.drawn === drawn ? profile.found.frameMatches : null}
            colourOf={names.colourOf}
            selectedFrame={here > 0 ? drawn.tree.frame[here]! : -1}
            onChoose={(frame) => {
              const node = widestNodeOf(drawn.tree, frame, zoomNode)
              change({ selected: node < 0 ? [] : walk.pathOf(node) }, 'replace')
            }}
            onOpen={(name) => change({ tab: 'graph', search: name, caseSensitive: true }, 'push')}
          />
        ) : (
          <FlameGraph
            ref={graph}
            scene={scene}
            label={`${view.orientation === 'flame' ? 'Flame graph' : 'Icicle'} of ${title}, ${formatWeight(drawn.tree.total[0]!, unit)}`}
            tree={<FrameTreeItems drawn={drawn} node={here} zoomNode={zoomNode} />}
            activeId={itemId(here)}
            describe={(node) => <HoverFacts words={describeNode(drawn, node, zoomNode)} unit={unit} />}
            onClick={(node) => {
              if (node >= 0) walk.zoomTo(node)
            }}
            onHover={setHovered}
            onGesture={walk.showRange}
          />
        )}
        {profile.isBuilding ? (
          <p
            role="status"
            className="floating absolute top-2 left-1/2 flex -translate-x-1/2 items-center gap-2 px-3 py-1.5"
          >
            <Spinner /> Building the tree …
          </p>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {selected >= 0 ? sayNode(words) : ''}
      </p>
      <FrameDetails words={words} stack={stack} unit={unit} />
      <footer className="flex items-center gap-x-4 border-t border-line bg-surface px-3 py-1.5">
        <ColourLegend
          mode={view.colour}
          onMode={(colour) => change({ colour }, 'push')}
          entries={profile.legends?.[view.colour] ?? []}
          theme={theme}
        />
        <p
          data-testid="hovered-frame"
          className="hidden min-w-0 flex-1 basis-1/3 truncate text-right text-xs text-muted sm:block"
        >
          {hovered >= 0 ? lineOfNode(describeNode(drawn, hovered, zoomNode), unit) : ''}
        </p>
        <span className="contents max-sm:hidden">
          <IconButton label="Keys (?)" size="small-icon" onClick={() => setKeysShown(true)}>
            <Keyboard size={14} aria-hidden />
          </IconButton>
        </span>
      </footer>
      <KeysDialog open={areKeysShown} onOpenChange={setKeysShown} />
    </>
  )
}
