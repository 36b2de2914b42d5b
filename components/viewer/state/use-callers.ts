'use client'
import { useMemo } from 'react'
import { nameOfNode } from '../tree/describe-frame.ts'
import { useResponse } from '../worker/use-response.ts'
import type { Viewer } from './use-viewer.ts'

/**
 * The viewer with callers and callees: of one profile only. `here` is the function they are of when the view names
 * none.
 */
export function useCallers<OneViewer extends Viewer>(
  viewer: OneViewer,
  here = nameOfNode(viewer.model, viewer.currentNode),
): OneViewer {
  const { client, model, viewing } = viewer
  const { tab, about: chosen } = viewing.view
  const about = chosen === '' ? here : chosen
  const name = tab === 'callers' && about !== '' ? about : null
  const { current: sandwich, isWaiting } = useResponse(
    useMemo(() => (name === null ? null : () => client.sandwich(model, name)), [client, model, name]),
  )
  return { ...viewer, about, sandwich, isBusy: viewer.isBusy || isWaiting }
}
