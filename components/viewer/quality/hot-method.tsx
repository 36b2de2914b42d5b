import { LocateFixed } from 'lucide-react'
import type { HotMethod, HotMethodShare } from '../../../lib/profile/quality/findings.ts'
import { isClassName, simpleName } from '../../../lib/profile/names/names.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Name } from '../../ui/name.tsx'

/** The method or the class to read first, in one sentence. */
export function HotMethodSentence({
  hot: { name, ofWeight },
  isTop,
  besideName,
  onShow,
}: {
  hot: HotMethod & { ofWeight: HotMethodShare }
  /** Whether it is the top of an event whose leaves are classes, not a hot method. */
  isTop: boolean
  /** Name of the profile, whose parts are not said again. */
  besideName: string
  /** null where the graph does not have it, as under a filter. */
  onShow: (() => void) | null
}) {
  const method = simpleName(name)
  const isClass = isTop && isClassName(name)
  const isNamed = !isClass && besideName.includes(method) // a class is short, as Object: a name may have it by chance
  return (
    <p
      data-testid="hot-method"
      className={classNames(
        'flex shrink-0 items-center gap-1.5 text-sm',
        !isNamed && 'max-w-full sm:max-w-[calc(100%-8rem)]',
      )}
    >
      <span className={isNamed ? 'sr-only' : 'shrink-0 text-muted max-wide:sr-only snug:sr-only full:sr-only'}>
        {isTop ? `Top ${isClass ? 'class' : 'method'}` : 'Hot method'}:
      </span>
      {isNamed ? null : <Name text={method} whole={name} mono className="min-w-0" />}
      <span
        className="figures shrink-0 text-muted"
        title={`The ${isClass ? 'class' : 'method itself'} has ${ofWeight.whole}`}
      >
        {ofWeight.text}
      </span>
      {onShow ? (
        <Button
          size="tiny"
          className="shrink-0"
          title={`Show ${name} in the graph`}
          onClick={onShow}
          icon={LocateFixed}
          iconSize={12}
        >
          <span className={ofWeight.isWithoutIdle ? 'sm:max-wide:sr-only snug:sr-only full:sr-only' : undefined}>
            Show
          </span>
        </Button>
      ) : null}
    </p>
  )
}
