'use client'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button that is only an icon: its label is read aloud and shown as a tooltip. */
export function IconButton({
  label,
  variant = 'ghost',
  size = 'icon',
  ...rest
}: Omit<ComponentProps<typeof Button>, 'aria-label' | 'size'> & {
  label: string
  size?: 'icon' | 'small-icon'
}) {
  return (
    <Tooltip text={label}>
      <Button variant={variant} size={size} aria-label={label} {...rest} />
    </Tooltip>
  )
}
