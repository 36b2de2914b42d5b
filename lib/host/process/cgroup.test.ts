import { expect, test } from 'vitest'
import { containerIdsOf, parseCgroup } from './cgroup.ts'

const id = (digit: string) => digit.repeat(64)

test.each([
  ['version 1', `6:freezer:/docker/${id('a')}\n4:memory:/docker/${id('a')}\n0::/\n`],
  ['version 1, memory moved elsewhere', `6:freezer:/docker/${id('a')}\n4:memory:/other\n`],
  ['version 2 with systemd', `0::/system.slice/docker-${id('a')}.scope\n`],
  ['version 2 with cgroupfs', `0::/docker/${id('a')}\n`],
  ['Kubernetes', `0::/kubepods.slice/kubepods-pod0a1b2c3d_1234.slice/cri-containerd-${id('a')}.scope\n`],
  ['a process that made a group below', `0::/docker/${id('a')}/init\n`],
])('the container of %s', (_, text) => expect(containerIdsOf(text)).toEqual([id('a')]))

test('a container in a container has two ids, innermost first', () => {
  expect(containerIdsOf(`0::/docker/${id('a')}/docker/${id('b')}\n`)).toEqual([id('b'), id('a')])
})

test.each([['0::/\n'], ['0::/user.slice/user-0.slice\n'], [`0::/docker/${id('a')}f\n`], ['']])(
  'no container in %j',
  (text) => expect(containerIdsOf(text)).toEqual([]),
)

test('names of groups may hold colons', () => {
  expect(parseCgroup('1:name=systemd:/a:b\n0::/c')).toEqual([
    { controllers: ['name=systemd'], path: '/a:b' },
    { controllers: [], path: '/c' },
  ])
})
