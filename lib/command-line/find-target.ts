/** Which JVM a person means. */
import type { Capture } from '../contract/capture.ts'
import { isIdBeginning, shortId } from '../contract/ids.ts'
import type { Target } from '../contract/target.ts'
import { Problem } from '../errors.ts'
import { shortImage, shortMainClass } from '../profile/names/short-names.ts'
import { type NameCandidate, listNear, nameFirst } from './argument-problem.ts'
import { escapeControls } from './plain-text.ts'

type NamedTarget = Pick<Capture['target'], 'containerName' | 'mainClass' | 'service' | 'image'>

/**
 * Names of a JVM on pages and in commands, the most exact first: container, main class, service, both without their
 * package or path, image.
 */
const nameKinds: readonly ((target: NamedTarget) => string | null | undefined)[] = [
  ({ containerName }) => containerName,
  ({ mainClass }) => mainClass,
  ({ service }) => service,
  ({ mainClass }) => shortMainClass(mainClass),
  ({ service }) => service.split('/').at(-1),
  ({ image }) => image,
  ({ image }) => image && shortImage(image),
  ({ image }) => image && shortImage(image).split(/[:@]/)[0],
]

/** Gives whether `name` is one of the names of a JVM (`nameKinds`). */
export function isCalled(target: NamedTarget, name: string): boolean {
  return nameKinds.some((nameOf) => nameOf(target) === name)
}

/**
 * The JVM that `name` means. In this order: target id, host PID, the names of `nameKinds`, the beginning of a target id
 * or container id (at least `leastIdDigits` characters). The first kind of name that fits decides.
 *
 * Throws: Problem `no-such-jvm`; `invalid-request` when several fit.
 */
export function findTarget(targets: readonly Target[], name: string): Target {
  const kinds: ((target: Target) => boolean)[] = [
    ({ id }) => id === name,
    ({ hostPid }) => `${hostPid}` === name,
    ...nameKinds.map(
      (nameOf) =>
        ({ container, service, jvm }: Target) =>
          nameOf({ containerName: container?.name ?? null, image: container?.image ?? null, service, ...jvm }) === name,
    ),
    ({ id, container }) => isIdBeginning(name, id) || isIdBeginning(name, container?.id ?? ''),
  ]
  for (const fits of kinds) {
    const fitting = targets.filter(fits)
    if (fitting.length === 1) return fitting[0]!
    if (fitting.length > 1) {
      const named = fitting.map(({ id, hostPid, container, jvm }) => ({
        id,
        containerName: container?.name ?? null,
        mainClass: jvm.mainClass,
        hostPid,
      }))
      throw new Problem('invalid-request', {
        what: `${fitting.length} JVMs are called ${escapeControls(name)}, use an id: ${describeCandidates(named)}`,
      })
    }
  }
  throw new Problem('no-such-jvm', { name: escapeControls(name), near: listNear(name, targets.flatMap(listNames)) })
}

/** Lists each name of a JVM; it is offered as its container, or as its main class outside of one. */
function listNames({ container, jvm, service }: Target): NameCandidate[] {
  const handle = escapeControls(container?.name ?? jvm.mainClass)
  return [handle, service, jvm.mainClass].map((name) => ({ name, handle }))
}

interface Candidate {
  readonly id: string
  readonly containerName: string | null
  readonly mainClass: string
  readonly hostPid: number
  /** Who began it: of a capture alone. */
  readonly requestedBy?: string
}

/** `2b94f706 (Launcher, pid 11), b1c8e3dd (shop.Shop, pid 12)`: the first of many, of each what not all share. */
export function describeCandidates(candidates: readonly Candidate[]): string {
  const isShared = (key: 'containerName' | 'mainClass') => new Set(candidates.map((one) => one[key])).size === 1
  const [sameContainer, sameMain] = [isShared('containerName'), isShared('mainClass')]
  const described = candidates.map(({ id, containerName, mainClass, hostPid, requestedBy }) => {
    const begun = requestedBy === undefined ? null : `begun by ${requestedBy}`
    const names = [sameContainer ? null : containerName, sameMain ? null : mainClass, `pid ${hostPid}`, begun]
    return `${shortId(id)} (${names
      .filter((text) => text !== null)
      .map(escapeControls)
      .join(', ')})`
  })
  return nameFirst(described)
}
