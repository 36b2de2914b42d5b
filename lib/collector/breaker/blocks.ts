/** Engines that are not used any more on some image, since a JVM of it died of one. They stay until a person clears them. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { z } from 'zod'
import { type Block, blockSchema, type Plan } from '../../contract/doctor.ts'
import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding } from '../../findings.ts'
import { Problem } from '../../errors.ts'
import { errnoOf } from '../../host/kernel/errno.ts'
import { writeDurably } from '../captures/durable-file.ts'
import type { CaptureEngine } from '../../capture/engine.ts'
import type { DeathWatcher } from './watch-death.ts'

export type Blocks = ReturnType<typeof openBlocks>

const fileSchema = z.array(blockSchema)
const fileName = 'blocks.json'

/**
 * In a file of a directory that only we can enter and that outlives a reboot. Read again each time: the command line may
 * have one of these of its own. Whoever may not write there keeps them in memory, and may not attach to JVMs either.
 *
 * Throws: Problem `unsafe-file` when the directory belongs to somebody else.
 */
export function openBlocks(directory: string) {
  const directoryFd = openOwnDirectory(directory)
  const path = `/proc/self/fd/${directoryFd}/${fileName}`
  let inMemory: Block[] = []
  const read = () => (directoryFd === null ? inMemory : readBlocks(path))
  const write = (blocks: Block[]) => {
    if (directoryFd === null) inMemory = blocks
    else writeDurably(path, JSON.stringify(blocks))
  }
  const find = (target: Target, engine: Plan['engine']) =>
    read().find((block) => block.engine === engine && block.subject === subjectOf(target)) ?? null

  return {
    find,
    /** Newest first. */
    list: read,
    /** One for each subject and engine: a second death changes nothing. Durable when it returns. */
    add(target: Target, engine: Plan['engine'], { captureId, reason }: Pick<Block, 'captureId' | 'reason'>): Block {
      const existing = find(target, engine)
      if (existing !== null) return existing
      const id = randomBytes(16).toString('hex')
      const subject = subjectOf(target)
      const block = { id, subject, label: labelOf(target), engine, at: Date.now(), captureId, reason }
      write([block, ...read()])
      return block
    },
    /** Throws: Problem `not-found`. */
    clear(blockId: string): Block[] {
      const blocks = read()
      const rest = blocks.filter(({ id }) => id !== blockId)
      if (rest.length === blocks.length) throw new Problem('not-found', { what: 'block' })
      write(rest)
      return rest
    },
    [Symbol.dispose]: () => {
      if (directoryFd !== null) fs.closeSync(directoryFd)
    },
  }
}

function subjectOf({ container, jvm }: Target): string {
  if (container === null) return `host:${jvm.mainClass}`
  return container.imageDigest ?? `image:${container.image}`
}

function labelOf({ container, jvm }: Target): string {
  return container?.image ?? jvm.mainClass
}

/**
 * Held open and looked at through the descriptor: what stands at its name may be somebody's link a moment later. null
 * where we may not write.
 */
function openOwnDirectory(directory: string): number | null {
  let directoryFd: number
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
    directoryFd = fs.openSync(directory, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW)
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error))) return null
    if (['ELOOP', 'ENOTDIR', 'EEXIST'].includes(errnoOf(error)))
      throw unsafeDirectoryProblem(directory, 'it is no directory', error)
    throw error
  }
  const { uid } = fs.fstatSync(directoryFd)
  if (uid === (process.getuid?.() ?? 0)) return directoryFd
  fs.closeSync(directoryFd)
  throw unsafeDirectoryProblem(directory, `it belongs to user ${uid}`)
}

function unsafeDirectoryProblem(path: string, reason: string, cause?: unknown): Problem {
  return new Problem('unsafe-file', { path, reason }, { cause })
}

/** Keeps: a file that cannot be understood is put aside. */
function readBlocks(path: string): Block[] {
  if (!fs.existsSync(path)) return []
  const blocks = parseBlocks(fs.readFileSync(path, 'utf8'))
  if (blocks === null) fs.renameSync(path, `${path}.bad`)
  return blocks ?? []
}

function parseBlocks(text: string): Block[] | null {
  try {
    return fileSchema.safeParse(JSON.parse(text)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The breaker: an engine that a JVM died of is not used again on its image until a person says so. */
export type Breaker = ReturnType<typeof createBreaker>

export function createBreaker(blocks: Blocks, deaths: DeathWatcher) {
  return {
    /** From the moment an engine comes in. */
    watch: (target: Target, engine: CaptureEngine, captureId: string) =>
      deaths.watch(target, (reason) => void blocks.add(target, engine.id, { captureId, reason })),
    /** What the doctor says of an engine that is blocked. */
    findingsOf({ id, title }: CaptureEngine, target: Target): Finding[] {
      const block = blocks.find(target, id)
      if (block === null) return []
      const day = new Date(block.at).toISOString().slice(0, 16).replace('T', ' ')
      const facts = { engine: title, label: block.label, blockId: block.id }
      return [createFinding('engine-blocked', facts, `${day} UTC: ${block.reason}`)]
    },
  }
}
