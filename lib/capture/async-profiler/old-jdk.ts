/** Which Java async-profiler needs, for which event. */
import { Problem } from '../../errors.ts'
import type { EventId } from '../../profile/event-ids.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import { missingJdk } from '../../jvm/async-profiler-needs.ts'

/** Throws: Problem `jdk-too-old`. */
export function refuseOldJdk(target: string, { feature, text }: JvmVersion, events: readonly EventId[]): void {
  for (const event of events) {
    const needs = missingJdk(feature, event)
    if (needs !== null) throw new Problem('jdk-too-old', { target, version: text, needs: `Java ${needs}` })
  }
}
