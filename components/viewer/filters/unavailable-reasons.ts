import type { FilterAction } from './filter-actions.ts'

/**
 * Why an action has no meaning where applyFilterAction gives null. In a module of its own, which is loaded when one is
 * needed: a graph is drawn without it.
 */
export const unavailableReasons: Record<FilterAction, string> = {
  focus: 'Select a function first.',
  'focus-path': 'Select a frame first.',
  'show-from': 'Select a function first.',
  hide: 'Select a function first.',
  drop: 'Select a function first.',
  'collapse-package': 'This frame is in no Java package.',
  'collapse-module': 'The library of this frame is not known.',
  expand: 'This frame is in no framework that Hearth knows, or the graph is inverted.',
  'fold-frameworks': 'No framework that Hearth knows is in this profile.',
  'fold-direct': '',
  'fold-indirect': '',
  'my-packages': 'Nothing tells which packages are yours: choose them in the menu Filter.',
  'hide-idle': '',
}
