import type { ComponentProps } from 'react'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { ToggleButton } from '../../ui/button.tsx'
import { toggleChart } from '../view/view-changes.ts'
import type { ChangeView } from '../view/view-store.ts'

/** Changes to a flame chart and back. Apart from view-controls.tsx, whose menus the first paint does not wait for. */
export function ChartButton({
  sort,
  change,
  ...rest
}: Pick<ViewState, 'sort'> & { change: ChangeView } & Pick<ComponentProps<typeof ToggleButton>, 'size' | 'className'>) {
  return (
    <ToggleButton
      data-leads
      isOn={sort === 'time'}
      title="Time from left to right, for one thread"
      onClick={() => change(toggleChart({ sort }), 'push')}
      {...rest}
    >
      Flame chart
    </ToggleButton>
  )
}
