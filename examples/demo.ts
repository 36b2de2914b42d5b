/**
 * The demo: a small shop in two configurations, one of them slow, and the customers that keep them busy.
 *
 *     npm run demo              starts it
 *     npm run demo -- stop      removes its containers and their network; the images stay for the next time
 *     npm run demo -- status
 *
 * Prints what it does, a line a step, the last one is how it ended; with --json each is a DemoState.
 */
import Docker from 'dockerode'
import { demoLabel } from '../lib/contract/constants.ts'
import type { DemoState } from '../lib/contract/health.ts'
import { isProblem, Problem } from '../lib/errors.ts'
import { findJdk } from '../lib/host/jvm/jdk.ts'
import { endUnlessKnown } from '../lib/launch/end-unless-known.ts'
import { ensureScratchImage } from './images/scratch-image.ts'

const network = 'hearth-demo'
const release = '1.4'
const memoryBytes = 256 * 2 ** 20

/** Each runs an image of its own name, as services do, though all three are the same image. */
const services = [
  { name: 'shop', env: [], arguments: [] },
  { name: 'shop-slow', env: ['SHOP_PRICING=scan'], arguments: [] },
  {
    name: 'shop-load',
    env: [],
    arguments: ['-cp', '/opt/shop/shop.jar', 'shop.load.Load', 'http://shop:8080', 'http://shop-slow:8080'],
  },
] as const

const usage = `usage: npm run demo [-- start | stop | status] [--json]

  start    start a small web shop, another whose pricing is slow, and their customers: three containers with a network
           of their own; so does npm run demo alone
  stop     remove these containers and their network; the images stay for the next time
  status   say how many of them run
  --json   print a line of JSON for each step`

const actions = { start, stop, status }
const args = process.argv.slice(2)
endUnlessKnown(args, [...Object.keys(actions), '--json'], usage)

const docker = new Docker()
const wantsJson = args.includes('--json')
let step = ''

function printState(state: DemoState['state'], nextStep: string, problem: DemoState['problem'] = null): void {
  step = nextStep
  process.stdout.write(wantsJson ? `${JSON.stringify({ state, step, problem })}\n` : describeState(state, problem))
}

function describeState(state: DemoState['state'], problem: DemoState['problem']): string {
  if (problem !== null) return `${problem.title}\n${problem.remedy}\n`
  return `${step}${state === 'running' ? '; `npm run demo -- stop` removes it' : ''}\n`
}

async function start(): Promise<void> {
  printState('starting', 'looking for a JDK')
  const jdk = findJdk()
  if (jdk === undefined) throw new Error('no JDK 17 or later with jlink on this machine')
  const shopImage = `hearth-demo/shop:${release}`
  printState('starting', 'checking the image')
  await ensureScratchImage(docker, jdk, shopImage, (text) => printState('starting', text))
  for (const { name } of services) await docker.getImage(shopImage).tag({ repo: `hearth-demo/${name}`, tag: release })

  printState('starting', 'removing what an earlier demo left')
  await removeAll()
  printState('starting', 'making a network without a way out')
  await docker.createNetwork({ Name: network, Internal: true, Labels: { [demoLabel]: '1' } })
  for (const service of services) {
    printState('starting', `starting ${service.name}`)
    const container = await docker.createContainer(containerOf(service))
    await container.start()
  }
  printState('running', `the shop is open: ${services.map(containerName).join(', ')}`)
}

function containerName({ name }: (typeof services)[number]): string {
  return `hearth-demo-${name}`
}

function containerOf(service: (typeof services)[number]): Docker.ContainerCreateOptions {
  const { name } = service
  return {
    name: containerName(service),
    Image: `hearth-demo/${name}:${release}`,
    Env: [...service.env],
    ...(service.arguments.length > 0 && {
      Entrypoint: ['/opt/java/bin/java', '-XX:+PreserveFramePointer', '-Xmx48m', ...service.arguments],
    }),
    Labels: { [demoLabel]: '1' },
    HostConfig: {
      Memory: memoryBytes,
      NanoCpus: 1e9,
      RestartPolicy: { Name: 'no' },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
    },
    NetworkingConfig: { EndpointsConfig: { [network]: { Aliases: [name] } } },
  }
}

async function stop(): Promise<void> {
  printState('stopping', 'removing the containers and their network')
  await removeAll()
  printState('stopped', 'the demo is stopped')
}

async function removeAll(): Promise<void> {
  const filters = { label: [demoLabel] }
  const containers = await docker.listContainers({ all: true, filters })
  await Promise.all(containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true })))
  for (const { Id } of await docker.listNetworks({ filters })) await docker.getNetwork(Id).remove()
}

async function status(): Promise<void> {
  const running = await docker.listContainers({ filters: { label: [demoLabel] } })
  printState(running.length > 0 ? 'running' : 'stopped', `${running.length} containers run`)
}

try {
  const [, action = start] = Object.entries(actions).find(([name]) => args.includes(name)) ?? []
  await action()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  const problem = isProblem(error) ? error : new Problem('demo-failed', { step, reason })
  printState('failed', step, problem.toJSON())
  process.exitCode = 1
}
