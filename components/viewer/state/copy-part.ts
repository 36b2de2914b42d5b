import { copyWithToast } from '../../ui/copy-text.ts'

/** Puts the name or the stack of a frame on the clipboard, and says so. A script of its own: few copy at once. */
export function copyPart(part: 'name' | 'stack', text: string): Promise<void> {
  const refused = `The browser refused to copy the ${part}: select it in the details.`
  return copyWithToast(text, `Copied the ${part}.`, refused)
}
