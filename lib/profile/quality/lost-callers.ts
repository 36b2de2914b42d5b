import { repairs } from '../../repairs.ts'
import type { DefectWeights } from './defect-weights.ts'
import { heaviest, minLostCallersShare, minReportedShare, type RatedFinding, shareOf } from './rated-finding.ts'
import { isCLibrary } from './stack-flags.ts'
import { formatSamplesShare } from './weight-kinds.ts'
import type { Profile } from '../model/profile.ts'

/**
 * Findings about stacks whose root is not where a thread starts, by the kind of that root: Java, native, kernel, none.
 */
export function findLostCallers(profile: Profile, weights: DefectWeights): RatedFinding[] {
  const java = shareOf(weights.brokenJava, weights)
  const kernel = shareOf(weights.brokenKernel, weights)
  const unwound = shareOf(weights.brokenUnwind, weights)
  const empty = shareOf(weights.empty, weights)
  const [library, weight] = heaviest(weights.brokenByModule)
  const native = shareOf(weight, weights)
  const least = minLostCallersShare
  return [
    {
      ...{ code: 'no-frame-pointer', share: java, minShare: least },
      text: `${formatSamplesShare(profile, java)} lost their callers at a Java method.`,
      remedy: repairs.framePointers.remedy,
      command: repairs.framePointers.option,
    },
    {
      ...{ code: 'library-without-frame-pointers', share: native, minShare: least },
      text: `${formatSamplesShare(profile, native)} lost their callers in ${library || 'native code'}.`,
      ...(isCLibrary(library) ? { ...repairs.cLibraryFramePointers, command: null } : repairLibrary(library)),
    },
    {
      ...{ code: 'kernel-only', share: kernel, minShare: least },
      text: `${formatSamplesShare(profile, kernel)} have kernel frames only: the program's own part of the stack could not be read.`,
      remedy: 'Nothing to do for threads of the kernel; else start the JVM with frame pointers.',
      command: repairs.framePointers.option,
    },
    {
      ...{ code: 'unwind-failed', share: unwound, minShare: least },
      text: `${formatSamplesShare(profile, unwound)} lost their callers where async-profiler could not unwind the stack.`,
      remedy: 'Record with a newer async-profiler, or with JFR.',
      command: null,
    },
    {
      ...{ code: 'no-stack', share: empty, minShare: minReportedShare },
      text: `${formatSamplesShare(profile, empty)} have no stack.`,
      remedy: 'Record with call chains.',
      command: 'perf record -g',
    },
  ]
}

function repairLibrary(library: string) {
  return { remedy: `Use a build of ${library || 'it'} with frame pointers.`, command: '-fno-omit-frame-pointer' }
}
