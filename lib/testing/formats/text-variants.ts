import { isText } from '../../formats/reading/file-start.ts'

/**
 * The same text as other systems write it: with other ends of lines, and empty lines or a comment before it. A binary
 * file has no others.
 */
export function textVariants(text: string): string[] {
  if (!isText(text)) return [text]
  const before = /^[#\xef]/.test(text) ? [] : ['\n\n', '# of last week\n']
  return [text, text.replaceAll('\n', '\r\n'), ...before.map((line) => line + text)]
}
