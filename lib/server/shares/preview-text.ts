/** Texts of a link before it is opened: title and one line, in images and in the head of its page. */
import {
  formatCaptured,
  profileHeadline,
  profileLabel,
  simpleHotMethod,
  subjectOf,
} from '../../contract/profile-title.ts'
import { getEngineLabel, getEventLabel } from '../../contract/engines.ts'
import { comparisonTitle, nameSides } from '../../contract/tell-apart.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { SharedView } from '../../contract/shares.ts'
import { describeEnginePair } from '../../profile/compare/engine-pair.ts'
import { formatDuration, formatShare } from '../../profile/format/units.ts'
import { formatWeight } from '../../profile/format/weight.ts'

/** Gives the title of a link: the name of one profile, or of a comparison both. */
export function previewTitle({ profile, baseline }: SharedView): string {
  // Without a hot method the title of one profile is the given name, else the service with the date of the capture: the
  // service alone would not tell profiles apart.
  if (baseline === null) return simpleHotMethod(profile) === null ? profileLabel(profile) : profileHeadline(profile)
  // Two names that differ are enough. Else it is one profile against itself, or the settings tell the sides apart;
  // where nothing does, the title says only that it is a comparison. The side `after` comes first, as in all texts of
  // links.
  const [after, before] = [subjectOf(profile), subjectOf(baseline)]
  if (before !== after) return `${after} vs ${before}`
  const isNamedApart = profile.id === baseline.id || nameSides(baseline, profile).common !== null
  return isNamedApart ? comparisonTitle(baseline, profile) : `${after}, compared`
}

/**
 * Gives the facts that the title lacks: when, service, engine, event, duration, weight, image, the share of Java frames
 * that are resolved, and whether it is partial.
 */
export function previewFacts(view: SharedView): string[] {
  const { profile, baseline } = view
  const captured = formatCaptured(profile)
  const isInTitle = (fact: string) => previewTitle(view).endsWith(fact)
  const engines = baseline === null ? null : describeEnginePair(baseline, profile)
  const { service, event, engine, image, javaNamed, partial } = profile
  return [
    // First, since an image has space for few facts.
    ...(engines === null ? [] : [`${engines}, two engines, which can differ without a change`]),
    ...(baseline !== null ? [`${captured} vs ${formatCaptured(baseline)}`] : isInTitle(captured) ? [] : [captured]),
    // A name that begins with the service says it already.
    ...(service === '' || profile.name.startsWith(service) ? [] : [service]),
    ...(engines === null ? [getEngineLabel(engine)] : []),
    getEventLabel(event),
    baseline === null ? amountOf(profile) : `${amountOf(profile)} vs ${amountOf(baseline)}`,
    ...(image === null ? [] : [image.startsWith(`${service}:`) ? `tag ${image.slice(service.length + 1)}` : image]),
    ...(javaNamed === null ? [] : [`${formatShare(javaNamed)} of Java frames resolved`]),
    ...(partial === null ? [] : ['partial']),
  ]
}

function amountOf({ durationMs, total, unit }: ProfileSummary): string {
  return [...(durationMs === null ? [] : [formatDuration(durationMs)]), formatWeight(total, unit)].join(', ')
}
