import { framesOfPackages } from './frame-masks.ts'
import { packOf } from './framework-packs.ts'
import { isJavaFrame, packageOfName } from '../names/java-package.ts'
import { isLibraryName } from './known-libraries.ts'
import { getOrganisation } from '../names/organisation-of.ts'
import type { Profile } from '../model/profile.ts'

/** A package that answers for less than this share of the weight is left out of the guess. */
const leastShare = 0.1
const maxPackages = 3

/**
 * Package prefixes that are the program's own: those of its main class; else those that the jar or the service is named after;
 * else those that stand nearest to the leaf, libraries aside, in most of the weight. Empty when nothing tells.
 */
export function guessOwnPackages(profile: Profile): string[] {
  const { mainClass = '', jar = '', service = '' } = profile.provenance.target
  const ofMain = packageOfMain(profile, mainClass)
  if (ofMain !== null) return [ofMain]
  const weights = weightByOwner(profile)
  const named = ownersNamedLike([mainClass, jar, service], [...weights.keys()])
  if (named.length > 0) return named
  const least = leastShare * [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return [...weights]
    .filter(([, weight]) => weight > 0 && weight >= least)
    .sort(([a, weightOfA], [b, weightOfB]) => weightOfB - weightOfA || (a < b ? -1 : 1))
    .slice(0, maxPackages)
    .map(([owner]) => owner)
}

/** Of `com.acme.shop.Main`, unless a framework starts the program or nothing of that package was seen. */
function packageOfMain(profile: Profile, mainClass: string): string | null {
  if (/[\s/]|\.(?:jar|war|java)$/.test(mainClass) || packOf(`${mainClass}.main`) !== null) return null
  const owner = getOrganisation(packageOfName(`${mainClass}.main`))
  return owner !== '' && framesOfPackages(profile, [owner]).includes(1) ? owner : null
}

/** Each sample counts for the method nearest to its leaf that is of no library. */
function weightByOwner({ frames, strings, stacks, samples }: Profile): Map<string, number> {
  const ownerOfFrame = Array.from(frames.name, (index, frame) => {
    const name = strings[index]!
    return isJavaFrame({ frames, strings }, frame) && !isLibraryName(name) ? getOrganisation(packageOfName(name)) : ''
  })
  const ownerOfStack: string[] = []
  for (let stack = 0; stack < stacks.length; stack++) {
    const caller = stacks.parent[stack]!
    ownerOfStack.push(ownerOfFrame[stacks.frame[stack]!]! || (caller < 0 ? '' : ownerOfStack[caller]!))
  }
  const weights = new Map<string, number>()
  for (let sample = 0; sample < samples.length; sample++) {
    const owner = samples.stack[sample]! < 0 ? '' : ownerOfStack[samples.stack[sample]!]!
    if (owner !== '') weights.set(owner, (weights.get(owner) ?? 0) + samples.weight[sample]!)
  }
  return weights
}

/** Those with a word of such a name as one of their last two parts: `com.acme` for `/opt/acme-service-1.2.jar`. */
function ownersNamedLike(names: readonly string[], owners: readonly string[]): string[] {
  const words = new Set(names.flatMap((name) => splitWords(name.slice(name.lastIndexOf('/') + 1))))
  for (const word of ['', ...genericWords]) words.delete(word)
  const isNamedLike = (owner: string) =>
    splitWords(owner)
      .slice(-2)
      .some((part) => words.has(part))
  return owners.filter(isNamedLike).sort()
}

function splitWords(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}]+/u)
}

const genericWords = 'app application boot com demo io jar java main net org server service war'.split(' ')
