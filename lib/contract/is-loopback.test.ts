import { expect, test } from 'vitest'
import { isLoopback } from './is-loopback.ts'

test('a machine reaches only itself by localhost, by a name below it, and by 127.0.0.0/8', () => {
  const names = ['localhost', 'hearth.localhost', '127.0.0.1', '127.1.2.3', '[::1]']
  expect(names.filter((name) => !isLoopback(name))).toEqual([])
  expect(
    ['hearth.example', 'localhost.example', '127.0.0.1.example', '10.0.0.1', 'notlocalhost'].filter(isLoopback),
  ).toEqual([])
})
