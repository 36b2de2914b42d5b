'use client'
import type { FilterStep } from '../../../lib/profile/filters.ts'
import { addFilter } from '../filters/filter-changes.ts'
import { pointAt } from '../filters/frame-filters.ts'
import { FrameMenu } from './frame-menu.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { keepRules } from '../colours/stored-colour-rules.ts'
import { NoteDialog } from '../notes/note-dialog.tsx'
import { PackagesDialog } from '../filters/packages-dialog.tsx'
import { RulesDialog } from '../colours/colour-rules-dialog.tsx'
import type { Viewer } from '../state/use-viewer.ts'

/** What opens over the page: the menu of a frame and the dialogs. */
export function ViewerPanels({ viewer }: { viewer: Viewer }) {
  const { drawn, facts, viewing, filters, notes, theme, panel, setPanel, menu, setMenu, act } = viewer
  const { view, change } = viewing
  const close = () => setPanel(null)
  const place = menu && menu.node < drawn.tree.length ? menu : null
  return (
    <>
      <FrameMenu
        place={place}
        target={
          place && {
            view,
            drawn,
            pointed: pointAt(drawn, place.node),
            ownPackages: facts?.ownPackages ?? [],
            packs: [],
          }
        }
        canWrite={notes.canWrite}
        hasCallers={drawn.sides === undefined}
        act={act}
        onClose={() => setMenu(null)}
        onLeave={() => viewer.graph.current?.focus()}
      />
      <KeysDialog open={panel === 'keys'} onOpenChange={close} />
      {panel === 'rules' ? (
        <RulesDialog
          rules={view.rules}
          theme={theme}
          onClose={close}
          onUse={(rules) => {
            keepRules(rules)
            change({ rules, colour: rules.length > 0 ? 'rules' : 'kind' }, 'push')
            close()
          }}
        />
      ) : null}
      {panel === 'packages' ? (
        <PackagesDialog
          packages={packagesOf(filters.list)}
          guessed={facts?.ownPackages ?? []}
          onClose={close}
          onUse={(packages) => {
            const others = filters.list.filter(({ type }) => type !== 'only-packages')
            filters.change(
              packages.length === 0 ? others : addFilter(filters.list, { type: 'only-packages', packages }),
            )
            close()
          }}
        />
      ) : null}
      <NoteDialog state={notes} />
    </>
  )
}

function packagesOf(filters: readonly FilterStep[]): readonly string[] {
  return filters.flatMap((step) => (step.type === 'only-packages' && step.off !== true ? step.packages : []))
}
