import type { CaptureFacts } from './captures.ts'
import type { CommandLineFacts } from './command-line.ts'
import type { CommonFacts } from './common.ts'
import type { JvmFacts } from './jvms.ts'
import type { KubernetesFacts } from './kubernetes.ts'
import type { LibraryFacts } from './library.ts'
import type { ProgramFacts } from './programs.ts'
import type { RequestFacts } from './requests.ts'

/** The facts of each code. */
export interface FactsByCode
  extends
    CaptureFacts,
    CommandLineFacts,
    CommonFacts,
    JvmFacts,
    KubernetesFacts,
    LibraryFacts,
    ProgramFacts,
    RequestFacts {}

export type ProblemCode = keyof FactsByCode
