import { emptyProvenance, type Provenance } from '../../profile/model/profile.ts'
import { createStackImport, finishImport, type ReaderResult, warnAboutStacks } from '../reading/import.ts'
import { addJavaFrame } from '../reading/java-frame.ts'
import type { TieredFrame } from '../reading/stack-collector.ts'

/** Collects the stacks of the threads in dumps, as samples that weigh 1. */
export function createThreadSamples() {
  const { builder, stacks, warnings } = createStackImport()
  const frames = new Map<string, TieredFrame>()
  const frameOf = (method: string): TieredFrame => {
    const met = frames.get(method)
    if (met !== undefined) return met
    const frame = addJavaFrame(builder, withoutModule(method))
    frames.set(method, frame)
    return frame
  }
  return {
    warnings,
    thread: (name: string, tid: number) => builder.thread(name, tid),
    /** `methods`: leaf first, with or without their modules. One without any makes no sample. */
    add(thread: number, methods: readonly string[], timeMs: number): void {
      if (methods.length === 0) return
      stacks.start()
      for (const method of methods) stacks.push(frameOf(method))
      builder.sample(stacks.finish(), thread, timeMs, 1)
    },
    /** `durationMs`: from the first dump to the last, null for one. */
    finish(durationMs: number | null, overrides: Partial<Provenance>): ReaderResult {
      warnAboutStacks(warnings, stacks)
      const described = { ...emptyProvenance('thread dump'), event: 'wall', durationMs }
      return finishImport({ builder, warnings, unit: 'samples', described, overrides })
    },
  }
}

/** `java.base@17.0.9/java.lang.Thread.run`, `app//shop.Main.main`; the slash of `Foo$$Lambda/0x7f.run` is none. */
function withoutModule(method: string): string {
  return method.replace(/^(?:[\w.]+\/)?[\w.]*(?:@[\w.+-]+)?\/(?!0x)/, '')
}
