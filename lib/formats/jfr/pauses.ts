/** When all Java threads stood still, as all chunks of a recording tell it. */
import type { Mark } from '../../profile/model/profile.ts'
import type { ChunkFacts, JfrJvmFacts, JfrPause } from './chunk-facts.ts'

/** Pauses of a recording that become marks, the earliest; the others are left out and counted. */
const maxJfrMarks = 10_000
/** Garbage collections whose names are remembered; pauses of further ones keep a general text. */
const mostNames = 100_000

interface KeptPause extends Mark {
  /** Key of the collection whose name no chunk has given yet. */
  readonly collection: string | null
}

export function createPauses() {
  let keptPauses: KeptPause[] = []
  let leftOut = 0
  /** Keys hold JVM and number, since each JVM counts its own collections. */
  const names = new Map<string, string>()

  /** Keeps the earliest pauses: chunks come in any order. */
  const trim = (): void => {
    keptPauses.sort((a, b) => a.fromMs - b.fromMs)
    leftOut += Math.max(0, keptPauses.length - maxJfrMarks)
    keptPauses = keptPauses.slice(0, maxJfrMarks)
  }

  return {
    add({ pauses, collections, jvm }: ChunkFacts['facts']): void {
      const keyOf = (gcId: number) => `${keyOfJvm(jvm)} ${gcId}`
      const toKept = ({ gcId, ...mark }: JfrPause): KeptPause => {
        const name = gcId === null ? mark.text : collections.get(gcId)
        return { ...mark, text: name ?? mark.text, collection: name === undefined ? keyOf(gcId!) : null }
      }
      for (const pause of pauses) keptPauses.push(toKept(pause))
      if (keptPauses.length > 2 * maxJfrMarks) trim()
      for (const [gcId, name] of collections) if (names.size < mostNames) names.set(keyOf(gcId), name)
    },
    /** `startMs`: the moment that times count from; nothing is before it. */
    marks(startMs: number): { marks: Mark[]; leftOut: number } {
      trim()
      const marks = keptPauses.flatMap(({ collection, kind, fromMs, toMs, text }): Mark[] => {
        const name = (collection === null ? null : names.get(collection)) ?? text
        const mark = { kind, fromMs: Math.max(0, fromMs - startMs), toMs: toMs - startMs, text: name }
        return mark.toMs > 0 ? [mark] : []
      })
      return { marks, leftOut }
    },
  }
}

function keyOfJvm(jvm: JfrJvmFacts | null): string {
  return jvm === null ? '' : `${jvm.pid} ${jvm.startedAt}`
}
