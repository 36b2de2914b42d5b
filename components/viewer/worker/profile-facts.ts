import { totalWeight } from '../../../lib/profile/filters.ts'
import { findingsOf } from '../../../lib/profile/findings.ts'
import { heatMapSpan } from '../../../lib/profile/heat-map.ts'
import { guessOwnPackages } from '../../../lib/profile/own-packages.ts'
import type { Profile } from '../../../lib/profile/profile.ts'
import { assessStacks } from '../../../lib/profile/stack-quality.ts'
import { threadTable } from '../../../lib/profile/thread-table.ts'
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
