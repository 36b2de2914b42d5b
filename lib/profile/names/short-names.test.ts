import { expect, it } from 'vitest'
import { shortImage, shortMainClass } from './short-names.ts'

it.each([
  ['com.acme.shop.CheckoutApplication', 'CheckoutApplication'],
  ['Main', 'Main'],
  ['/opt/app/payments-worker.jar', 'payments-worker.jar'],
  ['shop.jar', 'shop.jar'],
  ['/opt/shop.war', 'shop.war'],
  ['Busy.java', 'Busy.java'],
  ['module/com.acme.Main', 'module/com.acme.Main'],
  ['com.acme.Outer$Inner', 'Outer$Inner'],
  ['<script>alert(1)</script>.jar', '<script>alert(1)</script>.jar'],
  ['a.b\u202e.C', 'a.b\u202e.C'],
  ['ends.with.dot.', 'ends.with.dot.'],
  ['', ''],
])('shortens the main class %j to %j', (mainClass, short) => {
  expect(shortMainClass(mainClass)).toBe(short)
})

it.each([
  ['acme/checkout:1.14.2', 'checkout:1.14.2'],
  ['registry.acme.internal:5000/shop/search:2026-11-19', 'search:2026-11-19'],
  ['shop', 'shop'],
  [`acme/payments@sha256:${'9f8e7d6c'.repeat(8)}`, 'payments@9f8e7d6'],
  ['evil/<b>:1', 'evil/<b>:1'],
  ['trailing/', 'trailing/'],
])('shortens the image %j to %j', (image, short) => {
  expect(shortImage(image)).toBe(short)
})
