import type { RunMark } from '../../../contract/experiments.ts'

/** Why a run cannot go on; the experiment does. */
export class RunFailed extends Error {
  readonly mark: RunMark

  constructor(mark: RunMark, reason: string) {
    super(reason)
    this.mark = mark
  }
}
