import { expect, test } from 'vitest'
import { findMount, parseMountinfo } from './mounts.ts'

const text = `100 99 0:31 / / rw,relatime master:1 - overlay overlay rw,lowerdir=/x
101 100 0:32 / /tmp rw,nosuid - tmpfs tmpfs ro,size=1k
102 100 0:33 / /mnt/a\\040b rw - fuse.sshfs host: rw
103 101 0:34 / /tmp rw - ext4 /dev/sda rw
104 100 0:35 /a\\040b /ro ro,noexec - ext4 /dev/sdb rw
broken line
`

test('finds the mount a path lies on, the newest where one covers another', () => {
  const mounts = parseMountinfo(text)
  expect(findMount(mounts, '/tmp/x')).toEqual({
    mountPoint: '/tmp',
    fileSystem: 'ext4',
    readOnly: false,
    noExec: false,
    device: '0:34',
    root: '/',
  })
  expect(findMount(mounts, '/tmpx')?.mountPoint).toBe('/')
  expect(findMount(mounts, '/mnt/a b/c')?.fileSystem).toBe('fuse.sshfs')
})

test('a mount is read-only by its own options and by those of its file system', () => {
  const mounts = parseMountinfo(text)
  expect(findMount(mounts, '/ro')).toMatchObject({ readOnly: true, noExec: true, device: '0:35', root: '/a b' })
  expect(mounts[1]?.readOnly).toBe(true)
  expect(findMount(mounts, '/')?.readOnly).toBe(false)
})
