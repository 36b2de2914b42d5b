import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { planWebCommand } from './web-sandbox.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp('/root/hearth-room-') // where the web program's user could not even go
})
afterAll(() => rm(directory, { recursive: true, force: true }))

test('started as root, the web program is another user with no right, a read-only checkout and no socket in sight', async () => {
  process.env.SECRET_OF_THE_SHELL = 'hunter2'
  const config = readConfig({ HEARTH_DATA: `${directory}/data`, HEARTH_RUN: `${directory}/run` })
  await prepareDataDirectory(config)
  await mkdir(`${config.runDirectory}/journal`, { recursive: true, mode: 0o700 })
  const { command, env, cwd, weakness } = await planWebCommand(config, 'lib/launch/testing/report-sandbox.ts')
  expect(weakness).toBeNull()

  const seen: unknown = JSON.parse(execFileSync(command[0]!, command.slice(1), { env, cwd, encoding: 'utf8' }))
  const none = '0000000000000000'
  expect(seen).toEqual({
    uid: config.webUid,
    rights: [
      'Groups=',
      ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => `${name}=${none}`),
      'NoNewPrivs=1',
    ],
    run: ['hearth-web'],
    readsProcessesOfOthers: 'ENOENT',
    readsCheckout: 'ok',
    writesCheckout: 'EROFS',
    writesData: 'ok',
    readsRoot: 'EACCES',
    seesDockerSocket: 'ENOENT',
    writesRunDirectory: 'EACCES',
    readsJournal: 'EACCES',
    openDescriptors: ['0', '1', '2'],
    secret: null,
  })
  expect(await readdir(config.dataDirectory)).toEqual(['written'])
})

test('a directory that holds something else is not taken for data and given away', async () => {
  const home = `${directory}/home`
  await mkdir(`${home}/somebody`, { recursive: true, mode: 0o755 })
  const config = readConfig({ HEARTH_DATA: home })
  await expect(prepareDataDirectory(config)).rejects.toMatchObject({ code: 'no-permission' })
  expect(await stat(home)).toMatchObject({ uid: 0, mode: 0o40755 })
  expect((await stat(`${home}/somebody`)).uid).toBe(0)
})
