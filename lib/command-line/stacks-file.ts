/** Files of folded stacks that a capture writes. */
import { getEventLabel } from '../contract/engines.ts'
import { addFileMark, findTellingName } from '../contract/profile-file-name.ts'
import type { Unit } from '../profile/model/profile.ts'
import { escapeControls } from './plain-text.ts'
import type { CommandStreams } from './streams.ts'

/** `shop.folded`; `shop.alloc.folded` with the mark `alloc`, false for none. Undefined is standard output. */
export function fileFor(output: string | undefined, mark: string | false): string | undefined {
  return output === undefined || mark === false ? output : addFileMark(output, mark)
}

/** Says it where the name of the file does not tell what its numbers are, and its text cannot. */
export function warnOfName(file: string, event: string, unit: Unit, stderr: CommandStreams['stderr']): void {
  const telling = findTellingName(file, event, unit)
  if (telling === null) return
  const what = `${getEventLabel(event)}, ${unit}`
  stderr.write(
    `To import it as what it is (${what}), call it ${escapeControls(telling)}: folded text does not say that.\n`,
  )
}
