/** What stands between a JVM and bpftrace: the same as for perf, which reads Java stacks the same way. */
import type { Finding } from '../../contract.ts'
import type { EventId } from '../../profile/event-ids.ts'
import { attachChecks, findingsOf } from './common.ts'
import type { ReadinessFacts } from './facts.ts'
import { stackChecks } from './perf.ts'

export function bpftraceChecks(facts: ReadinessFacts, _event: EventId): Finding[] {
  return findingsOf([...attachChecks, ...stackChecks], facts)
}
