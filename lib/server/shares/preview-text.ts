/** What a link says of itself before it is opened: title and one line, in pictures and in the head of its page. */
import { profileHeadline } from '../../contract/profile-title.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { SharedView } from '../../contract/shares.ts'

export function previewTitle({ profile, baseline }: SharedView): string {
  if (baseline === null) return profileHeadline(profile)
  return baseline.name === profile.name ? `${profile.name}, compared` : `${profile.name} vs ${baseline.name}`
}

/** Service, event, duration, weight, engine, and how much of it has names: as the viewer's header has it. */
export function previewFacts({ profile, baseline }: SharedView): string[] {
  const { service, event, engine, image, javaNamed, partial } = profile
  return [
    ...(service === '' || profile.name.startsWith(service) ? [] : [service]),
    ...(image === null ? [] : [image]),
    engine,
    event,
    baseline === null ? amountOf(profile) : `${amountOf(profile)} vs ${amountOf(baseline)}`,
    ...(javaNamed === null ? [] : [`${Math.floor(javaNamed * 1000) / 10}% of Java frames resolved`]),
    ...(partial === null ? [] : ['partial']),
  ]
}

function amountOf({ durationMs, total, unit }: ProfileSummary): string {
  const seconds = durationMs === null ? '' : `${Number((durationMs / 1000).toPrecision(3))} s, `
  const weight =
    unit === 'bytes'
      ? `${Math.round(total / 2 ** 20).toLocaleString('en')} MiB`
      : unit === 'nanoseconds'
        ? `${Number((total / 1e9).toPrecision(3))} s`
        : `${total.toLocaleString('en')} samples`
  return seconds + weight
}
