import { escapePattern } from './escape-pattern.ts'
import { getPresetTitle } from './search-presets.ts'
import type { SearchTerm } from './search.ts'

/** A package with all packages below it, or a class. */
export interface SearchedGroup {
  readonly level: 'package' | 'class'
  readonly name: string
}

/**
 * Makes the search for the methods of a package, with all packages below it, or of a class.
 *
 *     package com.mysql   /^com\.mysql\./       finds com.mysql.cj.Query.run
 *     package shop        /^shop\.[^.]+\.[^.]+$/   finds shop.Cart.total, not shop.pricing.Rules.find
 *     class shop.Cart     /^shop\.Cart\.[^.]+$/
 */
export function createGroupSearch(level: SearchedGroup['level'], name: string): SearchTerm {
  const path = escapePattern(name)
  // A name of one segment is a package by itself: those below it are packages of their own.
  const rest = level === 'class' ? '[^.]+$' : name.includes('.') ? '' : '[^.]+\\.[^.]+$'
  return { text: `/^${path}\\.${rest}/`, caseSensitive: true }
}

/** The package or class whose search this is; null for any other search. */
export function findSearchedGroup({ text, caseSensitive }: SearchTerm): SearchedGroup | null {
  // What createGroupSearch puts in place of the path. An expression that a person typed may look like it ...
  const path = /^\/\^(.+?)\\\.(?:\[\^\.\]\+(?:\\\.\[\^\.\]\+)?\$)?\/$/.exec(text)?.[1]
  if (path === undefined || !caseSensitive) return null
  const name = path.replace(/\\(.)/g, '$1')
  // ... so it is one only if the name makes the same search again.
  const level = (['package', 'class'] as const).find((one) => createGroupSearch(one, name).text === text)
  return level ? { level, name } : null
}

/** A search as people call it: `Garbage collection`, `package shop.pricing`, or its text. */
export function getSearchTitle(term: SearchTerm): string {
  const group = findSearchedGroup(term)
  return getPresetTitle(term) ?? (group ? `${group.level} ${group.name}` : term.text)
}
