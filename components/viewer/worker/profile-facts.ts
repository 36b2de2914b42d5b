import { totalWeight } from '../../../lib/profile/filters/filters.ts'
import { findingsOf } from '../../../lib/profile/quality/findings.ts'
import { heatMapSpan } from '../../../lib/profile/time/heat-map.ts'
import { guessOwnPackages } from '../../../lib/profile/filters/own-packages.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { assessStacks } from '../../../lib/profile/quality/stack-quality.ts'
import { threadTable } from '../../../lib/profile/time/thread-table.ts'
import type { ProfileFacts } from './tree-messages.ts'

/** What the page shows of a profile besides its tree. */
export function describeProfile(profile: Profile): ProfileFacts {
  return {
    unit: profile.unit,
    provenance: profile.provenance,
    threads: threadTable(profile),
    total: totalWeight(profile),
    samples: profile.samples.length,
    timeSpan: heatMapSpan(profile),
    quality: assessStacks(profile),
    ownPackages: guessOwnPackages(profile),
    findings: findingsOf(profile),
  }
}
