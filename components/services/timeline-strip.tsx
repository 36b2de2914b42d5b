import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { ServiceTimeline } from '../../lib/contract/library.ts'
import { shortImage } from '../format/short-names.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'

const heightPx = 84
const dotsAt = 56

/** A service's life on one line: a dot for each profile, a mark where the image changed. The table below says the same in words. */
export function TimelineStrip({ deploys, profiles }: Pick<ServiceTimeline, 'deploys' | 'profiles'>) {
  const times = [...profiles.map(({ createdAt }) => createdAt), ...deploys.flatMap(({ from, to }) => [from, to])]
  const first = Math.min(...times)
  const span = Math.max(...times) - first
  const share = (at: number) => (span === 0 ? 50 : 2 + (96 * (at - first)) / span)
  return (
    <svg width="100%" height={heightPx} aria-hidden className="mb-4 block border-y border-line">
      {deploys.map((deploy, index) => (
        <DeployBand
          key={deploy.from}
          {...deploy}
          isOdd={index % 2 === 1}
          fromShare={index === 0 ? 0 : share(deploy.from)}
          toShare={index + 1 < deploys.length ? share(deploys[index + 1]!.from) : 100}
        />
      ))}
      <line x1="0" x2="100%" y1={dotsAt} y2={dotsAt} className="stroke-line" />
      {profiles.map((profile) => (
        <Dot key={profile.id} profile={profile} share={share(profile.createdAt)} />
      ))}
    </svg>
  )
}

function DeployBand({
  image,
  imageName,
  isOdd,
  fromShare,
  toShare,
}: ServiceTimeline['deploys'][number] & { isOdd: boolean; fromShare: number; toShare: number }) {
  const width = toShare - fromShare
  return (
    <svg x={`${fromShare}%`} width={`${Math.max(width, 0.1)}%`} height={heightPx}>
      <rect width="100%" height="100%" className={isOdd ? 'fill-surface' : 'fill-canvas'} />
      {fromShare > 0 ? <line x1="0.5" x2="0.5" y1="0" y2={heightPx} className="stroke-ember" strokeWidth="1" /> : null}
      <title>{visibleText(`${imageName ?? ''} ${image}`.trim())}</title>
      {width > 6 ? (
        <text x="6" y="18" className="fill-muted font-mono text-xs">
          {visibleText(imageName === null ? image.slice(0, 19) : shortImage(imageName), 40)}
        </text>
      ) : null}
    </svg>
  )
}

function Dot({ profile, share }: { profile: ProfileSummary; share: number }) {
  return (
    <a href={`/profiles/${profile.id}`} tabIndex={-1}>
      <circle
        cx={`${share}%`}
        cy={dotsAt}
        r={profile.pinned ? 5 : 4}
        className="fill-spark stroke-canvas hover:fill-ember"
      />
      <title>
        {visibleText(
          `${profile.name}, ${new Date(profile.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        )}
      </title>
    </a>
  )
}
