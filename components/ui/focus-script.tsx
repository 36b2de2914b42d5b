'use client'
import { useEffect } from 'react'
import { createLate, useLate } from './late.ts'
import { useViewShown } from './view-shown.ts'

const lateKeeping = createLate(() => import('./keep-focus.ts'))

/** Keeps the focus where controls go by their own action, see keep-focus.ts; once, in the layout. */
export function FocusScript() {
  const late = useLate(lateKeeping, useViewShown())
  useEffect(() => late?.keepFocus(), [late])
  return null
}
