'use client'
import { type MouseEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/profile/format/units.ts'
import { floatContainer } from '../ui/float-container.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { type ChartPoint, leastTargetPx, type PointGroup } from './group-near.ts'

/** A point in a chart that leads to a profile. */
export interface LinkedPoint extends ChartPoint {
  readonly href: string
  readonly text: string
}

/** What a click on several points at once leads to. */
export interface GroupLink {
  readonly title: string
  /** All of them; where there is no page for them, null. */
  readonly all: { readonly href: string; readonly text: string } | null
}

/** Entries of the menu of a group; what is left out is counted. */
const mostEntries = 20

interface OpenMenu<Point extends LinkedPoint> {
  readonly group: PointGroup<Point>
  readonly x: number
  readonly y: number
}

/**
 * What is pressed in a chart, over its marks: a link for each point, and one menu for those that a finger cannot tell
 * apart. They are in no tab order: the table of the chart has the same links. Put it last into its SVG.
 */
export function ChartTargets<Point extends LinkedPoint>({
  groups,
  linkOf,
}: {
  groups: readonly PointGroup<Point>[]
  linkOf: (points: readonly Point[]) => GroupLink
}) {
  const [menu, setMenu] = useState<OpenMenu<Point> | null>(null)
  // The small ones last, over the edges of large ones.
  const bySize = groups.toSorted((one, other) => other.halfWidth - one.halfWidth)
  return (
    <>
      {bySize.map((group) => (
        <Target
          key={`${group.x} ${group.y}`}
          group={group}
          title={linkOf(group.points).title}
          onMenu={({ clientX, clientY }) => setMenu({ group, x: clientX, y: clientY })}
        />
      ))}
      {menu === null ? null : <TargetMenu menu={menu} link={linkOf(menu.group.points)} onClose={() => setMenu(null)} />}
    </>
  )
}

function Target({
  group: { points, x, y, halfWidth, halfHeight },
  title,
  onMenu,
}: {
  group: PointGroup<LinkedPoint>
  title: string
  onMenu: (event: MouseEvent) => void
}) {
  const [first] = points
  const [width, height] = [leastTargetPx + 2 * halfWidth, leastTargetPx + 2 * halfHeight]
  return (
    <a
      href={first!.href}
      tabIndex={-1}
      data-target={points.length}
      onClick={(event) => {
        if (points.length === 1 || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onMenu(event)
      }}
    >
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={leastTargetPx / 2}
        // Of its own: a brush takes them from all that is within while a button is down.
        pointerEvents="all"
        className="cursor-pointer fill-transparent hover:stroke-ink"
      >
        <title>{title}</title>
      </rect>
    </a>
  )
}

function TargetMenu({
  menu: { group, x, y },
  link,
  onClose,
}: {
  menu: OpenMenu<LinkedPoint>
  link: GroupLink
  onClose: () => void
}) {
  const left = group.points.length - mostEntries
  return createPortal(
    <Menu
      key={`${x} ${y}`}
      align="start"
      defaultOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      trigger={<span aria-hidden tabIndex={-1} className="fixed size-px" style={{ left: x, top: y }} />}
    >
      <p className="px-2 py-1 text-xs text-muted">{link.title}</p>
      {group.points.slice(0, mostEntries).map(({ href, text }) => (
        <MenuItem key={`${href} ${text}`} asChild>
          <a href={href} className="max-w-[min(34rem,calc(100vw-2rem))]">
            {text}
          </a>
        </MenuItem>
      ))}
      {left > 0 ? <p className="px-2 py-1 text-xs text-muted">and {formatCount(left)} more</p> : null}
      {link.all === null ? null : (
        <MenuItem asChild>
          <a href={link.all.href}>{link.all.text}</a>
        </MenuItem>
      )}
    </Menu>,
    floatContainer() ?? document.body,
  )
}
