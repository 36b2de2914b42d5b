import { showToast } from '../../ui/toast.tsx'

/** Puts text on the clipboard and says so; `what` it is, for people. */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast({ text: `Copied the ${what}.` }),
    () => showToast({ text: `The browser refused to copy the ${what}: select it in the details.`, tone: 'bad' }),
  )
}
