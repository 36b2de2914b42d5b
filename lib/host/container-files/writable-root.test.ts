import { expect, test } from 'vitest'
import { writableWaysTo } from './writable-root.ts'
import type { Mount } from './mounts.ts'

const mount = (mountPoint: string, device: string, root: string, readOnly = false): Mount => ({
  mountPoint,
  device,
  root,
  readOnly,
  noExec: false,
  fileSystem: 'overlay',
})

test('the writable way to a read-only root is another mount of the same file system', () => {
  const root = mount('/', '0:64', '/', true)
  const ours = [
    mount('/', '8:1', '/'),
    mount('/var/lib/docker/overlay2/1/merged', '0:63', '/'),
    mount('/var/lib/docker/overlay2/2/merged', '0:64', '/'),
    mount('/mnt/copy', '0:64', '/', true),
  ]
  expect(writableWaysTo(root, ours)).toEqual(['/var/lib/docker/overlay2/2/merged'])
})

test('a root that is a directory of a disk is found below where that disk, or a part of it, is mounted', () => {
  const root = mount('/', '8:1', '/var/lib/docker/vfs/dir/7', true)
  expect(writableWaysTo(root, [mount('/', '8:1', '/')])).toEqual(['/var/lib/docker/vfs/dir/7'])
  expect(writableWaysTo(root, [mount('/data', '8:1', '/var/lib/docker')])).toEqual(['/data/vfs/dir/7'])
  expect(writableWaysTo(root, [mount('/data', '8:1', '/var/lib/dock')])).toEqual([])
})
