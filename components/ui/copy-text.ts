import { showToast } from './toast.tsx'

/** Puts `text` on the clipboard; false when the browser forbids it. To be called while a click or a key is handled. */
export async function copyText(text: string): Promise<boolean> {
  // A page that comes by plain HTTP from another machine has no `navigator.clipboard`.
  if (!(navigator.clipboard as Clipboard | undefined)) return copyByEvent(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** Puts `text` on the clipboard, and says `copied` or `refused` at the edge of the screen. */
export async function copyWithToast(text: string, copied: string, refused: string): Promise<void> {
  showToast((await copyText(text)) ? { text: copied } : { text: refused, tone: 'bad' })
}

function copyByEvent(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', write)
  try {
    // Deprecated, and the only way without `navigator.clipboard`.
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', write)
  }
}
