import { invertProfile } from './invert.ts'
import { keepSamples } from './keep-samples.ts'
import { type Profile } from './profile.ts'
import { focusOn, foldRecursion, hideFrames } from './rewrite-stacks.ts'
import { splitByThread } from './split-by-thread.ts'

/**
 * One step from the recorded profile to the one that is drawn, as plain data. `name` is a frame's canonical name.
 *
 *     by-thread       each thread becomes a root                    keeps all weight
 *     invert          leaves become roots                           keeps all weight
 *     fold-recursion  a frame right under itself is drawn once      keeps all weight
 *     hide            the frame is left out, its callees move up    keeps all weight
 *     focus           only what is under the frame                  loses the weight elsewhere
 *     drop            no stack that holds the frame                 loses their weight
 *     threads         only threads of these names                   loses the weight of others
 *     time            only samples from..to ms; those without a     loses the weight outside
 *                     time are outside
 */
export type Filter =
  | { readonly type: 'by-thread' }
  | { readonly type: 'invert' }
  | { readonly type: 'fold-recursion' }
  | { readonly type: 'hide'; readonly name: string }
  | { readonly type: 'focus'; readonly name: string }
  | { readonly type: 'drop'; readonly name: string }
  | { readonly type: 'threads'; readonly threads: readonly string[] }
  | { readonly type: 'time'; readonly fromMs: number; readonly toMs: number }

/** The profile after all filters, in their order. What they removed is totalWeight before minus totalWeight after. */
export function applyFilters(profile: Profile, filters: readonly Filter[]): Profile {
  return filters.reduce(applyFilter, profile)
}

function applyFilter(profile: Profile, filter: Filter): Profile {
  const { samples, strings } = profile
  switch (filter.type) {
    case 'by-thread':
      return splitByThread(profile)
    case 'invert':
      return invertProfile(profile)
    case 'fold-recursion':
      return foldRecursion(profile)
    case 'hide':
      return hideFrames(profile, framesNamed(profile, filter.name))
    case 'focus':
      return focusOn(profile, framesNamed(profile, filter.name))
    case 'drop': {
      const holds = stacksHolding(profile, framesNamed(profile, filter.name))
      return keepSamples(profile, (sample) => holds[samples.stack[sample]!] !== 1)
    }
    case 'threads': {
      const wanted = new Set(filter.threads)
      const isWanted = Array.from(profile.threads.name, (name) => wanted.has(strings[name]!))
      return keepSamples(profile, (sample) => isWanted[samples.thread[sample]!]!)
    }
    case 'time': {
      const { fromMs, toMs } = filter
      return keepSamples(profile, (sample) => samples.time[sample]! >= fromMs && samples.time[sample]! < toMs)
    }
  }
}

/** Sum of the weights of all samples. */
export function totalWeight({ samples }: Profile): number {
  let sum = 0
  for (let sample = 0; sample < samples.length; sample++) sum += samples.weight[sample]!
  return sum
}

function framesNamed({ frames, strings }: Profile, name: string): Uint8Array {
  return Uint8Array.from(frames.name, (index) => Number(strings[index] === name))
}

/** 1 for each stack with such a frame anywhere in it. */
function stacksHolding({ stacks }: Profile, isWanted: Uint8Array): Uint8Array {
  const holds = new Uint8Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack]!
    if (isWanted[stacks.frame[stack]!] === 1 || (parent >= 0 && holds[parent] === 1)) holds[stack] = 1
  }
  return holds
}
