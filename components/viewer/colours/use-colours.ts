'use client'
import { useCallback, useMemo } from 'react'
import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import type { Theme } from '../../../lib/profile/colour/colour.ts'
import { createNodeColours } from '../../../lib/profile/colour/node-colours.ts'
import { isInvertedView, type ViewState } from '../../../lib/profile/view/view.ts'
import type { TreeClient } from '../worker/tree-client.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import { useResponse } from '../worker/use-response.ts'

/**
 * Gives the CSS colours of the nodes of the tree (`colourOf`) and of other trees of its frames (`coloursFor`), and the
 * legend, empty until the first answer. `beside`: the client of the profile in the other pane, whose packages get the
 * same colours; null without one.
 */
export function useColours(
  client: TreeClient,
  model: TreeModel,
  view: ViewState,
  theme: Theme,
  beside: TreeClient | null,
) {
  const { colour: mode, rules } = view
  const isInverted = isInvertedView(view)
  const ask = useCallback(async () => {
    const areas = mode === 'package' && beside ? await beside.packageAreas() : null
    return client.colours(model, { mode, rules, beside: areas })
  }, [client, model, mode, rules, beside])
  // Until the answer for this very tree is there, its boxes have colours that need no answer.
  const { value: answer, current: colours, isWaiting } = useResponse(ask)
  const colourOf = useMemo(
    () =>
      createNodeColours({
        tree: model.tree,
        frames: model.frames,
        strings: model.strings,
        tiers: model.tiers,
        mode,
        rules,
        colours,
        isInverted,
        theme,
      }),
    [model, mode, rules, colours, isInverted, theme],
  )
  // The same for another tree of the same frames.
  const coloursFor = useCallback(
    (tree: CallTree) =>
      createNodeColours({
        tree,
        frames: model.frames,
        strings: model.strings,
        tiers: null,
        // Threads and tiers are known for the nodes of the whole tree only.
        mode: mode === 'thread' || mode === 'compile' ? 'kind' : mode,
        rules,
        colours: colours && { ...colours, nodePools: null },
        isInverted,
        theme,
      }),
    [model, mode, rules, colours, isInverted, theme],
  )
  return { colourOf, coloursFor, legend: answer?.legend ?? [], isWaiting }
}
