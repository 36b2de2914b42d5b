import { pngOfScene } from '../../flame-graph/export/png-export.ts'
import { writeSvgPicture } from '../../flame-graph/export/svg-export.ts'
import { showToast } from '../../ui/toast.tsx'
import type { PictureSource } from './export-source.ts'

/** Saves what is on the screen; says so when nothing is, or when the browser cannot. */
export function savePicture(
  source: PictureSource | null,
  format: 'png' | 'svg',
  words: { readonly title: string; readonly subtitle: string },
): void {
  if (source === null) {
    showToast({ text: 'There is no graph on the screen to save: choose the view Graph first.' })
    return
  }
  const { scene, ...rest } = source
  const options = { ...rest, ...words }
  const picture =
    format === 'png'
      ? pngOfScene(scene, options)
      : Promise.resolve(new Blob([writeSvgPicture(scene, options)], { type: 'image/svg+xml' }))
  picture.then(
    (blob) => saveBlob(blob, `${fileName(words.title)}.${format}`),
    (error: unknown) => {
      console.error(error)
      showToast({ text: `The browser could not make the ${format.toUpperCase()}.`, tone: 'bad' })
    },
  )
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Names are hostile, and disks are choosy. */
export function fileName(title: string): string {
  return title.replaceAll(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'profile'
}
