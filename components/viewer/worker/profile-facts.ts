import { totalWeight } from '../../../lib/profile/filters/filters.ts'
import { collectFindings } from '../../../lib/profile/quality/findings.ts'
import { getHeatMapSpan } from '../../../lib/profile/time/heat-map.ts'
import { guessOwnPackages } from '../../../lib/profile/filters/own-packages.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { assessStacks } from '../../../lib/profile/quality/stack-quality.ts'
import { buildThreadTable } from '../../../lib/profile/time/thread-table.ts'
import type { ProfileFacts } from './tree-messages.ts'

/** What the page shows of a profile besides its tree. */
export function describeProfile(profile: Profile): ProfileFacts {
  return {
    unit: profile.unit,
    provenance: profile.provenance,
    threads: buildThreadTable(profile),
    total: totalWeight(profile),
    samples: profile.samples.length,
    timeSpan: getHeatMapSpan(profile),
    quality: assessStacks(profile),
    ownPackages: guessOwnPackages(profile),
    findings: collectFindings(profile),
  }
}
