'use client'
import type { ComponentProps } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button that is only an icon: its label is read aloud and shown as a tooltip. */
export function IconButton({
  label,
  variant = 'ghost',
  size = 'icon',
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  variant?: ButtonVariant
  size?: 'icon' | 'small-icon'
}) {
  return (
    <Tooltip text={label}>
      <Button variant={variant} size={size} aria-label={label} {...rest} />
    </Tooltip>
  )
}
