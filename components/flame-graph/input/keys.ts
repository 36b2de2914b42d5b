/** Actions of the viewer that a key, or an entry of the menu of a frame, asks for. */
export type ViewerAction = (typeof keyTable)[number]['action']

/** Which keys stand together in the list of all keys. */
export type KeyGroup = 'Move' | 'Search' | 'View' | 'Filter' | 'Other'

interface KeyRow {
  readonly keys: readonly string[]
  readonly action: string
  readonly group: KeyGroup
  readonly label: string
}

/** Every key of the viewer: the dialog shows this table, the listener reads it. Upper case means Shift. */
export const keyTable = [
  { keys: ['ArrowUp'], action: 'up', group: 'Move', label: 'The frame drawn above' },
  { keys: ['ArrowDown'], action: 'down', group: 'Move', label: 'The frame drawn below' },
  { keys: ['ArrowLeft'], action: 'left', group: 'Move', label: 'Previous sibling' },
  { keys: ['ArrowRight'], action: 'right', group: 'Move', label: 'Next sibling' },
  { keys: ['Enter'], action: 'zoom', group: 'Move', label: 'Zoom to the selected frame' },
  { keys: ['Backspace'], action: 'back', group: 'Move', label: 'Back to the view before' },
  { keys: ['0'], action: 'reset', group: 'Move', label: 'Show all again' },
  { keys: ['+', '='], action: 'zoom-in', group: 'Move', label: 'Zoom in around the selected frame' },
  { keys: ['-'], action: 'zoom-out', group: 'Move', label: 'Zoom out' },
  { keys: ['Shift+ArrowLeft'], action: 'pan-left', group: 'Move', label: 'Pan left' },
  { keys: ['Shift+ArrowRight'], action: 'pan-right', group: 'Move', label: 'Pan right' },
  { keys: ['/'], action: 'search', group: 'Search', label: 'Search; Enter goes from match to match, Esc to the graph' },
  { keys: ['n'], action: 'next-match', group: 'Search', label: 'Next match' },
  { keys: ['N'], action: 'previous-match', group: 'Search', label: 'Previous match' },
  { keys: ['y'], action: 'keep-matches', group: 'Search', label: 'Keep only the stacks that match' },
  { keys: ['f'], action: 'flame-or-icicle', group: 'View', label: 'Flame graph or icicle' },
  { keys: ['i'], action: 'invert', group: 'View', label: 'Invert: start from the leaves' },
  { keys: ['t'], action: 'table', group: 'View', label: 'Table of functions, or back' },
  { keys: ['s'], action: 'callers', group: 'View', label: 'Callers and callees of this function, or back' },
  { keys: ['g'], action: 'tree', group: 'View', label: 'Call tree as text, or back' },
  { keys: ['z'], action: 'sort', group: 'View', label: 'Order by weight or by name' },
  { keys: ['b'], action: 'names', group: 'View', label: 'Full or simple names' },
  { keys: ['p'], action: 'split-by-thread', group: 'View', label: 'Split by thread' },
  { keys: ['d'], action: 'compare', group: 'View', label: 'Next way to compare two profiles: widths, side by side' },
  { keys: ['T'], action: 'threads', group: 'View', label: 'Choose threads' },
  { keys: ['o'], action: 'focus', group: 'Filter', label: 'Only stacks through this function' },
  { keys: ['O'], action: 'focus-path', group: 'Filter', label: 'Only this frame and its callees' },
  { keys: ['S'], action: 'show-from', group: 'Filter', label: 'Show from this function on' },
  { keys: ['h'], action: 'hide', group: 'Filter', label: 'Hide this function; its samples count for the caller' },
  { keys: ['x'], action: 'drop', group: 'Filter', label: 'Drop the stacks that hold this function' },
  { keys: ['k'], action: 'collapse-package', group: 'Filter', label: 'Collapse its package to one box' },
  { keys: ['K'], action: 'collapse-module', group: 'Filter', label: 'Collapse its library to one box' },
  { keys: ['e'], action: 'expand', group: 'Filter', label: 'Expand the folded box here, or fold it again' },
  { keys: ['j'], action: 'fold-base', group: 'Filter', label: 'Fold the JVM frames at the root, or show them' },
  { keys: ['w'], action: 'fold-frameworks', group: 'Filter', label: 'Fold all frameworks, or none' },
  { keys: ['r'], action: 'fold-direct', group: 'Filter', label: 'Fold direct recursion (a → a)' },
  { keys: ['R'], action: 'fold-indirect', group: 'Filter', label: 'Fold all recursion (a → b → a)' },
  { keys: ['m'], action: 'my-packages', group: 'Filter', label: 'Show only my packages' },
  { keys: ['l'], action: 'hide-idle', group: 'Filter', label: 'Hide idle threads' },
  { keys: ['u'], action: 'undo', group: 'Filter', label: 'Undo the last change of filters' },
  { keys: ['c'], action: 'copy-name', group: 'Other', label: 'Copy the name of the selected frame' },
  { keys: ['C'], action: 'copy-stack', group: 'Other', label: 'Copy its stack, root first' },
  { keys: ['a'], action: 'note', group: 'Other', label: 'Add a note to this frame' },
  { keys: ['ContextMenu', 'Shift+F10'], action: 'menu', group: 'Other', label: 'Menu of the selected frame' },
  { keys: ['Escape'], action: 'clear', group: 'Other', label: 'Clear the search, then the selection' },
  { keys: ['?'], action: 'keys', group: 'Other', label: 'All keys' },
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
  const symbol = keySymbols[plain] ?? plain
  return plain !== key || /^[A-Z]$/.test(key) ? `Shift ${symbol}` : symbol
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
