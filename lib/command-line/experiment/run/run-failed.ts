import type { RunMark } from '../../../experiment/run/run-record.ts'

/** Why a run cannot go on; the experiment does. */
export class RunFailed extends Error {
  readonly mark: RunMark

  constructor(mark: RunMark, reason: string) {
    super(reason)
    this.mark = mark
  }
}
