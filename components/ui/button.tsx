import type { LucideIcon } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/**
 * `primary` is ember: the one action a screen is for. `ember` is the same in a list, where many stand below each other:
 * quiet until its row is pointed at. The rest is `secondary`, or `ghost` where a border would be noise.
 */
export type ButtonVariant = 'primary' | 'ember' | 'secondary' | 'ghost' | 'danger'

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-ember text-on-ember border-transparent font-medium not-disabled:hover:bg-ember-strong',
  ember:
    'bg-canvas text-ember-ink border-ember/60 font-medium hover:bg-ember hover:text-on-ember hover:border-transparent focus-visible:bg-ember focus-visible:text-on-ember group-hover/row:bg-ember group-hover/row:text-on-ember group-hover/row:border-transparent',
  secondary: 'bg-canvas text-ink border-edge/60 hover:bg-surface hover:border-edge',
  ghost: 'bg-transparent text-muted border-transparent hover:bg-surface hover:text-ink',
  danger: 'bg-canvas text-bad border-bad/50 hover:bg-bad-wash',
}

const shape =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border whitespace-nowrap select-none transition-colors duration-100 disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:cursor-not-allowed'
/** Heights of buttons: 24, 28 and 32 px. */
const sizes = {
  tiny: 'h-6 px-1.5 gap-1! text-xs',
  small: 'h-7 px-2.5 text-sm',
  medium: 'h-8 px-3 text-sm',
  icon: 'size-8',
  'small-icon': 'size-7',
}

interface ButtonStyle {
  variant?: ButtonVariant
  size?: keyof typeof sizes
}

/** An icon before the text of a button, link or menu item. */
export interface IconProps {
  icon?: LucideIcon
  iconSize?: number
}

export function buttonClass({ variant = 'secondary', size = 'medium' }: ButtonStyle, more?: string): string {
  return classNames(shape, sizes[size], variantClasses[variant], more)
}

export function Button({
  variant,
  size,
  icon: Icon,
  iconSize = 14,
  className,
  type = 'button',
  children,
  ...rest
}: ComponentProps<'button'> & ButtonStyle & IconProps) {
  return (
    <button type={type} className={buttonClass({ variant, size }, className)} {...rest}>
      {Icon ? <Icon size={iconSize} aria-hidden /> : null}
      {children}
    </button>
  )
}

/** A button that is on or off. */
export function ToggleButton({ isOn, className, ...rest }: ComponentProps<typeof Button> & { isOn: boolean }) {
  const whenOn = 'chosen:border-edge chosen:bg-pressed chosen:font-medium'
  return <Button aria-pressed={isOn} className={classNames(whenOn, className)} {...rest} />
}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle & Pick<IconProps, 'icon'>) {
  return (
    <Link className={buttonClass({ variant, size }, className)} {...rest}>
      {Icon ? <Icon size={14} aria-hidden /> : null}
      {children}
    </Link>
  )
}
