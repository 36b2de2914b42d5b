/** Hearth's mark: a flame made of flame graph boxes, narrow above wide. */
export function FlameMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden>
      <rect x="1" y="15" width="18" height="4" rx="1" fill="#b93a09" />
      <rect x="3" y="10.5" width="13" height="4" rx="1" fill="#e25a12" />
      <rect x="5.5" y="6" width="7.5" height="4" rx="1" fill="#f5843f" />
      <rect x="8" y="1.5" width="3" height="4" rx="1" fill="#ffb357" />
    </svg>
  )
}
