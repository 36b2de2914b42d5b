/** What a key, or an entry of the menu of a frame, asks of the viewer. */
export type ViewerAction = (typeof keyTable)[number]['action']

/** Which keys stand together in the list of all keys. */
export type KeyGroup = 'Move' | 'Search' | 'View' | 'Filter' | 'Other'

interface KeyRow {
  readonly keys: readonly string[]
  readonly action: string
  readonly group: KeyGroup
  /** Shown in the list of all keys. */
  readonly says: string
}

/** Every key of the viewer: the dialog shows this table, the listener reads it. Upper case means Shift. */
export const keyTable = [
  { keys: ['ArrowUp'], action: 'up', group: 'Move', says: 'The frame drawn above' },
  { keys: ['ArrowDown'], action: 'down', group: 'Move', says: 'The frame drawn below' },
  { keys: ['ArrowLeft'], action: 'left', group: 'Move', says: 'Previous sibling' },
  { keys: ['ArrowRight'], action: 'right', group: 'Move', says: 'Next sibling' },
  { keys: ['Enter'], action: 'zoom', group: 'Move', says: 'Zoom to the selected frame' },
  { keys: ['Backspace'], action: 'back', group: 'Move', says: 'Back to the view before' },
  { keys: ['0'], action: 'reset', group: 'Move', says: 'Show all again' },
  { keys: ['+', '='], action: 'zoom-in', group: 'Move', says: 'Zoom in around the selected frame' },
  { keys: ['-'], action: 'zoom-out', group: 'Move', says: 'Zoom out' },
  { keys: ['Shift+ArrowLeft'], action: 'pan-left', group: 'Move', says: 'Pan left' },
  { keys: ['Shift+ArrowRight'], action: 'pan-right', group: 'Move', says: 'Pan right' },
  { keys: ['/'], action: 'search', group: 'Search', says: 'Search' },
  { keys: ['n'], action: 'next-match', group: 'Search', says: 'Next match' },
  { keys: ['N'], action: 'previous-match', group: 'Search', says: 'Previous match' },
  { keys: ['y'], action: 'keep-matches', group: 'Search', says: 'Keep only the stacks that match' },
  { keys: ['f'], action: 'flame-or-icicle', group: 'View', says: 'Flame graph or icicle' },
  { keys: ['i'], action: 'invert', group: 'View', says: 'Invert: start from the leaves' },
  { keys: ['t'], action: 'table', group: 'View', says: 'Table of functions, or back' },
  { keys: ['s'], action: 'callers', group: 'View', says: 'Callers and callees of this function, or back' },
  { keys: ['g'], action: 'tree', group: 'View', says: 'Call tree as text, or back' },
  { keys: ['z'], action: 'sort', group: 'View', says: 'Order by weight or by name' },
  { keys: ['b'], action: 'names', group: 'View', says: 'Full or simple names' },
  { keys: ['p'], action: 'split-by-thread', group: 'View', says: 'Split by thread' },
  { keys: ['d'], action: 'compare', group: 'View', says: 'Next way to compare: widths, side by side' },
  { keys: ['T'], action: 'threads', group: 'View', says: 'Choose threads' },
  { keys: ['o'], action: 'focus', group: 'Filter', says: 'Only what is under this function' },
  { keys: ['O'], action: 'focus-path', group: 'Filter', says: 'Only what is under this one frame' },
  { keys: ['S'], action: 'show-from', group: 'Filter', says: 'Show from this function on' },
  { keys: ['h'], action: 'hide', group: 'Filter', says: 'Hide this function, its cost goes to the caller' },
  { keys: ['x'], action: 'drop', group: 'Filter', says: 'Drop the stacks that hold this function' },
  { keys: ['k'], action: 'collapse-package', group: 'Filter', says: 'Collapse its package to one box' },
  { keys: ['K'], action: 'collapse-module', group: 'Filter', says: 'Collapse its library to one box' },
  { keys: ['e'], action: 'expand', group: 'Filter', says: 'Expand the folded box here, or fold it again' },
  { keys: ['w'], action: 'fold-frameworks', group: 'Filter', says: 'Fold all frameworks, or none' },
  { keys: ['r'], action: 'fold-direct', group: 'Filter', says: 'Fold direct recursion' },
  { keys: ['R'], action: 'fold-indirect', group: 'Filter', says: 'Fold indirect recursion too' },
  { keys: ['m'], action: 'my-packages', group: 'Filter', says: 'Only my packages' },
  { keys: ['l'], action: 'hide-idle', group: 'Filter', says: 'Hide idle threads' },
  { keys: ['u'], action: 'undo', group: 'Filter', says: 'Undo the last change of filters' },
  { keys: ['c'], action: 'copy-name', group: 'Other', says: 'Copy the name of the selected frame' },
  { keys: ['C'], action: 'copy-stack', group: 'Other', says: 'Copy its stack, root first' },
  { keys: ['a'], action: 'note', group: 'Other', says: 'Pin a note on this frame' },
  { keys: ['ContextMenu', 'Shift+F10'], action: 'menu', group: 'Other', says: 'Menu of the selected frame' },
  { keys: ['Escape'], action: 'clear', group: 'Other', says: 'Clear the search, then the selection' },
  { keys: ['?'], action: 'keys', group: 'Other', says: 'All keys' },
] as const satisfies readonly KeyRow[]

const actionByKey = new Map<string, ViewerAction>(
  keyTable.flatMap(({ keys, action }) => keys.map((key) => [key, action] as const)),
)

/** For a menu or a tooltip: `Shift h` for `H`. */
export function findKey(action: ViewerAction): string {
  return formatKey(keyTable.find((row) => row.action === action)!.keys[0])
}

const keySymbols: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
  Escape: 'Esc',
  ContextMenu: '☰',
}

/** A key as people read it. */
export function formatKey(key: string): string {
  const plain = key.replace(/^Shift[+]/, '')
  const said = keySymbols[plain] ?? plain
  return plain !== key || /^[A-Z]$/.test(key) ? `Shift ${said}` : said
}

/** The action of a key press, or undefined when the press is not ours: typed into a field, or with a modifier. */
export function findAction(event: KeyboardEvent): ViewerAction | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined
  const target = event.target
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]'))
      return undefined
    // Enter and the arrows belong to whatever control has the focus; elsewhere they belong to the graph.
    const onControl = target.closest('button, a, [role="radio"], [role="tab"], [role="row"], [role="slider"]') !== null
    if (onControl && (event.key === 'Enter' || event.key === ' ' || event.key.startsWith('Arrow'))) return undefined
  }
  const isNamed = event.key.length > 1
  return actionByKey.get(event.shiftKey && isNamed ? `Shift+${event.key}` : event.key)
}
