import type { SearchTerm } from './search.ts'

/**
 * What finds the methods of a package, with all packages below it, or of a class.
 *
 *     package com.mysql   /^com\.mysql\./       finds com.mysql.cj.Query.run
 *     package shop        /^shop\.[^.]+\.[^.]+$/   finds shop.Cart.total, not shop.pricing.Rules.find
 *     class shop.Cart     /^shop\.Cart\.[^.]+$/
 */
export function createGroupSearch(level: 'package' | 'class', name: string): SearchTerm {
  const path = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  // A name of one segment is a package by itself: what is below it are packages of their own.
  const rest = level === 'class' ? '[^.]+$' : name.includes('.') ? '' : '[^.]+\\.[^.]+$'
  return { text: `/^${path}\\.${rest}/`, caseSensitive: true }
}
