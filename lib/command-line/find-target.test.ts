import { expect, test } from 'vitest'
import { isProblem } from '../errors.ts'
import { bareTarget } from '../testing/hosts/bare-target.ts'
import { findTarget } from './find-target.ts'

const target = (id: string, container: string | null, mainClass: string, hostPid: number) => {
  const { jvm, ...sample } = bareTarget(
    process.pid,
    container === null ? null : { id: 'c'.repeat(64), name: container },
  )
  return { ...sample, id, hostPid, service: 'web/shop', jvm: { ...jvm, mainClass } }
}
const [launcher, server] = [target('2b94f7060', 'c04', 'Launcher', 11), target('b1c8e3dd0', 'c04', 'shop.Shop', 12)]

test.each([
  [
    [launcher, server],
    'c04',
    '2 JVMs are called c04, use an id: 2b94f706 (Launcher, pid 11), b1c8e3dd (shop.Shop, pid 12)',
  ],
  [
    [server, target('33333333a', 'c05', 'shop.Shop', 13)],
    'shop.Shop',
    '2 JVMs are called shop.Shop, use an id: b1c8e3dd (c04, pid 12), 33333333 (c05, pid 13)',
  ],
  [
    [server, target('33333333a', 'c04', 'shop.Shop', 13)],
    'c04',
    '2 JVMs are called c04, use an id: b1c8e3dd (pid 12), 33333333 (pid 13)',
  ],
  [
    [server, target('33333333a', null, 'x\u001b.Shop', 13)],
    'web/shop',
    '2 JVMs are called web/shop, use an id: b1c8e3dd (c04, shop.Shop, pid 12), 33333333 (x\\u{1b}.Shop, pid 13)',
  ],
  [
    [11, 12, 13, 14, 15, 16, 17].map((pid) => target(`${pid}00000000`, 'c04', 'shop.Shop', pid)),
    'c04',
    '7 JVMs are called c04, use an id: 11000000 (pid 11), 12000000 (pid 12), 13000000 (pid 13), 14000000 (pid 14), 15000000 (pid 15) and 2 more',
  ],
])('an ambiguous name is refused with what distinguishes the JVMs', (targets, name, what) => {
  expect(() => findTarget(targets, name)).toThrow(what)
})

test('a JVM is found by its id, main class or PID', () => {
  for (const name of ['2b94f706', 'Launcher', '11']) expect(findTarget([launcher, server], name)).toBe(launcher)
})

test('one is found by each name that pages and commands show of it, where only one has it', () => {
  const shop = { ...target('1a94f7060', 'demo-shop', 'acme.shop.Main', 20), service: 'demo/shop' }
  const slow = { ...target('2a94f7060', 'demo-slow', 'acme.shop.Main', 21), service: 'demo/slow' }
  slow.container = { ...slow.container!, image: 'registry.example:5000/demo/pricing:1.4' }
  for (const name of ['demo-slow', 'demo/slow', 'slow', 'pricing', 'pricing:1.4', slow.container.image, '21'])
    expect(findTarget([shop, slow], name), name).toBe(slow)
  expect(findTarget([shop, slow], 'shop')).toBe(shop)
  expect(() => findTarget([shop, slow], 'Main')).toThrow(
    '2 JVMs are called Main, use an id: 1a94f706 (demo-shop, pid 20), 2a94f706 (demo-slow, pid 21)',
  )
})

test('an unknown name is refused with similar names', () => {
  const demo = ['hearth-demo-shop-slow', 'hearth-demo-shop', 'db'].map((name, index) =>
    target(`${index}4b94f7060`, name, 'shop.Main', 20 + index),
  )
  const outside = { ...target('9a', null, 'kafka.Kafka', 30), service: 'kafka' }
  const nearOf = (name: string) => {
    try {
      findTarget([...demo, outside], name)
    } catch (error) {
      return isProblem(error) ? error.remedy : error
    }
    return 'found'
  }
  expect(nearOf('shop-slow')).toBe('Did you mean hearth-demo-shop-slow?')
  expect(nearOf('demo')).toBe('Did you mean hearth-demo-shop, hearth-demo-shop-slow?')
  expect(nearOf('kafkaa')).toBe('Did you mean kafka.Kafka?')
  expect(nearOf('billing')).toBe('`hearth list` shows the JVMs of this host.')
})
